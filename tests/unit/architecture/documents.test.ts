/**
 * Checks that the documents are complete: the index lists every page, commands.md every script, configuration.md every
 * variable.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

import { root } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
const files = execFileSync('git', listed, { cwd: root }).toString().split('\n').filter(Boolean);

/** Returns true if a page is in a folder of docs/ that has its own index, or that holds pictures only. */
const isElsewhere = (path: string) => /^docs\/(?:decisions|design|screenshots)\//.test(path);

test('docs/README.md lists every document, except the decisions, which have their own index', () => {
  const index = read('docs/README.md');
  const pages = files.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md' && !isElsewhere(path));
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((path) => !index.includes(`](${path.slice('docs/'.length)})`))).toEqual([]);
});

test('docs/commands.md lists every npm script', () => {
  const commands = read('docs/commands.md');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const isListed = (name: string) => new RegExp(`\`npm (?:run )?${name}(?:\`| )`).test(commands);
  expect(Object.keys(scripts).filter((name) => !isListed(name))).toEqual([]);
});

test('docs/configuration.md lists every variable that the server and the build read', () => {
  const configuration = read('docs/configuration.md');
  const sources = ['server/config.ts', 'vite.config.ts', 'server/tooling/start/app-build.mjs'].map(read).join('\n');
  const names = new Set([
    ...[...sources.matchAll(/\benv\.([A-Z]\w+)/g)].map(([, name = '']) => name),
    ...[...sources.matchAll(/'([A-Z]+(?:_[A-Z]+)+|PORT|DEMO|LOG|METRICS)'/g)].map(([, name = '']) => name),
  ]);
  expect(names.size).toBeGreaterThan(30);
  expect([...names].filter((name) => !configuration.includes(`\`${name}\``))).toEqual([]);
});
