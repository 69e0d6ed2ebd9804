/** Checks rules that the linter cannot: how files begin, how wide comments are, how long a screen of routes/ may be. */
import { readFileSync } from 'node:fs';

import { listModules } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

test('every file begins with a sentence on its purpose', () => {
  const paths = ['src', 'sw', 'server'].flatMap(listModules).filter((path) => path !== 'src/boot/routeTree.gen.ts');
  expect(paths.length).toBeGreaterThan(500);

  expect(paths.filter((path) => !/^(?:#!.*\n)?\/\*/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('comments are at most 120 columns wide, but for the rows of a table', () => {
  const paths = ['src', 'sw', 'server', 'tests'].flatMap(listModules).filter((path) => !path.endsWith('.gen.ts'));
  expect(paths.length).toBeGreaterThan(1000);

  const wide = paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line) && !/^\s*\* \|.*\|$/.test(line))
      .map((line) => `${path}: ${line}`),
  );
  expect(wide).toEqual([]);
});

test('a screen of routes/ has at most 40 lines, because it only names a path, loads data, and combines features', () => {
  const screens = listModules('src').filter((path) => /^src\/routes\/.*\.tsx$/.test(path));
  expect(screens.length).toBeGreaterThan(20);

  const lengths = screens.map((path) => [path, readFileSync(path, 'utf8').trimEnd().split('\n').length] as const);
  expect(lengths.filter(([, lines]) => lines > 40)).toEqual([]);
});
