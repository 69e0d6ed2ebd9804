/** Checks what the compiler cannot: that each class that a component names is in a style sheet, and used. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readModules } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

/** Lists the classes that a module names, e.g. `classes.row`, but its style sheets do not have. */
function missingClasses(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name = '', address = '']) => {
    const sheet = address.startsWith('@/') ? join('src', address.slice(2)) : join(dirname(path), address);
    const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    const named = [...text.matchAll(new RegExp(String.raw`(?<![\w.])${name}\.(\w+)`, 'g'))].map(
      ([, word = '']) => word,
    );
    const missing = named.filter(
      (word) => word !== 'module' && !new RegExp(String.raw`\.${word}(?![\w-])`).test(rules),
    );
    return missing.map((word) => `${path}: ${name}.${word}`);
  });
}

test('each class that a component names is in its style sheet', () => {
  const paths = [...readModules(['src']).keys()];
  expect(paths.length).toBeGreaterThan(500);

  expect(paths.flatMap(missingClasses)).toEqual([]);
});

/** Classes that components name for selectors of other style sheets. */
const hooks = ['data-footnote-backref', 'footnotes'];

/** The shared classes (src/ui/utilities.css). */
const shared = [
  ...readFileSync('src/ui/utilities.css', 'utf8').matchAll(/^ {2,4}\.([\w-]+)(?::[\w-]+)? (?:> .*)?\{$/gm),
].map(([, name = '']) => name);

/** Lists the classes that a module names as plain words, e.g. `className="row gap-8"`. */
function plainClasses(source: string): string[] {
  const values = [...source.matchAll(/[cC]lassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)];
  const words = values.flatMap(([, text, template = '']) =>
    (text ?? template.replaceAll(/\$\{[^}]*\}/g, ' ')).split(' '),
  );
  return words.filter(Boolean);
}

test('each class that a component names as a plain word is a shared class', () => {
  const named = [...readModules(['src']).values()].flatMap(({ path, source }) =>
    plainClasses(source).map((name) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(400);
  expect(named.filter(({ name }) => !shared.includes(name) && !hooks.includes(name))).toEqual([]);
});

test('each shared class is used', () => {
  const sources = [...readModules(['src']).values()].map(({ source }) => source).join('\n');
  expect(shared.filter((name) => !new RegExp(`[\\s"'\`]${name}[\\s"'\`]`).test(sources))).toEqual([]);
});

test('what the login screen loads uses no shared class: the layout’s style sheet has them', () => {
  const modules = readModules(['src']);
  const loaded = new Set<string>(['src/main.tsx', 'src/routes/login.tsx']);
  for (const path of loaded)
    for (const { from, isType } of modules.get(path)?.imports ?? [])
      if (from && !isType && from !== 'src/boot/routeTree.gen.ts') loaded.add(from);
  expect(loaded.size).toBeGreaterThan(50);
  const uses = [...loaded].flatMap((path) =>
    plainClasses(modules.get(path)?.source ?? '').map((name) => `${path}: ${name}`),
  );
  expect(uses).toEqual([]);
});
