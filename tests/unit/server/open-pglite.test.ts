/** Tests that a data folder that cannot be opened, or is corrupt, ends the start with one line that says what to do. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { corruptionFailure } from '@server/db/corruption';
import { DatabaseUnavailableError } from '@server/db/database-unavailable';
import { openPGlite } from '@server/db/open-pglite';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';
import { startTestServer } from '@tests/support/server';
import { copyTemplateDatabase, listLogSegments } from '@tests/support/template-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'manabiba-broken-'));
  await copyTemplateDatabase(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const inDatabase = (name: string) => join(dataDir, 'database', name);
const eachSegment = (damage: (segment: string) => void) => () => listLogSegments(inDatabase('')).forEach(damage);

async function expectRefusal() {
  const opening = openPGlite(dataDir);

  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow(
    /^DATA_DIR: [^\n]*空き容量 \d+ MB[^\n]*npm run restore -- FILE DIR で、バックアップから戻してください。$/,
  );
}

/** Returns the path of the file that holds the table `users`, after a vacuum. */
async function findUsers(): Promise<string> {
  const { database, close } = await openPGlite(dataDir);
  await database.execute(sql`vacuum users`);
  const found = await database.execute(sql`select pg_relation_filepath('users') as path`);
  await close();
  return inDatabase((found as unknown as { rows: { path: string }[] }).rows[0]?.path ?? '');
}

test.each([
  ['its control file is truncated', () => truncateSync(inDatabase('global/pg_control'), 100)],
  ['its control file is missing', () => rmSync(inDatabase('global/pg_control'))],
  ['its WAL is missing', eachSegment((segment) => rmSync(segment))],
  ['its WAL is truncated', eachSegment((segment) => truncateSync(segment, 8192))],
  ['its WAL is empty', eachSegment((segment) => writeFileSync(segment, Buffer.alloc(2 ** 24)))],
])('fault: %s → the start ends with one line', async (_, damage) => {
  damage();
  await expectRefusal();
});

test.each([
  ['cut off', (file: string) => truncateSync(file, 0)],
  ['gone', (file: string) => rmSync(file)],
])('fault: a table is %s → the start ends with one line', async (_, damage) => {
  damage(await findUsers());
  await expectRefusal();
});

test('fault: a byte of a table is corrupt → a call that reads it fails, and the log has the reason', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = await startTestServer();
  try {
    const found = await server.database.execute(
      sql`select pg_relation_filepath('companies') as path, current_setting('data_checksums') as sums`,
    );
    const [row] = (found as unknown as { rows: { path: string; sums: string }[] }).rows;
    expect(row?.sums).toBe('on');
    const token = await server.login('teacher');
    await server.pause();
    const file = openSync(join(server.dataDir, 'database', row?.path ?? ''), 'r+');
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, 8000);
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, 8000);
    closeSync(file);
    await server.resume();

    expect((await server.call('GET', '/api/v1/companies/', { token })).status).toBe(500);
    expect(log.mock.calls.flat().join('\n')).toMatch(/invalid page in block 0 of relation/);
  } finally {
    await server.stop();
    log.mockRestore();
  }
});

test('fault: the disk is full when a start writes its first data → one line without a restore', () => {
  const full = new Error('Failed query', { cause: new DatabaseUnavailableError('DATA_DIR: errno 51', false) });

  expect(corruptionFailure(full, dataDir)?.message).toMatch(
    /^DATA_DIR: [^\n]* のデータベースに書き込めません（空き容量 \d+ MB）。(?!.*restore)[^\n]*$/,
  );
});

test('describeError formats thrown values that are not errors', () => {
  expect(describeError({ name: 'ErrnoError', errno: 51 })).toContain('errno: 51');
});
