/**
 * Makes a data folder with the demo data, as the server's first start does, but small: each run copies it about a
 * hundred times.
 */
import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { setPasswordCost } from '@server/api/auth/passwords';
import { readSigningKey } from '@server/api/settings/keys';
import { readConfig } from '@server/config';
import { openPGlite } from '@server/db/open-pglite';
import { prepareDatabase } from '@server/db/prepare-database';
import { fillDatabase } from '@server/first-data/fill-database';

import { listLogSegments } from './template-database';

/** Deletes PostgreSQL's template databases, which no server uses, and the write-ahead log up to now. */
const DROPPED = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
  'select pg_switch_wal()',
  'checkpoint',
];

/** Shrinks the data folder to a quarter of its bytes and half of its files. */
async function makeSmall(folder: string): Promise<void> {
  const client = await PGlite.create({ dataDir: folder });
  for (const statement of DROPPED) await client.exec(statement);
  await client.close();
  // One segment of the write-ahead log is in use; the following segments are spare and can be deleted.
  const [current = '', ...later] = listLogSegments(folder);
  for (const segment of later) rmSync(segment);
  truncateSync(current, readFileSync(current).findLastIndex((byte) => byte !== 0) + 1);
}

/**
 * Makes a folder with the demo data; the folder must not exist yet.
 *
 * @param passwordCost the scrypt cost of the users' passwords.
 */
export async function makeDemoDatabase(folder: string, passwordCost: number): Promise<void> {
  const { database, close } = await openPGlite(folder);
  const config = readConfig({ DATA_DIR: folder });
  setPasswordCost(passwordCost);
  await prepareDatabase(database, (transaction) => fillDatabase(transaction, config));
  await readSigningKey(database);
  await close();
  await makeSmall(join(folder, 'database'));
  rmSync(join(folder, 'lock'), { force: true });
}
