/** Migrates a database and fills it with first data, in one transaction; several server instances take turns. */
import { ConfigError } from '@server/lib/environment';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';

import { takeAdvisoryLock } from './advisory-lock';
import type { Database } from './database';
import { encodingFaultWords, requireRecentServer } from './postgres-version';

/**
 * The folder of migrations, relative to the working directory, which is the project's folder also for the bundled
 * server.
 */
const migrationsFolder = 'server/db/migrations';

/**
 * Migrations that exist in two forms, by hash: each with the hash of its other form. If one form was applied, the other
 * counts as applied; both are recorded, so that builds of either form open the database. 0009 made the column
 * `received_at` instead of `recorded_at` in builds of 26 November 2026; 0014 makes both columns out of either.
 */
const otherForms = new Map([
  [
    'e9451e81e8464f728e9b94242dae292c9fa8af1b1a7f3c042853bb0b7f072080',
    '27c6dde70e5db8bb4029bf44d5bbc7caa7006c860d6ca7a48aaba0b07e521959',
  ],
]);

const formsOf = (hash: string): string[] => [hash, otherForms.get(hash)].filter((form) => form !== undefined);

/** Returns the hashes of all migrations of this version, in each form. */
export function knownMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder }).flatMap(({ hash }) => formsOf(hash));
}

async function migrate(transaction: Database): Promise<void> {
  await transaction.execute(
    sql`create table if not exists migrations (hash text primary key, applied_at timestamptz not null)`,
  );
  const applied = await transaction.execute(sql`select hash from migrations`);
  const hashes = new Set((applied as unknown as { rows: { hash: string }[] }).rows.map((row) => row.hash));
  for (const migration of readMigrationFiles({ migrationsFolder })) {
    const forms = formsOf(migration.hash);
    if (!forms.some((form) => hashes.has(form)))
      for (const statement of migration.sql) await transaction.execute(sql.raw(statement));
    for (const form of forms.filter((one) => !hashes.has(one)))
      await transaction.execute(sql`insert into migrations values (${form}, now())`);
  }
}

async function requireUsable(transaction: Database): Promise<void> {
  const shown = await transaction.execute(
    sql`select current_setting('server_version') as server_version, current_setting('server_encoding') as server_encoding`,
  );
  const [row] = (shown as unknown as { rows: { server_version: string; server_encoding: string }[] }).rows;
  requireRecentServer(row?.server_version ?? '');
  const fault = encodingFaultWords(row?.server_encoding ?? '');
  if (fault) throw new ConfigError(`DATABASE_URL: ${fault}`);
}

/** Applies missing migrations, then runs `fill`, in one transaction. */
export function prepareDatabase<T>(database: Database, fill: (transaction: Database) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    // Instances that start at the same time on one PostgreSQL wait for this lock.
    await takeAdvisoryLock(transaction, 'prepare');
    await requireUsable(transaction);
    await migrate(transaction);
    return fill(transaction);
  });
}
