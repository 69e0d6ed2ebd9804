/** A PostgreSQL elsewhere, by DATABASE_URL. */
import { ConfigError } from '@server/config';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { OpenDatabase } from './database';
import * as schema from './schema';

/** count(*) and bigint as numbers, as PGlite is told too. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format as 'text');

/** Opens a pool of connections. @throws {ConfigError} when nobody answers there. */
export async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    options: '-c timezone=UTC',
    types: { getTypeParser },
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', (error) => console.error(`PostgreSQL: ${error.message}`));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATABASE_URL: PostgreSQLに接続できません（${code ?? message}）。`);
  }
  return { database: drizzle(pool, { schema }), close: () => pool.end() };
}
