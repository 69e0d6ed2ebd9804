/** Tests bundling the server: caching, permissions, concurrent and failed builds. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
const writeServer = (words: string) => {
  writeFileSync(join(root, 'server/words.ts'), `export const words: string = '${words}';\n`);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-bundle-'));
  mkdirSync(join(root, 'server'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(root, 'node_modules/@electric-sql/pglite'), { recursive: true });
  const ops = [
    'doctor/main',
    'backup/run-backup',
    'backup/run-restore',
    'migrate-to-postgres/main',
    'strip-pictures/main',
    'check-server/main',
  ];
  for (const name of ['main', 'config', 'prepare-data', ...ops.map((path) => `ops/${path}`)]) {
    const words = name.includes('/') ? '../../words' : './words';
    mkdirSync(dirname(join(root, `server/${name}.ts`)), { recursive: true });
    writeFileSync(join(root, `server/${name}.ts`), `export { words } from '${words}';\n`);
  }
  writeServer('first');
});
/** Returns the contents of the only bundle, such as "main.js: …". */
function readBundle(): string {
  const [folder = '', ...more] = readdirSync(join(root, '.cache'));
  expect(more).toEqual([]);
  const files = readdirSync(join(root, '.cache', folder), { withFileTypes: true, recursive: true });
  const code = files.filter((file) => file.isFile());
  return code.map(({ name, parentPath }) => `${name}: ${readFileSync(join(parentPath, name), 'utf8')}`).join('\n');
}
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the start bundles the server once, again after a change, and removes the old bundle', async () => {
  const first = await ensureServerBuild(root);
  expect(await ensureServerBuild(root)).toEqual(first);
  writeServer('second');
  await ensureServerBuild(root);

  const bundle = readBundle();
  for (const part of ['main.js:', 'config.js:', "'second'"]) expect(bundle.replaceAll('"', "'")).toContain(part);
});

test('the bundle is readable by other users', async () => {
  const { main } = await ensureServerBuild(root);

  expect(statSync(dirname(fileURLToPath(main))).mode & 0o777).toBe(0o755);
});

test('two concurrent starts find the same complete bundle', async () => {
  const [one, other] = await Promise.all([ensureServerBuild(root), ensureServerBuild(root)]);

  expect(one).toEqual(other);
  expect(readBundle()).toContain('main.js:');
});

test('a failed build of the server is an error and leaves no bundle', async () => {
  writeServer("' oops");
  await expect(ensureServerBuild(root)).rejects.toThrow();
  await expect(ensureServerBuild(root)).rejects.toThrow();
  writeServer('mended');
  await ensureServerBuild(root);

  expect(readBundle()).toContain('mended');
});
