/** Moves the clock of a test server's database: a test can let weeks pass between two calls. */
import { sql } from 'drizzle-orm';

import type { TestServer } from './server';

/**
 * Makes the database find a clock of the test before PostgreSQL's own, and restarts the server. Call it before
 * {@link setClock}.
 */
export async function useOwnClock(server: TestServer): Promise<void> {
  const { rows } = (await server.database.execute(sql`select current_database() as name`)) as unknown as {
    rows: { name: string }[];
  };
  await server.database.execute(sql.raw(`alter database "${rows[0]?.name}" set search_path to public, pg_catalog`));
  await server.pause();
  await server.resume();
  // PGlite names a path when it connects, which comes before the database's setting.
  await server.database.execute(sql`set search_path to public, pg_catalog`);
}

/** Sets the database's clock, which runs on from this time. @param timeMs milliseconds since 1970. */
export async function setClock({ database }: TestServer, timeMs: number): Promise<void> {
  const ms = Math.round(timeMs - Date.now());
  await database.execute(
    sql.raw(`create or replace function public.statement_timestamp() returns timestamptz language sql stable
      as $$ select pg_catalog.statement_timestamp() + interval '${ms} milliseconds' $$`),
  );
}
