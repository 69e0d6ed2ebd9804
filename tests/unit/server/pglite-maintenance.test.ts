/** Tests the maintenance of the embedded database: vacuum and checkpoints free the space of replaced files. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { storeFile } from '@server/api/content/store-file';
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

test('after rows were added and a pause, the embedded database has statistics of the table, by which it plans queries', async () => {
  vi.useFakeTimers();
  const { database, close } = await openPGlite(dataDir);
  await database.execute(sql`insert into settings select 'added' || number, '1' from generate_series(1, 2000) number`);
  await vi.advanceTimersByTimeAsync(40_000);
  const answer = await database.execute(
    sql`select n_distinct as distinct from pg_stats where tablename = 'settings' and attname = 'key'`,
  );
  await close();
  vi.useRealTimers();
  // -1: every value is different.
  expect((answer as unknown as { rows: object[] }).rows).toEqual([{ distinct: -1 }]);
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
