/**
 * PostgreSQL versions and encodings: PGlite opens only data of the major version that it contains, and an external
 * server needs the features that the tables use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ConfigError } from '@server/lib/environment';

/** The major version of PostgreSQL in PGlite. A test compares it with a new database. */
export const EMBEDDED_MAJOR = '18';
/** The oldest major version of an external PostgreSQL: the tables have generated columns. */
const OLDEST_MAJOR = 12;

/**
 * Returns the major version that a folder of PostgreSQL's files names, e.g. `18` or `9.6`; undefined if it names none.
 *
 * @throws {NodeJS.ErrnoException}
 */
function readMajor(folder: string): string | undefined {
  return /^\d+(?:\.\d+)?(?=\s*$)/.exec(readFileSync(join(folder, 'PG_VERSION'), 'utf8'))?.[0];
}

/** The reasons why PGlite cannot open a folder of PostgreSQL's files, by its PG_VERSION. */
type VersionFault =
  | { kind: 'other'; major: string }
  | { kind: 'unreadable'; code: string }
  /** PG_VERSION is missing or names no version: parts of the folder were deleted, or not copied. */
  | { kind: 'missing' };

/** Returns what is wrong with the version of a folder of PostgreSQL's files; undefined if PGlite can open it. */
export function findVersionFault(folder: string): VersionFault | undefined {
  try {
    const major = readMajor(folder);
    if (major === undefined) return { kind: 'missing' };
    return major === EMBEDDED_MAJOR ? undefined : { kind: 'other', major };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', code };
  }
}

/** Describes a data folder of another PostgreSQL version; the sentence names both major versions. */
export function otherMajorWords(major: string): string {
  return `PostgreSQL ${major} のデータです。この版のまなびばが開けるのは PostgreSQL ${EMBEDDED_MAJOR} のデータです。`;
}

const WAY_OUT =
  'データはそのまま残っています。このデータを使っていた版のまなびばで起動してください。いまの版に移すには、その版の npm run move で PostgreSQL に写し、DATABASE_URL を指定して起動します。';

/** Describes a fault of a data folder's database, with what to do. */
export function versionFaultWords(fault: VersionFault): string {
  switch (fault.kind) {
    case 'other':
      return `${otherMajorWords(fault.major)}${WAY_OUT}`;
    case 'unreadable':
      return `PG_VERSION を読めません（${fault.code}）。サーバーを動かす利用者のものにしてください。`;
    case 'missing':
      return 'PG_VERSION がないか、読み取れません。コピーの途中なら済ませ、そうでなければ npm run restore -- FILE DIR で、バックアップから戻してください。';
  }
}

/**
 * Refuses an external PostgreSQL that is too old.
 *
 * @param version as `show server_version` answers
 * @throws {ConfigError}
 */
export function requireRecentServer(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return;
  throw new ConfigError(
    `DATABASE_URL: PostgreSQL ${version} です。まなびばには PostgreSQL ${OLDEST_MAJOR} 以上が必要です。新しい版に移してから（pg_dump と pg_restore）起動してください。`,
  );
}

/**
 * Describes a database's encoding that cannot be used, with what to do; undefined for UTF8: PostgreSQL normalises text
 * only in UTF8.
 */
export function encodingFaultWords(encoding: string): string | undefined {
  if (encoding === 'UTF8') return undefined;
  return `データベースの文字コードがUTF8ではありません（${encoding}）。create database … encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0 で作ったものを指定してください。`;
}
