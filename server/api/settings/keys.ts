/** The server's signing keys: generated once and stored in the database, so that all instances share them. */
import { randomBytes } from 'node:crypto';

import type { Database } from '@server/db/database';
import { settings } from '@server/db/schema';
import * as z from 'zod/mini';

import { readSetting } from './read-setting';

/** Returns a stored key, and creates it at the first call. */
async function readKey(database: Database, key: string): Promise<string> {
  const made = randomBytes(48).toString('base64url');
  await database.insert(settings).values({ key, value: made }).onConflictDoNothing();
  return z.parse(z.string(), await readSetting(database, key));
}

/** Returns the key that signs access tokens. It is stored, so that sessions survive a restart. */
export function readSigningKey(database: Database): Promise<string> {
  return readKey(database, 'signing-key');
}

/** Returns the key that signs the URLs of files. */
export function readFileKey(database: Database): Promise<string> {
  return readKey(database, 'file-key');
}
