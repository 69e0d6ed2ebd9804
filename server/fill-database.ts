/** The first data of an empty database: demo data, or one admin (issue: `DEMO=off`). */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { hashPassword } from './auth/passwords';
import { type Config, ConfigError } from './config';
import { type Database, now } from './db/database';
import { users } from './db/schema';
import { seedDemoData } from './demo/seed';

const NOBODY = 'ADMIN_USERNAME と ADMIN_PASSWORD: 空のデータベースを DEMO=off で始めるには両方が必要です。';

/** Refuses early what {@link fillDatabase} would refuse after making a whole new database. @throws {ConfigError} */
export function requireFirstUser({ demo, admin, databaseUrl, dataDir }: Config): void {
  const isNew = databaseUrl === undefined && !existsSync(join(dataDir, 'database'));
  if (isNew && !demo && !admin) throw new ConfigError(NOBODY);
}

/** Fills a database in which there is nobody yet. @throws {ConfigError} when nobody could ever sign in. */
export async function fillDatabase(transaction: Database, config: Config): Promise<void> {
  const [somebody] = await transaction.select({ id: users.id }).from(users).limit(1);
  if (somebody) return;
  if (config.demo) return seedDemoData(transaction);
  if (!config.admin) throw new ConfigError(NOBODY);
  const { username, password } = config.admin;
  const passwordHash = await hashPassword(password);
  const values = { id: randomUUID(), username, passwordHash, name: '管理者', role: 'ADMIN' as const, active: true };
  await transaction.insert(users).values({ ...values, createdAt: now });
}
