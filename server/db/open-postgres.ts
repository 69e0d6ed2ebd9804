/** A PostgreSQL elsewhere, by DATABASE_URL: a pool that outlives it. */
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
  /** How many connections at once. */
  connections: number;
  /** How long to wait for one of them, or for a new one, in ms. */
  waitMs: number;
  /** How long a statement may take, in ms. */
  statementMs: number;
  /** Whether statements have names by which PostgreSQL knows them again. */
  isNaming: boolean;
}

/** count(*) and bigint as numbers, as PGlite is told too. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format as 'text');

/** The pool waits by callback. */
async function tell(callback: (failure: Error) => void, connecting: Promise<void>): Promise<void> {
  let failure: unknown;
  try {
    await connecting;
  } catch (error) {
    failure = error;
  }
  callback(failure as Error);
}

/** A client of the host that is asked now; where there are several, of one that takes writes. */
function clientOf(hosts: PostgresHosts, waitMs: number) {
  return class HostClient extends pg.Client {
    readonly url: string;
    /** Whether anybody has had it before. */
    hasServed = false;
    /** What broke it. */
    brokenBy: Error | undefined;
    constructor(config?: pg.ClientConfig) {
      const url = hosts.current;
      super({ ...config, connectionString: url });
      this.url = url;
      // One that breaks must not end the process: the pool listens only while it is idle, and not before it stands.
      this.on('error', (error) => (this.brokenBy = error));
    }

    private async connectForWrites(): Promise<void> {
      await super.connect();
      if (hosts.count === 1) return;
      // As libpq asks for target_session_attrs=read-write.
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
      void tell(callback, connecting);
    }
  };
}

type HostConnection = PoolConnection & { url: string; hasServed: boolean; brokenBy?: Error };

/** Takes a connection, of whichever host has one. @throws {DatabaseUnavailableError} when none does. */
async function takeConnection(pool: pg.Pool, hosts: PostgresHosts): Promise<HostConnection> {
  let failure: unknown;
  for (let tries = 0; tries < hosts.count;) {
    try {
      const connection = (await pool.connect()) as HostConnection;
      const { url, brokenBy } = connection;
      if (url === hosts.current && !brokenBy) return connection;
      connection.release(true);
      // Else to a host that has been left since.
      if (brokenBy) throw brokenBy;
    } catch (error) {
      failure = error;
      tries += 1;
    }
  }
  throw new DatabaseUnavailableError(`PostgreSQL: ${String(failure)}`, false, { cause: failure });
}

/** drizzle's database on a pool of ours: its own leaks a connection that breaks at the begin of a transaction. */
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
        // It broke while nobody asked it anything, and nothing was begun: another one may stand.
        if (hasServed && session.wasDeadAlready) continue;
        // A rollback that fails as well would hide it.
        throw session.failure ?? error;
      } finally {
        if (session.isReadOnly) hosts.leave(connection.url);
        session.release();
      }
    }
  }
  // One for all: it remembers the columns' names, and a transaction is begun with every write.
  const dialect = new PgDialect();
  const on = (asked: Pick<PostgresSession, 'query'>): Database =>
    new NodePgDatabase(dialect, new NodePgSession(asked as unknown as pg.Client, dialect, undefined), undefined);
  const database: Database = on({ query: (config, params) => withSession((session) => session.query(config, params)) });
  database.transaction = (work, options) => withSession((session) => on(session).transaction(work, options));
  return database;
}

/** What is wrong, in one line; never the address, which holds a password. */
function cannotConnect(error: unknown): ConfigError {
  const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return new ConfigError(`DATABASE_URL: PostgreSQLに接続できません（${code ?? message}）。`);
}

/** Opens a pool of connections. @throws {ConfigError} when nobody answers there. */
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
  // One broke that was idle; the next call opens another.
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
