/** What `npm run build` makes and `npm run serve` runs: by any user, of files that nobody may write, with nothing to install. */
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

import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';
import { runner } from '@tests/support/postgres';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import packageJson from '../../../../package.json' with { type: 'json' };

const SERVES = 'serves as';
/** The smallest project that the real `build.mjs` builds: a server that says who runs it, and an app of three files. */
const project: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': '{ "packages": {} }',
  'node_modules/.package-lock.json': '{ "packages": {} }',
  'tsconfig.json': '{}',
  'server/main.ts': `console.log('${SERVES}', process.getuid?.());\n`,
  'server/config.ts': 'export const readConfig = () => undefined;\n',
  'server/ops/doctor/main.ts': '',
  'server/ops/backup/run-backup.ts': '',
  'server/ops/backup/run-restore.ts': '',
  'server/ops/migrate-to-postgres/main.ts': '',
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
  cpSync('server/tooling/start', join(root, 'server/tooling/start'), { recursive: true });
  symlinkSync(resolve('node_modules/vite'), join(root, 'node_modules/vite'));
  const careful = process.umask(0o077);
  const { status, stderr } = run('server/tooling/start/build.mjs');
  process.umask(careful);
  if (status !== 0) throw new Error(stderr);
  rmSync(join(root, 'node_modules/vite'));
  built = root;
  return () => rmSync(built, { recursive: true, force: true });
});
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-serve-'));
  cpSync(built, root, { recursive: true });
  chmodSync(root, 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('what a careful user builds, another one serves, without a program to install or build with', () => {
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
  ['packages are missing', () => rmSync(join(root, 'node_modules'), { recursive: true }), 'npm ci --omit=dev'],
])('one line says what to do when %s', (_what, spoil, words) => {
  spoil();

  const { stdout, stderr, status } = serve();

  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(words)]);
});

test('with LOG=json what is said is objects, one a line', () => {
  writeFileSync(join(root, '.kill-switch'), '');
  expect(JSON.parse(serve({ env: { LOG: 'json' } }).stdout.split('\n')[0] ?? '')).toMatchObject({ level: 'info' });
  rmSync(join(root, 'node_modules'), { recursive: true });

  const { stdout, stderr, status } = serve({ env: { LOG: 'json' } });

  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(JSON.parse(stderr)).toMatchObject({ level: 'error', message: expect.stringContaining('npm ci') });
});

test('one line names the file that this user may not read', () => {
  const user = runner();
  const page = join(root, 'index.html');
  chmodSync(page, 0);

  const { stderr, status } = serve(user);

  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(page.slice(-10))]);
});

test('a file for the deployment is no part of what is built', () => {
  write('server/deploy/site.conf', 'mine');

  expect(serve().status).toBe(0);
});

test('the bundle needs the packages that `dependencies` names, and no others', async () => {
  const folder = dirname(new URL((await ensureServerBuild('.')).main).pathname);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const code = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const imports = [...code.matchAll(/^import [^;]*?"([^"]+)";|\bimport\("([^"]+)"\)/gm)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  const packages = imports.filter((name) => !/^(node:|\.)/.test(name));

  expect(new Set(packages)).toEqual(new Set(Object.keys(packageJson.dependencies)));
});
