/** Checks a PostgreSQL for doctor: connection, version, permissions, number of connections, clock. */
import type { Config } from '@server/config';
import type { Database } from '@server/db/database';
import { openPostgres } from '@server/db/open-postgres';
import { encodingFaultWords, requireRecentServer } from '@server/db/postgres-version';
import { ConfigError } from '@server/lib/environment';
import { countForDoctor } from '@server/ops/strip-pictures/picture-calls';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { SECOND_MS } from '@/lib/constants';

import { countFindings } from './count-checks';
import { type Finding, fail, pass, warn } from './finding';

/** The oldest major version of PostgreSQL that still gets fixes. */
const OLDEST_SUPPORTED = 14;
/** Tolerated difference of clocks, ms: network delay and rounding are smaller. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * SECOND_MS;

const rowSchema = z.object({
  version: z.string(),
  encoding: z.string(),
  mayCreate: z.boolean(),
  isReadOnly: z.boolean(),
  maxConnections: z.coerce.number(),
  nowMs: z.coerce.number(),
});

async function readState(database: Database) {
  const result = await database.execute(sql`
    select current_setting('server_version') as "version",
      current_setting('server_encoding') as "encoding",
      has_schema_privilege(current_user, 'public', 'create') as "mayCreate",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('max_connections')::int as "maxConnections",
      extract(epoch from clock_timestamp())::double precision * 1000 as "nowMs"`);
  return z.parse(rowSchema, (result as unknown as { rows: unknown[] }).rows[0]);
}

/** Checks the version of PostgreSQL as a start does, and warns of one without fixes. */
export function checkServerVersion(version: string): Finding {
  const about = 'DATABASE_URL';
  try {
    requireRecentServer(version);
  } catch (error) {
    return fail(about, (error as Error).message.replace(/^DATABASE_URL: /, ''));
  }
  const isOld = Number.parseInt(version, 10) < OLDEST_SUPPORTED;
  return (isOld ? warn : pass)(about, `PostgreSQL ${version} につながります。`);
}

async function checkOpenDatabase(database: Database, { postgres }: Config): Promise<Finding[]> {
  const about = 'DATABASE_URL';
  const { version, encoding, mayCreate, isReadOnly, maxConnections, nowMs } = await readState(database);
  const encodingFault = encodingFaultWords(encoding);
  const ahead = Math.round((nowMs - Date.now()) / SECOND_MS);
  return [
    checkServerVersion(version),
    ...(encodingFault ? [fail(about, encodingFault)] : []),
    isReadOnly ? fail(about, '書き込みができないデータベースです。') : pass(about, '書き込めます。'),
    mayCreate
      ? pass(about, 'テーブルを作れます。')
      : fail(about, 'このユーザーには、テーブルを作る権限がありません。GRANT CREATE ON SCHEMA public TO …'),
    postgres.connections < maxConnections
      ? pass('DATABASE_CONNECTIONS', `${postgres.connections}（相手の上限は ${maxConnections}）`)
      : fail(
          'DATABASE_CONNECTIONS',
          `${postgres.connections} は、相手の上限 ${maxConnections} より少なくしてください。`,
        ),
    Math.abs(ahead * SECOND_MS) > MAX_CLOCK_DIFFERENCE_MS
      ? fail('時計', `データベースの時計と${Math.abs(ahead)}秒ずれています。時刻を合わせてください。`)
      : pass('時計', 'データベースと合っています。'),
    ...countFindings(await countForDoctor(database)),
  ];
}

/** Connects to a PostgreSQL and checks it. */
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
    return [fail('DATABASE_URL', words)];
  }
}
