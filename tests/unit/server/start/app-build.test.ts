/** When `npm start` builds, and when it does not. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ensureBuild, isBuildCurrent } from '@server/start/app-build.mjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const build = vi.fn<() => Promise<void>>(async () => {
  write('dist/index.html', '<script src="/assets/main-1.js">');
  write('dist/assets/main-1.js', 'app');
});

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-build-'));
  write('package-lock.json', '{}');
  write('vite.config.ts', 'export {}');
  write('index.html', '<html>');
  write('public/logo.webp', 'logo');
  write('src/main.tsx', 'main');
  write('src/routeTree.gen.ts', 'routes');
  write('sw/sw.ts', 'worker');
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

  test.each(['API_HOST', 'CONTENT_HOST'])('builds again for another %s', (name) => {
    expect(isBuildCurrent(root, { [name]: 'https://api.example.com' })).toBe(false);
  });

  test('takes an empty API_HOST for none', () => {
    expect(isBuildCurrent(root, { API_HOST: '' })).toBe(true);
  });

  test('does not build again for the route tree, which the build itself writes', () => {
    write('src/routeTree.gen.ts', 'routes, written anew');

    expect(isBuildCurrent(root, {})).toBe(true);
  });
});

describe('dist/ that is not ours', () => {
  test.each([
    ['is missing', () => rmSync(join(root, 'dist'), { recursive: true })],
    ['lost a file', () => rmSync(join(root, 'dist/assets/main-1.js'))],
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
