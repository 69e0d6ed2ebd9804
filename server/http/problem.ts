/** How the server refuses: problem+json in Japanese (docs/wire.md). */
import type { FieldError } from '@/api/errors';

/** What each status is called on the screen. */
const titles = {
  400: '要求の形が正しくありません',
  401: 'ログインが必要です',
  403: 'アクセスが拒否されました',
  404: '見つかりません',
  405: 'この操作はできません',
  409: 'ほかの変更とぶつかりました',
  413: '大きすぎます',
  415: '扱えない形式です',
  422: '入力に誤りがあります',
  429: '回数が多すぎます',
  500: 'サーバーで問題が起きました',
} as const;

export type ProblemStatus = keyof typeof titles;

interface ProblemExtras {
  errors?: readonly FieldError[];
  /** On 409: the newer version. */
  current?: unknown;
  headers?: Record<string, string>;
}

/** Thrown anywhere below a route; becomes the answer. */
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
  return new Problem(401, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
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

/** The answer that tells of a problem. */
export function problemResponse({ status, detail, extras }: Problem): Response {
  const body = { title: titles[status], status, detail, errors: extras.errors, current: extras.current };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...extras.headers },
  });
}
