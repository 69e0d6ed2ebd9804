/** Migrates a database and fills it with first data, in one transaction; instances take turns. */
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';

import { takeAdvisoryLock } from './advisory-lock';
import type { Database } from './database';
import { requireRecentServer } from './postgres-version';

/** Relative to the working directory, which is the project's folder also for the bundled server. */
const migrationsFolder = 'server/db/migrations';

/** Returns the hashes of all migrations of this version. */
export function knownMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
}

async function migrate(transaction: Database): Promise<void> {
  await transaction.execute(
    sql`create table if not exists migrations (hash text primary key, applied_at timestamptz not null)`,
  );
  const applied = await transaction.execute(sql`select hash from migrations`);
  const hashes = new Set((applied as unknown as { rows: { hash: string }[] }).rows.map((row) => row.hash));
  for (const migration of readMigrationFiles({ migrationsFolder })) {
    if (hashes.has(migration.hash)) continue;
    for (const statement of migration.sql) await transaction.execute(sql.raw(statement));
    await transaction.execute(sql`insert into migrations values (${migration.hash}, now())`);
  }
}

async function requireVersion(transaction: Database): Promise<void> {
  const shown = await transaction.execute(sql`show server_version`);
  requireRecentServer((shown as unknown as { rows: { server_version: string }[] }).rows[0]?.server_version ?? '');
}

/** Applies missing migrations, then runs `fill`, in one transaction. */
export function prepareDatabase<T>(database: Database, fill: (transaction: Database) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    // Instances that start at the same time on one PostgreSQL wait here.
    await takeAdvisoryLock(transaction, 'prepare');
    await requireVersion(transaction);
    await migrate(transaction);
    return fill(transaction);
  });
}
