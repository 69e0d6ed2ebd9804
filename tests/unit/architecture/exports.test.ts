/**
 * Checks for unused exports: the program must import each export, or, if only its own module uses it, a test must need
 * it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

import { calls } from '@server/api/contract/calls';
import { type Module, readModules, resolveImport, root, visit } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

const modules = readModules(['src', 'sw', 'server', 'tests']);
const paths = new Set(modules.keys());

/**
 * Exports used by tools: the router plugin's tree, drizzle-kit's configuration, dialects, which the build chooses, the
 * function that the build's icons call, and names in its configuration.
 */
const buildNames = new Set(readFileSync(join(root, 'vite.config.ts'), 'utf8').match(/\w+/g));
const isForTools = (path: string, name: string) =>
  path === 'src/boot/routeTree.gen.ts' ||
  path.startsWith('src/api/dialects/') ||
  path === 'src/ui/icons/create-icon.tsx' ||
  name === 'default' ||
  (path.startsWith('server/') && buildNames.has(name));

interface Names {
  /** The number of occurrences of each identifier in the module, types included. */
  counts: Map<string, number>;
  /** The modules that are loaded dynamically. */
  lazy: Set<string>;
}

function namesIn(module: Module): Names {
  const counts = new Map<string, number>();
  const lazy = new Set<string>();
  visit(module.body, (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      const name = String(node.name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const source = node.type === 'ImportExpression' ? (node.source as { value?: unknown }).value : undefined;
    const from = typeof source === 'string' ? resolveImport(source, module.path, paths) : undefined;
    if (from) lazy.add(from);
  });
  return { counts, lazy };
}

const names = new Map([...modules].map(([path, module]) => [path, namesIn(module)]));

/** Returns the names that the modules with a matching path import, as `path#name`. */
function importedBy(fits: (path: string) => boolean): Set<string> {
  const found = new Set<string>();
  for (const [path, { imports }] of modules) {
    if (!fits(path)) continue;
    for (const { from, name } of imports) if (from) found.add(`${from}#${name}`);
    const { counts, lazy } = names.get(path) ?? { counts: new Map(), lazy: new Set() };
    for (const from of lazy) for (const word of counts.keys()) found.add(`${from}#${word}`);
  }
  return found;
}

const isTest = (path: string) => path.startsWith('tests/');
const described = importedBy((path) => path.startsWith('server/api/contract/'));
/** Returns true for a call that `src/api/` declares. The contract describes every call, which is no use of it. */
const isCall = (id: string) => /^src\/api\/.*#(?!.*(?:Schema|Shape)$)/.test(id);
const program = new Set([
  ...importedBy((path) => !isTest(path) && !path.startsWith('server/api/contract/')),
  ...[...described].filter((id) => !isCall(id)),
]);
const tests = importedBy(isTest);

/** API calls of the specification that no screen makes; `src/api/` exports them so that it covers the contract. */
const offered: Record<string, string> = {
  fetchChapters: 'GET /chapters/',
  fetchSections: 'GET /sections/',
  fetchQuestionSets: 'GET /question-set/',
};
/** Allowed although the program does not use it: tests shift the clock by it. */
const seams = new Set(['shiftClock']);

const exportsOf = [...modules.values()]
  .filter(({ path }) => !isTest(path))
  .flatMap(({ path, exports }) => exports.map(({ name, line }) => ({ path, name, line, id: `${path}#${name}` })))
  .filter(({ path, name, id }) => !isForTools(path, name) && !program.has(id) && !program.has(`${path}#*`))
  .map((one) => ({ ...one, isUsedHere: (names.get(one.path)?.counts.get(one.name) ?? 0) > 1 }));
const words = ({ path, line, name }: (typeof exportsOf)[number]) => `${path}:${line}: ${name}`;

test('every export is used somewhere in the program', () => {
  const unused = exportsOf.filter(({ name, isUsedHere }) => !isUsedHere && !seams.has(name) && !offered[name]);
  expect(unused.map(words)).toEqual([]);
});

test('a call that no screen makes is marked in the contract as offered to other clients', () => {
  const ofOthers = calls.filter(({ screens }) => screens.length === 0).map(({ method, path }) => `${method} ${path}`);
  expect(ofOthers.toSorted()).toEqual(Object.values(offered).toSorted());
  expect(Object.keys(offered).filter((name) => !exportsOf.some((one) => one.name === name))).toEqual([]);
});

test('an export that only its own module uses is needed by a test', () => {
  const isType = ({ path, line }: (typeof exportsOf)[number]) =>
    /^export (?:type|interface)\b/.test(modules.get(path)?.source.split('\n')[line - 1] ?? '');
  // Types are left out: they cost nothing at run time, and callers may need to name the types of parameters and
  // results.
  const isNeeded = ({ id }: (typeof exportsOf)[number]) => tests.has(id) || described.has(id);
  expect(exportsOf.filter((one) => one.isUsedHere && !isType(one) && !isNeeded(one)).map(words)).toEqual([]);
});
