/** A pool connection while one call uses it. Adds timeouts, and classifies failures by whether the statement was executed. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';

import type pg from 'pg';

import { DatabaseUnavailableError } from './database-unavailable';
import { unavailableAfter, unavailableByStatementName, isEnded, isReadOnly } from './postgres-failures';
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

/** Sends a CancelRequest. PostgreSQL does not answer whether it had an effect. @param timeoutMs closes the connection. */
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
export type PoolConnection = pg.PoolClient & Pick<pg.Client, 'end'> & Cancellable;

const statementNames = new Map<string, string>();

/** Returns a prepared statement's name: a hash of its text, because a pooler's connections serve several versions of the server. */
function nameOf(text: string): string {
  const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

export class PostgresSession {
  /** The failure that made this connection unusable; undefined while the connection works. */
  failure: DatabaseUnavailableError | undefined;
  /** True if the call can be retried: its first statement met a broken connection or an invalid statement name, and changed nothing. */
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
   * Returns the statement that begins a transaction, with timeouts for that transaction only: behind a pooler, the session serves other
   * clients afterwards.
   */
  private beginning(text: string): string {
    if (this.limitMs === 0) return text;
    // With a timeout for idle transactions, PostgreSQL releases the locks of this process if it hangs.
    return `${text}; set local statement_timeout = ${this.limitMs}; set local idle_in_transaction_session_timeout = ${3 * this.limitMs}`;
  }

  /** Cancels a statement outside a transaction, for which no timeout can be set. A cancelled statement was not executed. */
  private cancel(): void {
    this.isCancelled = true;
    cancelStatement(this.client, GRACE_MS);
  }

  /** Executes a statement. If it exceeds the timeout and a grace period, the connection is closed, which rolls back what still runs. */
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

  /** Executes a statement whose success is permanent. If the standby did not confirm a commit, PostgreSQL reports this as a warning only. */
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
    // Use no statement names inside a transaction: drizzle prepares its statements again in each transaction, so names would not help.
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
    // After the release the pool listens for errors. A connection with a cancelled statement is not reused, because the cancel request may
    // arrive late.
    const isUseless = this.isLost || this.isInTransaction || this.isCancelled || this.failure !== undefined;
    this.client.release(isUseless);
    this.client.off('error', this.noteLost);
  }
}
