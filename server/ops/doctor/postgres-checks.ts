/** Looks at a PostgreSQL: whether it lets us in, what it is, what we may do there, what time it has. */
import type { Config } from '@server/config';
import type { Database } from '@server/db/database';
import { openPostgres } from '@server/db/open-postgres';
import { ConfigError } from '@server/lib/environment';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { SECOND_MS } from '@/lib/constants';

import { type Finding, ill, mind, well } from './finding';

/** The oldest that its makers still mend. */
const OLDEST = 14;
/** More than networks and rounding make of it. */
const CLOCK_MS = 5 * SECOND_MS;

const rowSchema = z.object({
  version: z.string(),
  mayCreate: z.boolean(),
  isReadOnly: z.boolean(),
  most: z.coerce.number(),
  nowMs: z.coerce.number(),
});

async function readState(database: Database) {
  const result = await database.execute(sql`
    select current_setting('server_version') as "version",
      has_schema_privilege(current_user, 'public', 'create') as "mayCreate",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('max_connections')::int as "most",
      extract(epoch from clock_timestamp())::double precision * 1000 as "nowMs"`);
  return z.parse(rowSchema, (result as unknown as { rows: unknown[] }).rows[0]);
}

async function checkOpenDatabase(database: Database, { postgres }: Config): Promise<Finding[]> {
  const about = 'DATABASE_URL';
  const { version, mayCreate, isReadOnly, most, nowMs } = await readState(database);
  const ahead = Math.round((nowMs - Date.now()) / SECOND_MS);
  const isOld = Number.parseInt(version, 10) < OLDEST;
  return [
    (isOld ? mind : well)(about, `PostgreSQL ${version} につながります。`),
    isReadOnly ? ill(about, '書き込みができないデータベースです。') : well(about, '書き込めます。'),
    mayCreate
      ? well(about, 'テーブルを作れます。')
      : ill(about, 'このユーザーには、テーブルを作る権限がありません。GRANT CREATE ON SCHEMA public TO …'),
    postgres.connections < most
      ? well('DATABASE_CONNECTIONS', `${postgres.connections}（相手の上限は ${most}）`)
      : ill('DATABASE_CONNECTIONS', `${postgres.connections} は、相手の上限 ${most} より少なくしてください。`),
    Math.abs(ahead * SECOND_MS) > CLOCK_MS
      ? ill('時計', `データベースの時計と${Math.abs(ahead)}秒ずれています。時刻を合わせてください。`)
      : well('時計', 'データベースと合っています。'),
  ];
}

export async function checkPostgres(databaseUrl: string, config: Config): Promise<Finding[]> {
  try {
    const { database, close } = await openPostgres(databaseUrl, config.postgres);
    try {
      return await checkOpenDatabase(database, config);
    } finally {
      await close();
    }
  } catch (error) {
    const words = error instanceof ConfigError ? error.message.replace(/^DATABASE_URL: /, '') : String(error);
    return [ill('DATABASE_URL', words)];
  }
}
