/**
 * Wraps PGlite for drizzle: restarts it after a crash, vacuums and analyzes it, and makes checkpoints. Committed data
 * are on the disk.
 */
import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import { complain } from '@server/lib/log';

import { DatabaseUnavailableError } from './database-unavailable';
import type { CrashWatch } from './pglite-crash';
import { isReadStatement } from './read-statement';

export interface WatchedPGlite {
  client: PGlite;
  crash: CrashWatch;
}

/** Shortest time between two attempts to restart PGlite, ms. */
const RESTART_INTERVAL_MS = 500;
/** Free bytes that a restart needs: two WAL segments. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
/**
 * Maintenance (vacuum and checkpoint) runs after this many ms without a call, or after it was postponed
 * MAX_POSTPONEMENTS times.
 */
const IDLE_MS = 5000;
const MAX_POSTPONEMENTS = 20;
/** SQLSTATE classes of a failing disk or memory: 53 (insufficient resources) and 58 (system error). */
const DISK_ERROR = /^(53|58)/;
/** Limit of WAL segments of 16 MB each: those that max_wal_size lets a checkpoint keep, and the current one. */
const MAX_WAL_SEGMENTS = 5;
const OUR_TABLES = `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
/**
 * Tables of which a tenth has changed since their statistics, as autovacuum chooses them, and large tables without
 * statistics.
 */
const CHANGED_TABLES = `select quote_ident(c.relname) as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid
  where s.schemaname = 'public' and (s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    or c.reltuples < 0 and pg_relation_size(c.oid) > 128 * 1024)`;

/** Returns the free bytes of a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Writes and syncs a test file. @throws {Error} if that fails or too little space is free. */
function requireWritableDisk(folder: string): void {
  if (freeBytes(folder) < MIN_FREE_BYTES) throw new Error('ENOSPC');
  const path = join(folder, '.writable');
  const file = openSync(path, 'w');
  try {
    writeSync(file, Buffer.alloc(64 * 1024));
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

/** Counts the WAL segments of the database folder. */
function countWalSegments(folder: string): number {
  try {
    return readdirSync(join(folder, 'database', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  } catch {
    // Ignore the error: the disk is gone, which the next call to the database reports.
    return 0;
  }
}

/** Returns an error's text for the log. */
function messageOf(error: unknown): string {
  // Emscripten's own errors have only a number, no message.
  const { code, message, errno } = error as NodeJS.ErrnoException;
  return `DATA_DIR: ${[code, message].filter(Boolean).join(' ') || `errno ${errno}`}`;
}

export class RestartablePGlite {
  private restarting: Promise<WatchedPGlite> | undefined;
  private trimming: Promise<void> | undefined;
  private vacuuming: Promise<void> | undefined;
  /**
   * The number of WAL segments above which a checkpoint is made. It can grow, because a checkpoint keeps some segments
   * for reuse.
   */
  private segmentLimit = MAX_WAL_SEGMENTS;
  private nextRestartAt = 0;
  private callsInProgress = 0;
  /**
   * State since the last maintenance: whether anything was written, the time of the last call, and how often
   * maintenance was postponed.
   */
  private readonly usage = { isWritten: false, lastCallAt: 0, postponed: 0 };

  /** Wraps a PGlite. @param open opens the existing folder again after a crash. */
  constructor(
    private current: WatchedPGlite,
    private readonly folder: string,
    private readonly open: () => Promise<WatchedPGlite>,
  ) {}

  /**
   * Opens the database again after a crash. @throws {DatabaseUnavailableError} if the disk is still not writable, or
   * the last attempt was too recent.
   */
  private async restart(): Promise<WatchedPGlite> {
    if (performance.now() < this.nextRestartAt)
      throw new DatabaseUnavailableError(messageOf(this.current.crash.cause), false);
    try {
      requireWritableDisk(this.folder);
      this.current.crash.closeFiles();
      this.current = await this.open();
      complain(`DATA_DIR: ${this.folder} のデータベースを開き直しました。`);
      return this.current;
    } catch (error) {
      this.nextRestartAt = performance.now() + RESTART_INTERVAL_MS;
      throw new DatabaseUnavailableError(messageOf(error), false, { cause: error });
    }
  }

  /** Counts the running and the waiting calls of the database. PGlite runs one call at a time. */
  load(): { busy: number; waiting: number } {
    return { busy: Math.min(this.callsInProgress, 1), waiting: Math.max(this.callsInProgress - 1, 0) };
  }

  private async call<T>(isReading: boolean, work: (client: PGlite) => Promise<T>): Promise<T> {
    this.callsInProgress += 1;
    try {
      return await this.callRunning(isReading, work);
    } finally {
      this.callsInProgress -= 1;
      if (!isReading) this.trimWal();
    }
  }

  /** Restarts a crashed PGlite, then runs `work` on it. */
  private async callRunning<T>(isReading: boolean, work: (client: PGlite) => Promise<T>): Promise<T> {
    if (this.current.crash.cause) {
      this.restarting ??= this.restart().finally(() => {
        this.restarting = undefined;
      });
      await this.restarting;
    }
    const { client, crash } = this.current;
    this.usage.lastCallAt = performance.now();
    this.usage.isWritten ||= !isReading;
    const fail = (cause: unknown) => new DatabaseUnavailableError(messageOf(cause), !isReading, { cause });
    let result: T;
    try {
      result = await work(client);
    } catch (error) {
      if (crash.cause) throw fail(crash.cause);
      const code = (error as { code?: string }).code ?? '';
      throw DISK_ERROR.test(code) ? new DatabaseUnavailableError(messageOf(error), false, { cause: error }) : error;
    }
    // Check for a failed fsync: PGlite treats its exception as success.
    if (crash.cause) throw fail(crash.cause);
    return result;
  }

  query: PGlite['query'] = (text, params, options) => {
    return this.call(isReadStatement(text), (client) => client.query(text, params, options));
  };

  transaction: PGlite['transaction'] = (work) => this.call(false, (client) => client.transaction(work));

  /** Runs a statement on each table of a list, with one call per table, so that other calls run in between. */
  private async forEachTable(tables: string, statement: string): Promise<void> {
    const { rows } = await this.call(true, (client) => client.query<{ name: string }>(tables));
    for (const { name } of rows) await this.call(true, (client) => client.exec(`${statement} ${name}`));
  }

  /**
   * Updates the statistics of the tables that changed much, by which PostgreSQL plans its queries: without statistics
   * of 20,000 learners a list of companies takes a minute, in which no other call runs.
   */
  analyze(): Promise<void> {
    return this.forEachTable(CHANGED_TABLES, 'analyze');
  }

  /**
   * Analyzes and vacuums the tables and makes a checkpoint, because a PostgreSQL of one process has no autovacuum and
   * no checkpointer. Vacuum and checkpoint wait for an idle moment, since calls are blocked meanwhile. Call it
   * regularly.
   */
  async maintain(): Promise<void> {
    const { usage } = this;
    if (!usage.isWritten) return;
    const isBusy = performance.now() - usage.lastCallAt < IDLE_MS && usage.postponed < MAX_POSTPONEMENTS;
    await this.analyze();
    if (isBusy) {
      usage.postponed += 1;
      return;
    }
    await this.checkpoint();
    await this.vacuum();
  }

  private async checkpoint(): Promise<void> {
    await this.call(true, (client) => client.exec('checkpoint'));
    this.segmentLimit = Math.max(MAX_WAL_SEGMENTS, countWalSegments(this.folder));
  }

  private async vacuumTables(): Promise<void> {
    Object.assign(this.usage, { isWritten: false, postponed: 0 });
    await this.forEachTable(OUR_TABLES, 'vacuum (analyze)');
  }

  /** Vacuums and analyzes the tables, unless that is under way. */
  private vacuum(): Promise<void> {
    this.vacuuming ??= this.vacuumTables().finally(() => {
      this.vacuuming = undefined;
    });
    return this.vacuuming;
  }

  /**
   * Makes a checkpoint when the WAL is too long: without a checkpointer, max_wal_size has no effect. A vacuum follows,
   * which further checkpoints do not wait for.
   */
  private trimWal(): void {
    if (this.trimming || countWalSegments(this.folder) <= this.segmentLimit) return;
    const report = (error: unknown) => complain(messageOf(error));
    this.trimming = this.checkpoint()
      .then(() => void this.vacuum().catch(report), report)
      .finally(() => {
        this.trimming = undefined;
      });
  }

  async close(): Promise<void> {
    await this.restarting?.catch(() => undefined);
    await this.trimming;
    await this.vacuuming?.catch(() => undefined);
    if (this.current.crash.cause) this.current.crash.closeFiles();
    else await this.current.client.close();
  }
}
