/** First data of an empty database (demo data or one admin), and the checks of accounts at each start. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '@server/config';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { refuseDemoPeople, removeDemoPeople } from '@server/demo/remove-demo-people';
import { seedDemoData } from '@server/demo/seed';
import { ConfigError } from '@server/lib/environment';

import { ensureAdmin, hasAdmin, requireGoodAdminPassword } from './first-admin';

const ADMIN_NEEDED = 'ADMIN_USERNAME と ADMIN_PASSWORD: 管理者がいないデータベースを始めるには、両方が必要です。';

/**
 * Refuses a missing or bad admin password early: {@link fillDatabase} would refuse it only after creating a whole new database. @throws
 * {ConfigError}
 */
export function requireFirstUser({ demo, admin, databaseUrl, dataDir }: Config): void {
  const isNew = databaseUrl === undefined && !existsSync(join(dataDir, 'database'));
  if (isNew && !demo && !admin) throw new ConfigError(ADMIN_NEEDED);
  if (isNew && admin) requireGoodAdminPassword(admin);
}

/**
 * Fills a database without users with demo data, creates or repairs the configured admin, and removes or refuses demo
 * accounts.
 *
 * @returns what was changed: Japanese sentences for the terminal.
 * @throws {ConfigError} if there would be no admin, or if demo accounts keep the published password with DEMO=off.
 */
export async function fillDatabase(transaction: Database, config: Config): Promise<string[]> {
  const { demo, admin, removesDemoPeople } = config;
  const [anyUser] = await transaction.select({ id: users.id }).from(users).limit(1);
  if (!anyUser && demo) await seedDemoData(transaction);
  const restored = admin ? await ensureAdmin(transaction, admin) : [];
  const removed = removesDemoPeople ? await removeDemoPeople(transaction) : [];
  if (!demo) await refuseDemoPeople(transaction);
  const mayLackAdmin = !anyUser || removed.length > 0;
  if (mayLackAdmin && !(await hasAdmin(transaction))) throw new ConfigError(ADMIN_NEEDED);
  return [...restored, ...removed];
}
