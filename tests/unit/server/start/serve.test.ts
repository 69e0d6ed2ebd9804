/** Tests `npm run build` and `npm run serve`: another user serves read-only files, and nothing is installed. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';
import { runner } from '@tests/support/postgres';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const SERVES = 'serves as';
/** A minimal project that the real `build.mjs` builds: a server that prints its user, and an app of three files. */
const project: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': '{ "packages": {} }',
  'node_modules/.package-lock.json': '{ "packages": {} }',
  'tsconfig.json': '{}',
  'server/main.ts': `console.log('${SERVES}', process.getuid?.());\n`,
  'server/config.ts': 'export const readConfig = () => undefined;\n',
  'server/prepare-data.ts': '',
  'server/ops/doctor/main.ts': '',
  'server/ops/backup/run-backup.ts': '',
  'server/ops/backup/run-restore.ts': '',
  'server/ops/migrate-to-postgres/main.ts': '',
  'server/ops/strip-pictures/main.ts': '',
  'server/ops/check-server/main.ts': '',
  'vite.config.ts': 'export default {};\n',
  'index.html': '<!doctype html><title>app</title>',
  'public/sw.js': 'worker',
  'sw/kill-switch.js': 'kill switch',
};

let built: string;
let root: string;

const run = (script: string, options = {}) =>
  spawnSync(process.execPath, [join(root, script)], { cwd: '/', env: {}, encoding: 'utf8', ...options });
const serve = (options = {}) => run('server/tooling/start/serve.mjs', options);
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-serve-'));
  chmodSync(root, 0o755);
  for (const [path, text] of Object.entries(project)) write(path, text);
  for (const folder of ['server/tooling/start', 'server/lib']) cpSync(folder, join(root, folder), { recursive: true });
  mkdirSync(join(root, 'node_modules/@electric-sql'));
  for (const name of ['vite', '@electric-sql/pglite'])
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
  const careful = process.umask(0o077);
  const { status, stderr } = run('server/tooling/start/build.mjs');
  process.umask(careful);
  if (status !== 0) throw new Error(stderr);
  rmSync(join(root, 'node_modules'), { recursive: true });
  built = root;
  return () => rmSync(built, { recursive: true, force: true });
});
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-serve-'));
  cpSync(built, root, { recursive: true });
  chmodSync(root, 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a user with a strict umask builds, and another user serves without any package', () => {
  const user = runner();
  for (const name of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })])
    chmodSync(join(root, name), statSync(join(root, name)).mode & 0o555);

  const { stdout, stderr, status } = serve(user);

  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout.trim()).toBe(`${SERVES} ${user.uid ?? process.getuid?.()}`);
});

test.each([
  ['the app was not built', () => rmSync(join(root, 'dist'), { recursive: true }), 'npm run build'],
  ['the server was not built', () => rmSync(join(root, '.cache'), { recursive: true }), 'npm run build'],
  ['the server has changed since', () => write('server/main.ts', ''), 'npm run build'],
  ['the app has changed since', () => write('index.html', '<title>newer</title>'), 'npm run build'],
])('npm run serve prints one line with what to do when %s', (_what, spoil, words) => {
  spoil();

  const { stdout, stderr, status } = serve();

  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(words)]);
});

test('npm run serve prints JSON lines with LOG=json', () => {
  writeFileSync(join(root, '.kill-switch'), '');
  expect(JSON.parse(serve({ env: { LOG: 'json' } }).stdout.split('\n')[0] ?? '')).toMatchObject({ level: 'info' });
  rmSync(join(root, 'dist'), { recursive: true });

  const { stdout, stderr, status } = serve({ env: { LOG: 'json' } });

  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(JSON.parse(stderr)).toMatchObject({ level: 'error', message: expect.stringContaining('npm run build') });
});

test('npm run serve prints one line with the file that its user cannot read', () => {
  const user = runner();
  const page = join(root, 'index.html');
  chmodSync(page, 0);

  const { stderr, status } = serve(user);

  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(page.slice(-10))]);
});

test('changing a deployment file does not make the build outdated', () => {
  write('server/deploy/site.conf', 'mine');

  expect(serve().status).toBe(0);
});

test('the server’s bundle imports only packages that are found from the bundle’s own folder', async () => {
  const folder = dirname(fileURLToPath((await ensureServerBuild('.')).main));
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const code = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const imports = [...code.matchAll(/^import [^;]*?"([^"]+)";|\bimport\("([^"]+)"\)/gm)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  const packages = new Set(imports.filter((name) => !/^(node:|\.)/.test(name)));

  expect([...packages]).toEqual(['@electric-sql/pglite']);
  for (const name of packages)
    expect(fileURLToPath(import.meta.resolve(name, `file://${folder}/main.js`)).startsWith(folder)).toBe(true);
});
