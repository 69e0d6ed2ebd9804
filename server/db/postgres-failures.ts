/**
 * Classifies PostgreSQL errors by SQLSTATE (its manual, appendix A): is the database unavailable, and was the statement
 * executed?
 */
import { ConfigError } from '@server/lib/environment';
import pg from 'pg';

import { DatabaseUnavailableError } from './database-unavailable';

/**
 * SQLSTATEs after which a statement in flight may have been committed: the connection ended, or completion is unknown
 * (40003).
 */
const CONNECTION_ENDED = /^(08|57P0)|^(25P03|25P04|40003)$/;
/** Severities that end the connection whatever the SQLSTATE: sent by a pooler, or when the WAL cannot be written. */
const ENDING_SEVERITIES = ['FATAL', 'PANIC'];
/**
 * SQLSTATEs of a statement that was not executed: resources (53), timeouts (57014, 55P03), deadlock or serialisation
 * (40), read-only (25006), disk (58).
 */
const NOT_EXECUTED = /^(53|40|58)|^(57014|55P03|25006)$/;

/**
 * SQLSTATEs of a named statement that was not executed: the name is unknown, a duplicate, or outdated by a schema
 * change.
 */
const STATEMENT_NAME_INVALID = /^(26000|42P05|0A000)$/;

/** Returns true if the error says that the host is read-only. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** Returns true if the error ended its connection. @param isLost the connection broke without an error message. */
export function isEnded(error: unknown, isLost: boolean): boolean {
  if (isLost || !(error instanceof pg.DatabaseError)) return isLost;
  return CONNECTION_ENDED.test(error.code ?? '') || ENDING_SEVERITIES.includes(error.severity ?? '');
}

/**
 * Classifies the error of a statement.
 *
 * @param isLost the connection broke, so the outcome is unknown.
 * @param isDone success would have been permanent: a commit, or a write outside a transaction.
 * @returns undefined if the statement itself is wrong.
 */
export function unavailableAfter(
  error: unknown,
  isLost: boolean,
  isDone: boolean,
): DatabaseUnavailableError | undefined {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  const why = error instanceof Error ? `PostgreSQL: ${[code, error.message].filter(Boolean).join(' ')}` : 'PostgreSQL';
  if (isEnded(error, isLost)) return new DatabaseUnavailableError(why, isDone, { cause: error });
  return NOT_EXECUTED.test(code) ? new DatabaseUnavailableError(why, false, { cause: error }) : undefined;
}

/** Classifies the error of a named statement; undefined if its name is not the cause. */
export function unavailableByStatementName(error: unknown): DatabaseUnavailableError | undefined {
  if (!(error instanceof pg.DatabaseError) || !STATEMENT_NAME_INVALID.test(error.code ?? '')) return undefined;
  return new DatabaseUnavailableError(`PostgreSQL: ${error.code} ${error.message}`, false, { cause: error });
}

/** Errors that the operator can fix, by SQLSTATE. */
const words: Readonly<Record<string, string>> = {
  '28P01': 'ユーザー名またはパスワードが違います',
  '28000': 'このユーザーでは接続できません',
  '3D000': 'その名前のデータベースがありません',
  '42501': 'このユーザーには、テーブルを作る権限がありません',
  '25006': '書き込みができないデータベースです',
  '53300': '接続の数がいっぱいです',
};

/**
 * Returns a one-line error for a known failure at the start; undefined for others. It never contains the URL, which has
 * a password.
 */
export function startFailure(error: unknown): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', message } = error instanceof pg.DatabaseError ? error : { message: '' };
  // pgbouncer has one error code for all connection problems, so its message is shown.
  const what = code === '08P01' ? `接続を断られました。相手の言葉は「${message}」です` : words[code];
  if (what) return new ConfigError(`DATABASE_URL: ${what}（${code}）。`);
  return startFailure(error.cause);
}
