/** The first data of an empty database, demo data or one admin, and who may sign in to one that was there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '@server/config';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { refuseDemoPeople, removeDemoPeople } from '@server/demo/remove-demo-people';
import { seedDemoData } from '@server/demo/seed';
import { ConfigError } from '@server/lib/environment';

import { ensureAdmin, hasAdmin, requireGoodAdminPassword } from './first-admin';

const NOBODY = 'ADMIN_USERNAME と ADMIN_PASSWORD: 管理者がいないデータベースを始めるには、両方が必要です。';

/** Refuses early what {@link fillDatabase} would refuse after making a whole new database. @throws {ConfigError} */
export function requireFirstUser({ demo, admin, databaseUrl, dataDir }: Config): void {
  const isNew = databaseUrl === undefined && !existsSync(join(dataDir, 'database'));
  if (isNew && !demo && !admin) throw new ConfigError(NOBODY);
  if (isNew && admin) requireGoodAdminPassword(admin);
}

/**
 * Sees to it that the right people can sign in: fills a database in which there is nobody yet, makes or restores the admin
 * that is named, and leaves nobody of the demo where there shall be none.
 *
 * @returns what was changed in a database that was there, in words for whoever started the server.
 * @throws {ConfigError} when nobody could ever sign in, or everybody.
 */
export async function fillDatabase(transaction: Database, config: Config): Promise<string[]> {
  const { demo, admin, removesDemoPeople } = config;
  const [somebody] = await transaction.select({ id: users.id }).from(users).limit(1);
  if (!somebody && demo) await seedDemoData(transaction);
  const restored = admin ? await ensureAdmin(transaction, admin) : [];
  const removed = removesDemoPeople ? await removeDemoPeople(transaction) : [];
  if (!demo) await refuseDemoPeople(transaction);
  const mayLackAdmin = !somebody || removed.length > 0;
  if (mayLackAdmin && !(await hasAdmin(transaction))) throw new ConfigError(NOBODY);
  return [...restored, ...removed];
}
