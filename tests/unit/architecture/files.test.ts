/** Checks rules that the linter cannot: how files begin, and how long a screen of routes/ may be. */
import { readFileSync } from 'node:fs';

import { readModules } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

test('every file begins with a sentence on its purpose', () => {
  const paths = [...readModules(['src', 'sw', 'server']).keys()].filter((path) => path !== 'src/boot/routeTree.gen.ts');
  expect(paths.length).toBeGreaterThan(500);

  expect(paths.filter((path) => !/^(?:#!.*\n)?\/\*/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('a screen of routes/ has at most 40 lines, because it only names a path, loads data, and combines features', () => {
  const screens = [...readModules(['src']).keys()].filter((path) => /^src\/routes\/.*\.tsx$/.test(path));
  expect(screens.length).toBeGreaterThan(20);

  const lengths = screens.map((path) => [path, readFileSync(path, 'utf8').trimEnd().split('\n').length] as const);
  expect(lengths.filter(([, lines]) => lines > 40)).toEqual([]);
});
