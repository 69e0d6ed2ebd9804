/** Every file says what it is for before it says anything else. */
import { readFileSync } from 'node:fs';

import { readModules } from '@tests/house/modules';
import { expect, test } from 'vitest';

test('every file opens with one sentence on what it is for', () => {
  const paths = [...readModules(['src', 'sw', 'server']).keys()].filter((path) => path !== 'src/routeTree.gen.ts');
  expect(paths.length).toBeGreaterThan(500);

  expect(paths.filter((path) => !/^(?:#!.*\n)?\/\*/.test(readFileSync(path, 'utf8')))).toEqual([]);
});
