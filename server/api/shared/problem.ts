/** Refusals: an error with an HTTP status and a Japanese sentence, thrown from any layer (docs/wire.md). */
import type { FieldError } from '@/api/network/errors';

/** The HTTP statuses of refusals. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504 | 507;

interface ProblemExtras {
  errors?: readonly FieldError[];
  /** The newer version of the edited resource, for a 409. */
  current?: unknown;
  /** The value of Retry-After, for 429, 503 and 507. */
  retryAfterSeconds?: number;
}

/** A refusal. Thrown below a route; api/http/problem-response.ts turns it into the HTTP response. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly status: ProblemStatus,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail);
  }
}

/** Creates a 401 refusal. @param detail what the user can do. */
export function unauthorized(detail = 'もう一度ログインしてください。'): Problem {
  return new Problem(401, detail);
}

/** Creates a 403. */
export function forbidden(detail = 'この操作をする権限がありません。'): Problem {
  return new Problem(403, detail);
}

/**
 * Creates a 404 refusal, also for things whose existence the user must not learn.
 *
 * @param what the thing's name in Japanese.
 */
export function notFound(what = 'ページ'): Problem {
  return new Problem(404, `${what}が見つかりません。`);
}

/** Returns a value that must exist. @param what its name in Japanese. @throws {Problem} 404 if it is undefined. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}

/** Creates a 409 refusal. @param current the newer version of the resource, if there is one. */
export function conflict(detail: string, current?: unknown): Problem {
  return new Problem(409, detail, { current });
}

/** Creates a 422 refusal with a message for one field. */
export function invalidField(path: string, message: string): Problem {
  return new Problem(422, message, { errors: [{ path, message }] });
}
