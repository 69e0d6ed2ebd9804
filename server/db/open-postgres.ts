/** Opens a PostgreSQL (DATABASE_URL): a connection pool that survives failovers and restarts of the database. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';

import { ConfigError } from '@server/lib/environment';
import { complain } from '@server/lib/log';
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

import type { Database, OpenDatabase } from './database';
import { DatabaseUnavailableError } from './database-unavailable';
import { isEnded, isReadOnly, startFailure, unavailableAfter, unavailableByStatementName } from './postgres-failures';
import { isReadStatement } from './read-statement';

// Cancels a running statement with PostgreSQL's CancelRequest, which needs a separate connection.

/** A connection's address and its BackendKeyData, which a CancelRequest must contain. */
interface Cancellable {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/** The code of a CancelRequest message. It takes the place of the protocol version in a start message. */
const CANCEL_CODE = 80_877_102;

function requestFor({ processID, secretKey }: Cancellable): Buffer {
  const request = Buffer.alloc(16);
  for (const [index, word] of [request.length, CANCEL_CODE].entries()) request.writeInt32BE(word, 4 * index);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return request;
}

/**
 * Sends a CancelRequest. PostgreSQL does not answer whether it had an effect.
 *
 * @param timeoutMs closes the connection.
 */
function cancelStatement(connection: Cancellable, timeoutMs: number): void {
  const { host, port } = connection;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // Wait until PostgreSQL closes the connection: a pooler drops the request if the client closes first.
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.unref();
  socket.write(requestFor(connection));
}

/** Time added to PostgreSQL's own statement timeout, so that PostgreSQL reports the timeout first. */
const GRACE_MS = 1000;

/** A connection of the pool; `end` aborts a running statement. */
type PoolConnection = pg.PoolClient & Pick<pg.Client, 'end'> & Cancellable;

const statementNames = new Map<string, string>();

/**
 * Returns a prepared statement's name: a hash of its text, because a pooler's connections serve several versions of the
 * server.
 */
function nameOf(text: string): string {
  const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

/**
 * A pool connection while one call uses it. Adds timeouts, and classifies failures by whether the statement was
 * executed.
 */
class PostgresSession {
  /** The failure that made this connection unusable; undefined while the connection works. */
  failure: DatabaseUnavailableError | undefined;
  /**
   * True if the call can be retried: its first statement met a broken connection or an invalid statement name, and
   * changed nothing.
   */
  mayRetry = false;
  private isInTransaction = false;
  private isLost = false;
  private isAborted = false;
  private isCancelled = false;
  private statementCount = 0;

  /**
   * Wraps a connection. @param limitMs timeout of a statement; 0: no timeout.
   * @param isNaming use named prepared statements, see `DATABASE_PREPARED`.
   */
  constructor(
    private readonly client: PoolConnection,
    private readonly limitMs: number,
    private readonly isNaming: boolean,
  ) {
    client.on('error', this.noteLost);
  }

  private readonly noteLost = () => {
    this.isLost = true;
  };

  /**
   * Returns the statement that begins a transaction, with timeouts for that transaction only: behind a pooler, the
   * session serves other clients afterwards.
   */
  private beginning(text: string): string {
    if (this.limitMs === 0) return text;
    // With a timeout for idle transactions, PostgreSQL releases the locks of this process if it hangs.
    return `${text}; set local statement_timeout = ${this.limitMs}; set local idle_in_transaction_session_timeout = ${3 * this.limitMs}`;
  }

  /**
   * Cancels a statement outside a transaction, for which no timeout can be set. A cancelled statement was not executed.
   */
  private cancel(): void {
    this.isCancelled = true;
    cancelStatement(this.client, GRACE_MS);
  }

  /**
   * Executes a statement. If it exceeds the timeout and a grace period, the connection is closed, which rolls back what
   * still runs.
   */
  private async execute(config: pg.QueryConfig, params: unknown[]): Promise<pg.QueryResult> {
    const abort = () => {
      this.isLost = true;
      this.isAborted = true;
      void this.client.end();
    };
    const isAlone = !this.isInTransaction;
    const handleTimeout = () => {
      if (isAlone) this.cancel();
      timer = setTimeout(abort, GRACE_MS);
    };
    let timer = this.limitMs > 0 ? setTimeout(handleTimeout, this.limitMs) : undefined;
    try {
      return await this.client.query(config, params);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Executes a statement whose success is permanent. If the standby did not confirm a commit, PostgreSQL reports this
   * as a warning only.
   */
  private async executePermanent(config: pg.QueryConfig, params: unknown[]): Promise<pg.QueryResult> {
    const warnings: string[] = [];
    const collectWarning = ({ severity, message }: { severity?: string; message?: string }) => {
      if (severity === 'WARNING') warnings.push(message ?? '');
    };
    this.client.on('notice', collectWarning);
    try {
      const result = await this.execute(config, params);
      if (warnings.length > 0) throw new DatabaseUnavailableError(`PostgreSQL: ${warnings.join(' ')}`, true);
      if (config.text === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return result;
    } finally {
      this.client.off('notice', collectWarning);
    }
  }

  /** Classifies a failure of a statement on this connection. */
  private fail(error: unknown, isPermanent: boolean, isNamed: boolean): unknown {
    const invalidName = isNamed ? unavailableByStatementName(error) : undefined;
    const unavailable =
      error instanceof DatabaseUnavailableError
        ? error
        : (invalidName ?? unavailableAfter(error, this.isLost, isPermanent));
    if (!unavailable) return error;
    this.failure ??= unavailable;
    const isBroken = !isPermanent && !this.isAborted && isEnded(error, this.isLost);
    this.mayRetry ||= this.statementCount === 1 && (isBroken || invalidName !== undefined);
    return unavailable;
  }

  /** Executes a statement for drizzle. @throws {DatabaseUnavailableError} if the database is unavailable. */
  async query(config: pg.QueryConfig, params: unknown[]): Promise<pg.QueryResult> {
    const isBegin = config.text.startsWith('begin');
    const isEnd = config.text === 'commit' || config.text === 'rollback';
    const isPermanent = config.text === 'commit' || !(this.isInTransaction || isBegin || isReadStatement(config.text));
    if (isBegin) this.isInTransaction = true;
    this.statementCount += 1;
    // Use no statement names inside a transaction: drizzle prepares its statements again in each transaction, so names
    // would not help.
    const name = this.isNaming && config.name && !this.isInTransaction ? nameOf(config.text) : undefined;
    try {
      const statement = { ...config, name, text: isBegin ? this.beginning(config.text) : config.text };
      const result = isPermanent
        ? await this.executePermanent(statement, params)
        : await this.execute(statement, params);
      if (isEnd) this.isInTransaction = false;
      return result;
    } catch (error) {
      throw this.fail(error, isPermanent, name !== undefined);
    }
  }

  /** True if the host of this connection has become read-only. */
  get isReadOnly(): boolean {
    return isReadOnly(this.failure?.cause);
  }

  /** Returns the connection to the pool, or destroys it if it is not reusable. */
  release(): void {
    // After the release the pool listens for errors. A connection with a cancelled statement is not reused, because the
    // cancel request may arrive late.
    const isUseless = this.isLost || this.isInTransaction || this.isCancelled || this.failure !== undefined;
    this.client.release(isUseless);
    this.client.off('error', this.noteLost);
  }
}

/**
 * Splits `postgres://user:password@one:5432,two:5433/database` into one URL per host.
 *
 * @returns [] if it is not such a URL.
 */
export function splitHosts(databaseUrl: string): string[] {
  const [, head, hosts = '', tail] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)((?:[/?].*)?)$/.exec(databaseUrl) ?? [];
  const urls = hosts.split(',').map((host) => `${head}${host}${tail}`);
  return head !== undefined && urls.every((url) => URL.canParse(url)) ? urls : [];
}

/** The PostgreSQL hosts of DATABASE_URL, one of which is the current host. */
export class PostgresHosts {
  private index = 0;

  constructor(private readonly urls: readonly string[]) {}

  get current(): string {
    return this.urls[this.index] ?? '';
  }

  get count(): number {
    return this.urls.length;
  }

  /** Makes the next host current, unless another call has done so already. */
  leave(url: string): void {
    if (url !== this.current || this.count === 1) return;
    this.index = (this.index + 1) % this.count;
  }
}

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
      // Listen for errors: without a listener an error would end the process, and the pool listens only while the
      // client is idle.
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

/**
 * Takes a connection from the pool, trying each host once.
 *
 * @throws {DatabaseUnavailableError} if no host accepts one.
 */
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
