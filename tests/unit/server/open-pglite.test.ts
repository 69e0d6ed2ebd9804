/** A data folder that cannot be opened ends the start with one line that says what to do. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPGlite } from '@server/db/open-pglite';
import { describeError } from '@server/describe-error';
import { ConfigError } from '@server/environment';
import { copyTemplateDatabase } from '@tests/support/template-database';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'manabiba-broken-'));
  await copyTemplateDatabase(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test.each([
  ['its control file is cut off', () => truncateSync(join(dataDir, 'database/global/pg_control'), 100)],
  ['it is of no version', () => writeFileSync(join(dataDir, 'database/PG_VERSION'), 'x')],
])('when %s', async (_, damage) => {
  damage();

  const opening = openPGlite(dataDir);

  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow(/^DATA_DIR: [^\n]*空き容量 \d+ MB[^\n]*バックアップから戻してください。$/);
});

test('what is thrown and is no error is told in words, not as [object Object]', () => {
  expect(describeError({ name: 'ErrnoError', errno: 51 })).toContain('errno: 51');
});
