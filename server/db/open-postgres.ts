/** Opens a PostgreSQL (DATABASE_URL): a connection pool that survives failovers and restarts of the database. */
import { ConfigError } from '@server/lib/environment';
import { complain } from '@server/lib/log';
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

import type { Database, OpenDatabase } from './database';
import { DatabaseUnavailableError } from './database-unavailable';
import { startFailure } from './postgres-failures';
import { PostgresHosts, splitHosts } from './postgres-hosts';
import { type PoolConnection, PostgresSession } from './postgres-session';

export interface PostgresOptions {
  /** Size of the connection pool. */
  connections: number;
  /** Timeout for getting a free connection or opening a new one, ms. */
  waitMs: number;
  /** Timeout of a statement, ms. */
  statementMs: number;
  /** True if named prepared statements are used. */
  isNaming: boolean;
}

/** Reads count(*) and bigint as numbers, like open-pglite.ts does for PGlite. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format as 'text');

/** Calls the pool's callback when a promise settles. */
async function callBack(callback: (failure: Error) => void, connecting: Promise<void>): Promise<void> {
  let failure: unknown;
  try {
    await connecting;
  } catch (error) {
    failure = error;
  }
  callback(failure as Error);
}

/** Returns a Client class that connects to the current host and, with several hosts, accepts only a writable one. */
function clientOf(hosts: PostgresHosts, waitMs: number) {
  return class HostClient extends pg.Client {
    readonly url: string;
    /** True once the connection has been used for a call. */
    hasServed = false;
    /** The error that broke the connection. */
    brokenBy: Error | undefined;
    constructor(config?: pg.ClientConfig) {
      const url = hosts.current;
      super({ ...config, connectionString: url });
      this.url = url;
      // Listen for errors: without a listener an error would end the process, and the pool listens only while the client is idle.
      this.on('error', (error) => (this.brokenBy = error));
    }

    private async connectForWrites(): Promise<void> {
      await super.connect();
      if (hosts.count === 1) return;
      // The same check as libpq's for target_session_attrs=read-write.
      const asked = { text: 'show transaction_read_only', query_timeout: waitMs };
      const { rows } = await this.query<{ transaction_read_only: string }>(asked);
      if (rows[0]?.transaction_read_only === 'on') throw new Error('The host is read-only.');
    }

    override connect(): Promise<void>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<void> | void {
      const connecting = this.connectForWrites().catch((error: unknown) => {
        hosts.leave(this.url);
        void this.end();
        throw error;
      });
      if (!callback) return connecting;
      void callBack(callback, connecting);
    }
  };
}

type HostConnection = PoolConnection & { url: string; hasServed: boolean; brokenBy?: Error };

/** Takes a connection from the pool, trying each host once. @throws {DatabaseUnavailableError} if no host accepts one. */
async function takeConnection(pool: pg.Pool, hosts: PostgresHosts): Promise<HostConnection> {
  let failure: unknown;
  for (let tries = 0; tries < hosts.count;) {
    try {
      const connection = (await pool.connect()) as HostConnection;
      const { url, brokenBy } = connection;
      if (url === hosts.current && !brokenBy) return connection;
      connection.release(true);
      // If the connection did not break, its host is just no longer the current one: try the current host next.
      if (brokenBy) throw brokenBy;
    } catch (error) {
      failure = error;
      tries += 1;
    }
  }
  throw new DatabaseUnavailableError(`PostgreSQL: ${String(failure)}`, false, { cause: failure });
}

/** Creates a drizzle database on our pool. drizzle's own pool support leaks a connection that breaks at `begin`. */
function databaseOn(pool: pg.Pool, hosts: PostgresHosts, limitMs: number, isNaming: boolean): Database {
  async function withSession<T>(work: (session: PostgresSession) => Promise<T>): Promise<T> {
    for (;;) {
      const connection = await takeConnection(pool, hosts);
      const session = new PostgresSession(connection, limitMs, isNaming);
      const { hasServed } = connection;
      connection.hasServed = true;
      try {
        return await work(session);
      } catch (error) {
        // Retry on another connection: this one broke while it was idle, and executed no statement.
        if (hasServed && session.mayRetry) continue;
        // Report the session's first failure, not the failure of the rollback that follows.
        throw session.failure ?? error;
      } finally {
        if (session.isReadOnly) hosts.leave(connection.url);
        session.release();
      }
    }
  }
  // All sessions share one dialect, because it caches column names.
  const dialect = new PgDialect();
  const on = (asked: Pick<PostgresSession, 'query'>): Database =>
    new NodePgDatabase(dialect, new NodePgSession(asked as unknown as pg.Client, dialect, undefined), undefined);
  const database: Database = on({ query: (config, params) => withSession((session) => session.query(config, params)) });
  database.transaction = (work, options) => withSession((session) => on(session).transaction(work, options));
  return database;
}

/** Creates the error of a failed connection, without the URL, which contains a password. */
function cannotConnect(error: unknown): ConfigError {
  const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return new ConfigError(`DATABASE_URL: PostgreSQLに接続できません（${code ?? message}）。`);
}

/** Opens a connection pool. @throws {ConfigError} if no connection succeeds. */
export async function openPostgres(databaseUrl: string, options: PostgresOptions): Promise<OpenDatabase> {
  const urls = splitHosts(databaseUrl);
  if (urls.length === 0)
    throw new ConfigError('DATABASE_URL: postgres://ユーザー:パスワード@ホスト/データベース の形で指定してください。');
  const hosts = new PostgresHosts(urls);
  const pool = new pg.Pool({
    max: options.connections,
    connectionTimeoutMillis: options.waitMs,
    keepAlive: true,
    types: { getTypeParser },
    Client: clientOf(hosts, options.waitMs),
  });
  // Only log the error: an idle connection broke, and the next call opens another.
  pool.on('error', (error) => complain(`PostgreSQL: ${error.message}`));
  try {
    (await takeConnection(pool, hosts)).release();
  } catch (error) {
    await pool.end();
    throw startFailure(error) ?? cannotConnect(error);
  }
  return {
    database: databaseOn(pool, hosts, options.statementMs, options.isNaming),
    patient: databaseOn(pool, hosts, 0, false),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
