/** PGlite as drizzle asks it, and a new one in its place when its disk has failed it: what was committed is on the disk. */
import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import { complain } from '@server/lib/log';

import { DatabaseUnavailableError } from './database-unavailable';
import type { Life } from './pglite-crash';
import { isReadStatement } from './read-statement';

export interface WatchedPGlite {
  client: PGlite;
  life: Life;
}

/** How often a disk that failed is looked at. */
const LOOK_AGAIN_MS = 500;
/** Two segments of PostgreSQL's log: with less it may not come up. */
const LEAST_BYTES = 32 * 1024 * 1024;
/** So long nobody asks before it is tidied, unless that was put off so often. */
const IDLE_MS = 5000;
const MOST_PUT_OFF = 20;
/** No room, or its disk. */
const OF_THE_DISK = /^(53|58)/;
/** Of 16 MB each; what max_wal_size lets a checkpoint keep, and one that is written. */
const MOST_SEGMENTS = 5;
const OUR_TABLES = `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/** The bytes that may still be written to a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Whether a disk takes what is written. @throws {Error} when it does not. */
function tryDisk(folder: string): void {
  if (freeBytes(folder) < LEAST_BYTES) throw new Error('ENOSPC');
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

/** The segments of PostgreSQL's log. */
function countLogSegments(folder: string): number {
  try {
    return readdirSync(join(folder, 'database', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  } catch {
    // Its disk is gone; the next call finds out.
    return 0;
  }
}

function wordsOf(error: unknown): string {
  // Emscripten's own errors have a number alone.
  const { code, message, errno } = error as NodeJS.ErrnoException;
  return `DATA_DIR: ${[code, message].filter(Boolean).join(' ') || `errno ${errno}`}`;
}

export class RestartablePGlite {
  private reviving: Promise<WatchedPGlite> | undefined;
  private shortening: Promise<void> | undefined;
  /** More segments than these are too many; a checkpoint keeps some to be used again. */
  private longAt = MOST_SEGMENTS;
  private looksAgainAt = 0;
  private asked = 0;
  /** Since the last tidying: whether anything was written, when it was last asked, and how often tidying was put off. */
  private readonly used = { isWritten: false, at: 0, putOff: 0 };

  /** @param open opens the folder anew; it does not make one. */
  constructor(
    private current: WatchedPGlite,
    private readonly folder: string,
    private readonly open: () => Promise<WatchedPGlite>,
  ) {}

  private async revive(): Promise<WatchedPGlite> {
    if (performance.now() < this.looksAgainAt)
      throw new DatabaseUnavailableError(wordsOf(this.current.life.death), false);
    try {
      tryDisk(this.folder);
      this.current.life.bury();
      this.current = await this.open();
      complain(`DATA_DIR: ${this.folder} のデータベースを開き直しました。`);
      return this.current;
    } catch (error) {
      this.looksAgainAt = performance.now() + LOOK_AGAIN_MS;
      throw new DatabaseUnavailableError(wordsOf(error), false, { cause: error });
    }
  }

  /** It does one thing at a time; the others wait. */
  load(): { busy: number; waiting: number } {
    return { busy: Math.min(this.asked, 1), waiting: Math.max(this.asked - 1, 0) };
  }

  private async ask<T>(isReading: boolean, work: (client: PGlite) => Promise<T>): Promise<T> {
    this.asked += 1;
    try {
      return await this.askLiving(isReading, work);
    } finally {
      this.asked -= 1;
      if (!isReading) this.shortenLog();
    }
  }

  private async askLiving<T>(isReading: boolean, work: (client: PGlite) => Promise<T>): Promise<T> {
    if (this.current.life.death) {
      this.reviving ??= this.revive().finally(() => {
        this.reviving = undefined;
      });
      await this.reviving;
    }
    const { client, life } = this.current;
    this.used.at = performance.now();
    this.used.isWritten ||= !isReading;
    const fail = (cause: unknown) => new DatabaseUnavailableError(wordsOf(cause), !isReading, { cause });
    let result: T;
    try {
      result = await work(client);
    } catch (error) {
      if (life.death) throw fail(life.death);
      const code = (error as { code?: string }).code ?? '';
      throw OF_THE_DISK.test(code) ? new DatabaseUnavailableError(wordsOf(error), false, { cause: error }) : error;
    }
    // What a failed fsync throws PGlite takes for success.
    if (life.death) throw fail(life.death);
    return result;
  }

  query: PGlite['query'] = (text, params, options) => {
    return this.ask(isReadStatement(text), (client) => client.query(text, params, options));
  };

  transaction: PGlite['transaction'] = (work) => this.ask(false, (client) => client.transaction(work));

  /**
   * Gives back the room of what was replaced and deleted, which nobody else does in a PostgreSQL of one process. When nobody has asked
   * for a moment; others wait meanwhile. To be called now and then.
   */
  async tidy(): Promise<void> {
    const { used } = this;
    const isBusy = performance.now() - used.at < IDLE_MS && used.putOff < MOST_PUT_OFF;
    if (isBusy) used.putOff += 1;
    if (isBusy || !used.isWritten) return;
    await this.tidyNow();
  }

  private async tidyNow(): Promise<void> {
    Object.assign(this.used, { isWritten: false, putOff: 0 });
    await this.ask(true, (client) => client.exec('checkpoint'));
    this.longAt = Math.max(MOST_SEGMENTS, countLogSegments(this.folder));
    const { rows } = await this.query<{ name: string }>(OUR_TABLES);
    // One after the other: whoever comes meanwhile is served in between.
    for (const { name } of rows) await this.ask(true, (client) => client.exec(`vacuum ${name}`));
  }

  /** A PostgreSQL of one process makes no checkpoints of its own, whatever max_wal_size says: its log would grow for ever. */
  private shortenLog(): void {
    if (this.shortening || countLogSegments(this.folder) <= this.longAt) return;
    this.shortening = this.tidyNow()
      .catch((error: unknown) => complain(wordsOf(error)))
      .finally(() => {
        this.shortening = undefined;
      });
  }

  async close(): Promise<void> {
    await this.reviving?.catch(() => undefined);
    await this.shortening;
    if (this.current.life.death) this.current.life.bury();
    else await this.current.client.close();
  }
}
