/** Tests that the lists of tests/selection.ts name existing files. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { REST_FILES, SHORT_BROWSER_FILES } from '@tests/selection';
import { expect, test } from 'vitest';

test('every test file that selection.ts leaves out of npm test exists', () => {
  const paths = Object.values(REST_FILES).flat();
  const isThere = (path: string) =>
    path.includes('*') ? readdirSync(dirname(path)).some((name) => name.endsWith('.test.ts')) : existsSync(path);

  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('every browser test file that selection.ts lists for npm test exists', () => {
  expect(SHORT_BROWSER_FILES.filter((name) => !existsSync(`tests/e2e/${name}.spec.ts`))).toEqual([]);
});
