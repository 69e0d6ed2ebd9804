/** Tests the maintenance of the embedded database: vacuum and checkpoints free the space of replaced files. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { storeFile } from '@server/api/content/store-file';
import type { OpenDatabase } from '@server/db/database';
import { openPGlite } from '@server/db/open-pglite';
import { copyTemplateDatabase, listLogSegments, QUICK_START } from '@tests/support/template-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

setFlagsFromString(QUICK_START);

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'manabiba-tidy-'));
  await copyTemplateDatabase(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const BYTES = 500_000;

/** Replaces a picture several times, with a pause after each. @returns the table's growth in bytes. */
async function growth(times: number, waitMs: number): Promise<number> {
  vi.useFakeTimers();
  const { database, close } = await openPGlite(dataDir);
  const size = async () => {
    const answer = await database.execute(sql`select pg_total_relation_size('contents') as bytes`);
    return (answer as unknown as { rows: { bytes: number }[] }).rows[0]?.bytes ?? 0;
  };
  const before = await size();
  for (let time = 0; time < times; time += 1) {
    const bytes = new Uint8Array(randomBytes(BYTES));
    await storeFile(database, 'pub-container', 'one.png', { fileType: 'img', mediaType: 'image/png', bytes });
    await vi.advanceTimersByTimeAsync(waitMs);
  }
  const after = await size();
  await close();
  vi.useRealTimers();
  return after - before;
}

test('a picture that is replaced six times, with pauses, takes the space of fewer than three pictures in the embedded database', async () => {
  expect(await growth(6, 40_000)).toBeLessThan(3 * BYTES);
});

test('constant calls postpone the vacuum of the embedded database: replaced pictures take space', async () => {
  expect(await growth(6, 1000)).toBeGreaterThan(5 * BYTES);
});

/**
 * Opens the database, adds rows and continues with `work`.
 *
 * @returns the number of distinct keys in the statistics; undefined without any.
 */
async function distinctAfter(
  work: (database: OpenDatabase['database']) => Promise<unknown>,
): Promise<number | undefined> {
  const { database, close } = await openPGlite(dataDir);
  await database.execute(
    sql`insert into settings select 'added' || number || clock_timestamp(), '1' from generate_series(1, 5000) number`,
  );
  await work(database);
  const answer = await database.execute(
    sql`select n_distinct as distinct from pg_stats where tablename = 'settings' and attname = 'key'`,
  );
  await close();
  return (answer as unknown as { rows: { distinct: number }[] }).rows[0]?.distinct;
}
/** In the statistics: every value is different. */
const ALL_DISTINCT = -1;

test('after rows were added and a pause, the embedded database has statistics of the table, by which it plans queries', async () => {
  vi.useFakeTimers();
  expect(await distinctAfter(() => vi.advanceTimersByTimeAsync(40_000))).toBe(ALL_DISTINCT);
});

test('the embedded database updates its statistics during constant calls', async () => {
  vi.useFakeTimers();
  const callConstantly = async (database: OpenDatabase['database']) => {
    for (let second = 0; second < 40; second += 1) {
      await database.execute(sql`insert into settings values (${`call${second}`}, '1')`);
      await vi.advanceTimersByTimeAsync(1000);
    }
  };
  expect(await distinctAfter(callConstantly)).toBe(ALL_DISTINCT);
});

test('a database that an older build filled without statistics has them after the start', async () => {
  expect(await distinctAfter(() => Promise.resolve())).toBeUndefined();
  expect(await distinctAfter(() => Promise.resolve())).toBe(ALL_DISTINCT);
});

test("the embedded database's write-ahead log stays within its limit, also during constant calls", async () => {
  const { database, close } = await openPGlite(dataDir);
  const segments = () => listLogSegments(join(dataDir, 'database')).length;
  const counts: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    // Starts a new WAL segment, which otherwise happens after 16 MB of writes.
    await database.transaction((transaction) =>
      transaction.execute(sql`insert into settings values (${`s${time}`}, '1')`),
    );
    await database.transaction((transaction) => transaction.execute(sql`select pg_switch_wal()`));
    counts.push(segments());
  }
  await close();

  expect(Math.max(...counts)).toBeLessThanOrEqual(12);
});
