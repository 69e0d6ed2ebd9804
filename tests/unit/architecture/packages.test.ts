/**
 * Checks that package.json names under `dependencies` exactly the packages that browser, worker and server load, and
 * those that build them. Tools of tests and checks are `devDependencies`.
 */
import { readModules, type SyntaxNode, visit } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

import packageJson from '../../../package.json' with { type: 'json' };

/** Left out: makes migrations and is run by hand. */
const isTool = (path: string) => path === 'server/db/drizzle.config.ts';
const isPackage = (specifier: string) =>
  /^[@a-z]/.test(specifier) && !/^(?:node:|@\/|@server\/|@tests\/|virtual:)/.test(specifier);
/** Returns the package, `@scope/name` or `name`, of a path such as `@scope/name/path`. */
const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function packagesIn(body: SyntaxNode[]): string[] {
  const found: string[] = [];
  visit(body, (node) => {
    const isTypes = node.importKind === 'type' || node.exportKind === 'type';
    const source = (node.source as { value?: unknown } | null | undefined)?.value;
    if (!isTypes && typeof source === 'string' && isPackage(source)) found.push(nameOf(source));
  });
  return found;
}

test('dependencies are exactly the packages that browser, worker, server and their build load', () => {
  const modules = readModules(['src', 'sw', 'server', 'vite.config.ts']).values();
  const loaded = new Set([...modules].flatMap(({ path, body }) => (isTool(path) ? [] : packagesIn(body))));

  expect([...loaded].toSorted()).toEqual(Object.keys(packageJson.dependencies).toSorted());
});
