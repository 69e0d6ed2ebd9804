/** One connection of the pool while it is ours, as drizzle asks it: it never waits for ever, and its failures say what became of the call. */
import { createHash } from 'node:crypto';

import type pg from 'pg';

import { type Cancellable, cancelStatement } from './cancel-statement';
import { DatabaseUnavailableError } from './database-unavailable';
import { unavailableAfter, unavailableAfterForgetting, isEnded, isReadOnly } from './postgres-failures';
import { isReadStatement } from './read-statement';

/** How much longer we wait than PostgreSQL was told to work, so that it is the one who says so. */
const GRACE_MS = 1000;

/** A connection of the pool; to end it breaks off what it is asked. */
export type PoolConnection = pg.PoolClient & Pick<pg.Client, 'end'> & Cancellable;

const names = new Map<string, string>();

/** What PostgreSQL knows a statement by: a pooler's connections are used by servers of all versions, so another text has another name. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

export class PostgresSession {
  /** What made this connection useless. */
  failure: DatabaseUnavailableError | undefined;
  /** The first thing that was asked of it met a broken connection, or a statement's forgotten name, and has changed nothing. */
  wasDeadAlready = false;
  private isInTransaction = false;
  private isLost = false;
  private isGivenUp = false;
  private isCancelled = false;
  private asked = 0;

  /**
   * @param limitMs how long a statement may take; 0 for as long as it likes.
   * @param isNaming whether PostgreSQL is to know a statement again, see `DATABASE_PREPARED`.
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

  /** All limits are the transaction's own: behind a pooler the session is somebody else's afterwards. */
  private beginning(text: string): string {
    if (this.limitMs === 0) return text;
    // Should we vanish, what we have locked is free again.
    return `${text}; set local statement_timeout = ${this.limitMs}; set local idle_in_transaction_session_timeout = ${3 * this.limitMs}`;
  }

  /** What is its own transaction cannot be told its limit before. What is broken off was not done. */
  private breakOff(): void {
    this.isCancelled = true;
    cancelStatement(this.client, GRACE_MS);
  }

  /** Asks, and gives the connection up when no answer comes: whatever still runs there is rolled back. */
  private async ask(config: pg.QueryConfig, params: unknown[]): Promise<pg.QueryResult> {
    const giveUp = () => {
      this.isLost = true;
      this.isGivenUp = true;
      void this.client.end();
    };
    const isAlone = !this.isInTransaction;
    const beLate = () => {
      if (isAlone) this.breakOff();
      timer = setTimeout(giveUp, GRACE_MS);
    };
    let timer = this.limitMs > 0 ? setTimeout(beLate, this.limitMs) : undefined;
    try {
      return await this.client.query(config, params);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A commit that was waiting for the standby, and no longer is: PostgreSQL says so by the way, and then that all is well. */
  private async askForGood(config: pg.QueryConfig, params: unknown[]): Promise<pg.QueryResult> {
    const warnings: string[] = [];
    const hear = ({ severity, message }: { severity?: string; message?: string }) => {
      if (severity === 'WARNING') warnings.push(message ?? '');
    };
    this.client.on('notice', hear);
    try {
      const result = await this.ask(config, params);
      if (warnings.length > 0) throw new DatabaseUnavailableError(`PostgreSQL: ${warnings.join(' ')}`, true);
      if (config.text === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return result;
    } finally {
      this.client.off('notice', hear);
    }
  }

  /** What a failure means. What PostgreSQL knows no more by its name was not done, and is new to another connection. */
  private fail(error: unknown, isForGood: boolean, isNamed: boolean): unknown {
    const forgotten = isNamed ? unavailableAfterForgetting(error) : undefined;
    const away =
      error instanceof DatabaseUnavailableError
        ? error
        : (forgotten ?? unavailableAfter(error, this.isLost, isForGood));
    if (!away) return error;
    this.failure ??= away;
    const isBroken = !isForGood && !this.isGivenUp && isEnded(error, this.isLost);
    this.wasDeadAlready ||= this.asked === 1 && (isBroken || forgotten !== undefined);
    return away;
  }

  /** What drizzle calls. @throws {DatabaseUnavailableError} when the database is to blame. */
  async query(config: pg.QueryConfig, params: unknown[]): Promise<pg.QueryResult> {
    const isBegin = config.text.startsWith('begin');
    const isEnd = config.text === 'commit' || config.text === 'rollback';
    const isForGood = config.text === 'commit' || !(this.isInTransaction || isBegin || isReadStatement(config.text));
    if (isBegin) this.isInTransaction = true;
    this.asked += 1;
    // In a transaction each is made anew.
    const name = this.isNaming && config.name && !this.isInTransaction ? nameOf(config.text) : undefined;
    try {
      const asked = { ...config, name, text: isBegin ? this.beginning(config.text) : config.text };
      const result = isForGood ? await this.askForGood(asked, params) : await this.ask(asked, params);
      if (isEnd) this.isInTransaction = false;
      return result;
    } catch (error) {
      throw this.fail(error, isForGood, name !== undefined);
    }
  }

  /** Whether the host takes no writes any more. */
  get isReadOnly(): boolean {
    return isReadOnly(this.failure?.cause);
  }

  /** Gives the connection back, or away for good when something is left in it. */
  release(): void {
    // The pool listens from here on. What was sent to break something off may come late.
    const isUseless = this.isLost || this.isInTransaction || this.isCancelled || this.failure !== undefined;
    this.client.release(isUseless);
    this.client.off('error', this.noteLost);
  }
}
