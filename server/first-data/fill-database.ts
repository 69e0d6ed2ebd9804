/** First data of an empty database (demo data or one admin), and the checks of accounts at each start. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { recordUserChange } from '@server/api/audit/audit-log';
import { passwordFault } from '@server/api/auth/password-rules';
import { hashPassword, verifyPassword } from '@server/api/auth/passwords';
import { revokeSessions } from '@server/api/auth/sessions';
import type { Config } from '@server/config';
import { type Database, laterThan, now } from '@server/db/database';
import { users } from '@server/db/schema';
import { refuseDemoPeople, removeDemoPeople } from '@server/demo/remove-demo-people';
import { seedDemoData } from '@server/demo/seed';
import { ConfigError } from '@server/lib/environment';
import { and, eq, sql } from 'drizzle-orm';

/** The admin of ADMIN_USERNAME and ADMIN_PASSWORD: created, or repaired, at each start with these variables. */
type Admin = NonNullable<Config['admin']>;

/** Checks a password that is about to be set; a password set earlier is not checked again. @throws {ConfigError} */
function requireGoodAdminPassword({ username, password }: Admin): void {
  const fault = passwordFault(password, username);
  if (fault) throw new ConfigError(`ADMIN_PASSWORD: ${fault}`);
}

async function makeAdmin(transaction: Database, admin: Admin): Promise<string[]> {
  requireGoodAdminPassword(admin);
  const { username, password } = admin;
  const passwordHash = await hashPassword(password);
  const values = { id: randomUUID(), username, passwordHash, name: '管理者', role: 'ADMIN' as const, active: true };
  await transaction.insert(users).values({ ...values, createdAt: now, updatedAt: now });
  await recordUserChange(transaction, undefined, 'create', values);
  return [`ADMIN_USERNAME: 管理者 ${username} を登録しました。`];
}

/** Returns true if there is an active admin. */
async function hasAdmin(database: Database): Promise<boolean> {
  const isAdmin = and(eq(users.role, 'ADMIN'), eq(users.active, true));
  const [admin] = await database.select({ id: users.id }).from(users).where(isAdmin).limit(1);
  return admin !== undefined;
}

/**
 * Makes sure that this admin can sign in: creates the account, or restores its role, active state and password.
 *
 * @returns what was changed: Japanese sentences for the terminal.
 */
export async function ensureAdmin(transaction: Database, admin: Admin): Promise<string[]> {
  const [user] = await transaction
    .select()
    .from(users)
    .where(sql`lower(${users.username}) = ${admin.username.toLowerCase()}`);
  if (!user) return makeAdmin(transaction, admin);
  const hasPassword = await verifyPassword(admin.password, user.passwordHash);
  const isChanged = { 役割: user.role !== 'ADMIN', 利用停止: !user.active, パスワード: !hasPassword };
  const changed = Object.entries(isChanged).flatMap(([what, is]) => (is ? [what] : []));
  if (changed.length === 0) return [];
  if (!hasPassword) requireGoodAdminPassword(admin);
  const passwordHash = hasPassword ? user.passwordHash : await hashPassword(admin.password);
  await transaction
    .update(users)
    .set({ role: 'ADMIN', active: true, passwordHash, updatedAt: laterThan(users.updatedAt) })
    .where(eq(users.id, user.id));
  await recordUserChange(transaction, undefined, 'change', user);
  // Sessions that were started with the old password end.
  if (!hasPassword) await revokeSessions(transaction, user.id);
  return [`ADMIN_USERNAME: ${user.username} を管理者に戻しました（${changed.join('、')}）。`];
}

const ADMIN_NEEDED = 'ADMIN_USERNAME と ADMIN_PASSWORD: 管理者がいないデータベースを始めるには、両方が必要です。';

/**
 * Refuses a missing or bad admin password early: {@link fillDatabase} would refuse it only after creating a whole new
 * database. @throws {ConfigError}
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
