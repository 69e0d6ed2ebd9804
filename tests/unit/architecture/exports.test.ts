/** No code for nobody: what a module exports is used by the program. What a module uses itself may be exported for a test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

import { calls } from '@server/api/contract/calls';
import { type Module, readModules, resolveImport, root, visit } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

const modules = readModules(['src', 'sw', 'server', 'tests']);
const paths = new Set(modules.keys());

/** What tools take: the router plugin's tree, drizzle-kit's configuration, and what the build's configuration names. */
const buildNames = new Set(readFileSync(join(root, 'vite.config.ts'), 'utf8').match(/\w+/g));
const isForTools = (path: string, name: string) =>
  path === 'src/boot/routeTree.gen.ts' || name === 'default' || (path.startsWith('server/') && buildNames.has(name));

interface Names {
  /** How often each identifier stands in the module, types included. */
  counts: Map<string, number>;
  /** The modules that are loaded when they are needed. */
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

/** What is imported by the modules that fit, as `path#name`. */
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
const program = importedBy((path) => !isTest(path));
const tests = importedBy(isTest);

/** Calls of the specification that no screen makes: whoever builds on `src/api/` has them all. */
const offered: Record<string, string> = {
  fetchChapters: 'GET /chapters/',
  fetchSections: 'GET /sections/',
  fetchQuestionSets: 'GET /question-set/',
};
/** The seam by which tests turn the clock. */
const seams = new Set(['shiftClock']);

const exportsOf = [...modules.values()]
  .filter(({ path }) => !isTest(path))
  .flatMap(({ path, exports }) => exports.map(({ name, line }) => ({ path, name, line, id: `${path}#${name}` })))
  .filter(({ path, name, id }) => !isForTools(path, name) && !program.has(id) && !program.has(`${path}#*`))
  .map((one) => ({ ...one, isUsedHere: (names.get(one.path)?.counts.get(one.name) ?? 0) > 1 }));
const words = ({ path, line, name }: (typeof exportsOf)[number]) => `${path}:${line}: ${name}`;

test('what nothing in the program uses is not there', () => {
  const unused = exportsOf.filter(({ name, isUsedHere }) => !isUsedHere && !seams.has(name) && !offered[name]);
  expect(unused.map(words)).toEqual([]);
});

test('a call that no screen makes is offered to others by the contract, too', () => {
  const ofOthers = calls.filter(({ screens }) => screens.length === 0).map(({ method, path }) => `${method} ${path}`);
  expect(ofOthers.toSorted()).toEqual(Object.values(offered).toSorted());
  expect(Object.keys(offered).filter((name) => !exportsOf.some((one) => one.name === name))).toEqual([]);
});

test('what only its own module uses is not exported, unless a test needs it', () => {
  const isType = ({ path, line }: (typeof exportsOf)[number]) =>
    /^export (?:type|interface)\b/.test(modules.get(path)?.source.split('\n')[line - 1] ?? '');
  // A type that an export takes or gives costs nothing, and whoever calls it may want to name it.
  expect(exportsOf.filter((one) => one.isUsedHere && !isType(one) && !tests.has(one.id)).map(words)).toEqual([]);
});
