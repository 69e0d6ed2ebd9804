/** When `npm start` builds, and when it does not. */
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
  await ensureBuild(root, {}, build);
  build.mockClear();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a second start', () => {
  test('does not build again when nothing changed', async () => {
    await ensureBuild(root, {}, build);

    expect(build).not.toHaveBeenCalled();
  });

  test('does not build again for newer times of the same contents, as a fresh checkout gives', () => {
    utimesSync(join(root, 'src/main.tsx'), new Date(), new Date());

    expect(isBuildCurrent(root, {})).toBe(true);
  });

  test.each(['package-lock.json', 'vite.config.ts', 'index.html', 'public/logo.webp', 'src/main.tsx', 'sw/sw.ts'])(
    'builds again when %s changed, and then is current',
    async (path) => {
      write(path, 'changed');

      await ensureBuild(root, {}, build);

      expect(build).toHaveBeenCalledOnce();
      expect(isBuildCurrent(root, {})).toBe(true);
    },
  );

  test.each([
    ['came', () => write('src/features/new.tsx', 'new')],
    ['went', () => rmSync(join(root, 'src/main.tsx'))],
    ['was renamed', () => (write('src/other.tsx', 'main'), rmSync(join(root, 'src/main.tsx')))],
  ])('builds again when a file %s', (_what, change) => {
    change();

    expect(isBuildCurrent(root, {})).toBe(false);
  });

  test.each(['API_HOST', 'APP_VERSION', 'CONTENT_HOST', 'IMAGE_HOSTS', 'LOGIN_SCOPE', 'LOGIN_CLIENT_SECRET'])(
    'builds again for another %s',
    (name) => {
      expect(isBuildCurrent(root, { [name]: 'https://api.example.com' })).toBe(false);
    },
  );

  test.each(['API_HOST', 'APP_VERSION'])('takes an empty %s for none', (name) => {
    expect(isBuildCurrent(root, { [name]: '' })).toBe(true);
  });

  test('does not build again for the route tree, which the build itself writes', () => {
    write('src/boot/routeTree.gen.ts', 'routes, written anew');

    expect(isBuildCurrent(root, {})).toBe(true);
  });
});

describe('dist/ that is not ours', () => {
  test.each([
    ['is missing', () => rmSync(join(root, 'dist'), { recursive: true })],
    ['lost a file', () => rmSync(join(root, 'dist/assets/main-1.js'))],
    ['lost its worker', () => rmSync(join(root, 'dist/sw.js'))],
    ['was built by hand from something else', () => write('dist/index.html', '<script src="/assets/main-2.js">')],
    ['has no stamp', () => rmSync(join(root, '.cache/build-stamp'))],
  ])('is built again when it %s', (_what, change) => {
    change();

    expect(isBuildCurrent(root, {})).toBe(false);
  });
});

test('a failed build leaves no stamp, even when the change that broke it is taken back', async () => {
  write('src/main.tsx', 'broken');
  await expect(ensureBuild(root, {}, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  write('src/main.tsx', 'main');

  expect(existsSync(join(root, '.cache/build-stamp'))).toBe(false);
  expect(isBuildCurrent(root, {})).toBe(false);
});

test('what changes while the build runs counts as changed afterwards', async () => {
  write('src/main.tsx', 'first');
  await ensureBuild(root, {}, async () => {
    await build();
    write('src/main.tsx', 'second');
  });

  expect(isBuildCurrent(root, {})).toBe(false);
});

describe('the kill switch', () => {
  const start = () => ensureBuild(root, {}, build);

  test('stays over a start, which needs no build for it', async () => {
    turnOnKillSwitch(root);

    await start();

    expect(servedWorker()).toBe('kill switch');
    expect(build).not.toHaveBeenCalled();
  });

  test('stays over a build that changed sources ask for, with nothing compressed to be sent instead', async () => {
    turnOnKillSwitch(root);
    write('src/main.tsx', 'changed');

    await start();

    expect(build).toHaveBeenCalledOnce();
    expect(servedWorker()).toBe('kill switch');
    expect(existsSync(join(root, 'dist/sw.js.br')) || existsSync(join(root, 'dist/sw.js.gz'))).toBe(false);
  });

  test('goes when it is turned off by name: the next start has the worker of its own again', async () => {
    turnOnKillSwitch(root);
    await start();
    turnOffKillSwitch(root);

    await start();

    expect(servedWorker()).toBe('worker');
  });
});
