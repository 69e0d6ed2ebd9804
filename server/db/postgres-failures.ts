/** Which failures of PostgreSQL are weather, told by their codes (its manual, appendix A), and what became of the statement. */
import { ConfigError } from '@server/lib/environment';
import pg from 'pg';

import { DatabaseUnavailableError } from './database-unavailable';

/** It ends this connection, or all: what was on its way may have been done; or it does not know (40003). */
const ENDING = /^(08|57P0)|^(25P03|25P04|40003)$/;
/** The same, whatever the code says, which is that of a pooler, or of the disk when its log cannot be written. */
const LAST_WORDS = ['FATAL', 'PANIC'];
/**
 * It could not do this statement now: no room, no memory, no connection (53), not in time (57014, 55P03), two who waited for each
 * other (40), read-only (25006), its disk (58).
 */
const NOT_NOW = /^(53|40|58)|^(57014|55P03|25006)$/;

/** It knows no statement of that name, or has another one of it, or what it asks has other types since: nothing was done. */
const FORGOTTEN = /^(26000|42P05|0A000)$/;

/** Whether a failure says that this host takes no writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** Whether a failure ended its connection. @param isLost it broke without a word. */
export function isEnded(error: unknown, isLost: boolean): boolean {
  if (isLost || !(error instanceof pg.DatabaseError)) return isLost;
  return ENDING.test(error.code ?? '') || LAST_WORDS.includes(error.severity ?? '');
}

/**
 * What a failed statement means.
 *
 * @param isLost the connection broke, so nobody knows what PostgreSQL would have said.
 * @param isDone whether the statement would have been done for good had it succeeded, such as a commit.
 * @returns undefined when the statement itself is wrong.
 */
export function unavailableAfter(
  error: unknown,
  isLost: boolean,
  isDone: boolean,
): DatabaseUnavailableError | undefined {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  const why = error instanceof Error ? `PostgreSQL: ${[code, error.message].filter(Boolean).join(' ')}` : 'PostgreSQL';
  if (isEnded(error, isLost)) return new DatabaseUnavailableError(why, isDone, { cause: error });
  return NOT_NOW.test(code) ? new DatabaseUnavailableError(why, false, { cause: error }) : undefined;
}

/** The same where the statement was asked by a name; undefined when its name is not to blame. */
export function unavailableAfterForgetting(error: unknown): DatabaseUnavailableError | undefined {
  if (!(error instanceof pg.DatabaseError) || !FORGOTTEN.test(error.code ?? '')) return undefined;
  return new DatabaseUnavailableError(`PostgreSQL: ${error.code} ${error.message}`, false, { cause: error });
}

/** What whoever starts a server can do something about. */
const words: Readonly<Record<string, string>> = {
  '28P01': 'ユーザー名またはパスワードが違います',
  '28000': 'このユーザーでは接続できません',
  '3D000': 'その名前のデータベースがありません',
  '42501': 'このユーザーには、テーブルを作る権限がありません',
  '25006': '書き込みができないデータベースです',
  '53300': '接続の数がいっぱいです',
};

/** A failure at the start in one line; undefined where it is none of PostgreSQL's known ones. The address holds a password, and is not told. */
export function startFailure(error: unknown): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', message } = error instanceof pg.DatabaseError ? error : { message: '' };
  // Whatever is wrong with a connection, pgbouncer has one code for it, and its words.
  const what = code === '08P01' ? `接続を断られました。相手の言葉は「${message}」です` : words[code];
  if (what) return new ConfigError(`DATABASE_URL: ${what}（${code}）。`);
  return startFailure(error.cause);
}
