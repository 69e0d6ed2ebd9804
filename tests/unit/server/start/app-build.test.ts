/** Tests when `npm start` builds, and when it does not. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ensureBuild, isBuildCurrent } from '@server/tooling/start/app-build.mjs';
import { turnOffKillSwitch, turnOnKillSwitch } from '@server/tooling/start/worker-switch.mjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const build = vi.fn<() => Promise<void>>(async () => {
  write('dist/index.html', '<script src="/assets/main-1.js">');
  write('dist/assets/main-1.js', 'app');
  for (const name of ['sw.js', 'sw.js.br', 'sw.js.gz']) write(`dist/${name}`, 'worker');
});
const servedWorker = () => readFileSync(join(root, 'dist/sw.js'), 'utf8');

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-build-'));
  write('package-lock.json', '{}');
  write('vite.config.ts', 'export {}');
  write('index.html', '<html>');
  write('public/logo.webp', 'logo');
  write('src/main.tsx', 'main');
  write('src/boot/routeTree.gen.ts', 'routes');
  write('sw/sw.ts', 'worker');
  write('sw/kill-switch.js', 'kill switch');
  await ensureBuild(root, {}, build, 'quick');
  build.mockClear();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a second start', () => {
  test('a second start does not build if no file changed', async () => {
    await ensureBuild(root, {}, build, 'quick');

    expect(build).not.toHaveBeenCalled();
  });

  test('a second start does not build for newer modification times of the same contents', () => {
    utimesSync(join(root, 'src/main.tsx'), new Date(), new Date());

    expect(isBuildCurrent(root, {})).toBe(true);
  });

  test('a quickly compressed build serves a start, but a build for others builds again', async () => {
    expect(isBuildCurrent(root, {}, 'full')).toBe(false);
    await ensureBuild(root, {}, build, 'full');

    expect(build).toHaveBeenCalledExactlyOnceWith('full');
    expect(isBuildCurrent(root, {}, 'full')).toBe(true);
    expect(isBuildCurrent(root, {}, 'quick')).toBe(true);
  });

  test.each(['package-lock.json', 'vite.config.ts', 'index.html', 'public/logo.webp', 'src/main.tsx', 'sw/sw.ts'])(
    'a second start builds if %s changed, and the build is current afterwards',
    async (path) => {
      write(path, 'changed');

      await ensureBuild(root, {}, build, 'quick');

      expect(build).toHaveBeenCalledOnce();
      expect(isBuildCurrent(root, {})).toBe(true);
    },
  );

  test.each([
    ['came', () => write('src/features/new.tsx', 'new')],
    ['went', () => rmSync(join(root, 'src/main.tsx'))],
    ['was renamed', () => (write('src/other.tsx', 'main'), rmSync(join(root, 'src/main.tsx')))],
  ])('a second start builds if a file %s', (_what, change) => {
    change();

    expect(isBuildCurrent(root, {})).toBe(false);
  });

  test.each([
    'API_HOST',
    'API_TIME_OFFSET',
    'APP_VERSION',
    'CONTENT_HOST',
    'IMAGE_HOSTS',
    'LOGIN_SCOPE',
    'LOGIN_CLIENT_SECRET',
  ])('a second start builds for another %s', (name) => {
    expect(isBuildCurrent(root, { [name]: 'https://api.example.com' })).toBe(false);
  });

  test('a second start builds for another dialect, and when its file changed, wherever it lies', async () => {
    write('src/api/dialects/ours.ts', 'one');
    expect(isBuildCurrent(root, { DIALECT: 'ours' })).toBe(false);
    const outside = mkdtempSync(join(tmpdir(), 'manabiba-dialect-'));
    const env = { DIALECT: join(outside, 'theirs.ts') };
    writeFileSync(env.DIALECT, 'one');
    await ensureBuild(root, env, build, 'quick');
    expect(isBuildCurrent(root, env)).toBe(true);

    writeFileSync(env.DIALECT, 'two');

    expect(isBuildCurrent(root, env)).toBe(false);
    rmSync(outside, { recursive: true });
    expect(() => isBuildCurrent(root, env)).toThrow('theirs.ts がありません');
  });

  test.each(["import { z } from 'zod';", "import './x';", "export * from './x';", "const z = await import('zod');"])(
    'a dialect with %s is refused, because it may import only types',
    (code) => {
      const outside = mkdtempSync(join(tmpdir(), 'manabiba-dialect-'));
      const env = { DIALECT: join(outside, 'theirs.ts') };
      writeFileSync(env.DIALECT, `import type { Dialect } from '@/api/dialect/dialect';\n${code}\n`);

      expect(() => isBuildCurrent(root, env)).toThrow('型だけを読み込めます');
      rmSync(outside, { recursive: true });
    },
  );

  test.each(['API_HOST', 'APP_VERSION'])('npm start treats an empty %s as unset', (name) => {
    expect(isBuildCurrent(root, { [name]: '' })).toBe(true);
  });

  test('a second start does not build for the route tree, which the build generates', () => {
    write('src/boot/routeTree.gen.ts', 'routes, written anew');

    expect(isBuildCurrent(root, {})).toBe(true);
  });
});

describe('a dist/ that npm start did not build', () => {
  test.each([
    ['is missing', () => rmSync(join(root, 'dist'), { recursive: true })],
    ['lost a file', () => rmSync(join(root, 'dist/assets/main-1.js'))],
    ['lost its worker', () => rmSync(join(root, 'dist/sw.js'))],
    ['was built by hand from something else', () => write('dist/index.html', '<script src="/assets/main-2.js">')],
    ['has no stamp', () => rmSync(join(root, '.cache/build-stamp'))],
  ])('a second start builds if dist/ %s', (_what, change) => {
    change();

    expect(isBuildCurrent(root, {})).toBe(false);
  });
});

test('a failed build is not marked as current, even if the change that broke it is reverted', async () => {
  write('src/main.tsx', 'broken');
  await expect(ensureBuild(root, {}, () => Promise.reject(new Error('broken')), 'quick')).rejects.toThrow('broken');
  write('src/main.tsx', 'main');

  expect(existsSync(join(root, '.cache/build-stamp'))).toBe(false);
  expect(isBuildCurrent(root, {})).toBe(false);
});

test('a file that changes during the build makes it outdated', async () => {
  write('src/main.tsx', 'first');
  const buildAndChange = async () => {
    await build();
    write('src/main.tsx', 'second');
  };
  await ensureBuild(root, {}, buildAndChange, 'quick');

  expect(isBuildCurrent(root, {})).toBe(false);
});

describe('the kill switch', () => {
  const start = () => ensureBuild(root, {}, build, 'quick');

  test('the kill switch (a worker that removes itself) survives a start, without a build', async () => {
    turnOnKillSwitch(root);

    await start();

    expect(servedWorker()).toBe('kill switch');
    expect(build).not.toHaveBeenCalled();
  });

  test('the kill switch survives a build, without compressed copies of the worker', async () => {
    turnOnKillSwitch(root);
    write('src/main.tsx', 'changed');

    await start();

    expect(build).toHaveBeenCalledOnce();
    expect(servedWorker()).toBe('kill switch');
    expect(existsSync(join(root, 'dist/sw.js.br')) || existsSync(join(root, 'dist/sw.js.gz'))).toBe(false);
  });

  test('turning the kill switch off restores the app’s worker at the next start', async () => {
    turnOnKillSwitch(root);
    await start();
    turnOffKillSwitch(root);

    await start();

    expect(servedWorker()).toBe('worker');
  });
});
