/** How the server refuses, from wherever it finds out: a kind, and words in Japanese (docs/wire.md). */
import type { FieldError } from '@/api/errors';

/** The kinds of refusal, told apart as HTTP does. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504 | 507;

interface ProblemExtras {
  errors?: readonly FieldError[];
  /** On 409: the newer version. */
  current?: unknown;
  /** On 429, 503 and 507: when to come again. */
  retryAfterSeconds?: number;
}

/** Thrown anywhere below a route; becomes the answer (api/http/problem-response.ts). */
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

/** 401. @param detail what the user may do about it. */
export function unauthorized(detail = 'もう一度ログインしてください。'): Problem {
  return new Problem(401, detail);
}

export function forbidden(detail = 'この操作をする権限がありません。'): Problem {
  return new Problem(403, detail);
}

/** 404: also for what the user may not know to exist. */
export function notFound(what = 'ページ'): Problem {
  return new Problem(404, `${what}が見つかりません。`);
}

/** What was looked for. @throws {Problem} 404 when it is not there (any more). */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}

/** 409. @param current the newer version, where there is one. */
export function conflict(detail: string, current?: unknown): Problem {
  return new Problem(409, detail, { current });
}

/** 422 on one field. */
export function invalidField(path: string, message: string): Problem {
  return new Problem(422, message, { errors: [{ path, message }] });
}
