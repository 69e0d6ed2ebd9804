/** Brings a database up to date: migrations, then the first data, in one transaction and one server at a time. */
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';

import { takeAdvisoryLock } from './advisory-lock';
import type { Database } from './database';

/** The server runs in the project's folder, wherever its own code was bundled to. */
const migrationsFolder = 'server/db/migrations';

/** The hashes of all migrations that this program knows. */
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

/** Applies what is missing of the schema, then `fill`; all of it or, after a crash, nothing. */
export function prepareDatabase<T>(database: Database, fill: (transaction: Database) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    // Servers that start together on one PostgreSQL queue up here.
    await takeAdvisoryLock(transaction, 'prepare');
    await migrate(transaction);
    return fill(transaction);
  });
}
