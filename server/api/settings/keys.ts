/** The server's signing keys: generated once and stored in the database, so that all instances share them. */
import { randomBytes } from 'node:crypto';

import type { Database } from '@server/db/database';
import { settings } from '@server/db/schema';
import * as z from 'zod/mini';

import { readSetting } from './read-setting';

/** A key that is made once and kept. */
async function readKey(database: Database, key: string): Promise<string> {
  const made = randomBytes(48).toString('base64url');
  await database.insert(settings).values({ key, value: made }).onConflictDoNothing();
  return z.parse(z.string(), await readSetting(database, key));
}

/** The key that signs access tokens: made once, so that a restart signs nobody out. */
export function readSigningKey(database: Database): Promise<string> {
  return readKey(database, 'signing-key');
}

/** The key that signs the URLs of files. */
export function readFileKey(database: Database): Promise<string> {
  return readKey(database, 'file-key');
}
