/** The errors of API calls; each sets its `name`, because minifiers rename classes. */
import * as z from 'zod/mini';

import { dialect } from '@/api/dialects/none';

import { type Gateway, isGoneStatus, isMissingStatus } from './server-answer';

/** A field that the server refused; `path` is its name in the payload, '' for the whole payload. */
export interface FieldError {
  path: string;
  message: string;
}

/** What a refusal carries beside its status and message. */
interface Refusal {
  readonly fieldErrors?: readonly FieldError[];
  /** The parsed error body, for callers that expect more in it (409 carries the newer version). */
  readonly body?: unknown;
  /** The time to wait before a retry, ms, from the server's Retry-After header. */
  readonly retryAfterMs?: number;
}

/** The server refused: an HTTP status of 400 or more. */
export class ApiError extends Error implements Refusal {
  override readonly name = 'ApiError';
  readonly fieldErrors: readonly FieldError[];
  readonly body?: unknown;
  readonly retryAfterMs?: number;
  constructor(
    readonly status: number,
    message: string,
    { fieldErrors = [], body, retryAfterMs }: Refusal = {},
  ) {
    super(message);
    this.fieldErrors = fieldErrors;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }

  /** The path of the refused call, e.g. 'courses'; undefined in errors that the app makes itself. */
  call?: string;
}

/** Returns whether the server answered that a thing does not exist, or no longer. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && isMissingStatus(error.status);
}

/** Returns whether the server said that a thing no longer exists or is not visible to this user. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && isGoneStatus(error.status);
}

/**
 * Returns true if a failed call may have been done on the server: no response came, or a 5xx, or a response that is not
 * the API's, or the first request with the same key is still running (409 with Retry-After), or an earlier request of
 * the call failed so (its `cause`).
 */
export function mayHaveArrived(error: unknown): boolean {
  if (dialect && error instanceof TranslationError && !error.answer) return false;
  if (!(error instanceof ApiError) || error.cause !== undefined) return true;
  return error.status >= 500 || (error.status === 409 && error.retryAfterMs !== undefined);
}

/** The error when no response came: no network, a server that is down, or a timeout. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/**
 * Messages for a response that did not come from the app's server, such as a captive portal's: a hint, and a whole
 * message with that hint.
 */
export const PORTAL_HINT = 'ネットワークのログインが必要かもしれません。';
export const PORTAL_WORDS = `サーバーのかわりに、別の応答が返ってきました。${PORTAL_HINT}`;
/** The hint after a refusal without the server's own words, which a gateway may have sent. */
export const UNEXPLAINED_HINT = 'サーバーの説明がないので、途中のネットワークが止めたのかもしれません';
/** The message for a password in front of the whole site, which the app's calls cannot pass (docs/deploy.md). */
export const BASIC_AUTH_WORDS =
  'このサイトにはBASIC認証などのパスワードがかかっていて、アプリの通信が止められています。このままではログインも送信もできません。担当者に、アプリの通信をBASIC認証の対象から外すよう伝えてください。';

/** The error when a response is not the API's: HTML of a captive portal, a redirect, a body that does not parse. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  /** What answered, and its HTTP status; undefined for a response of the app's server that does not fit. */
  readonly gateway?: Gateway;
  readonly status?: number;
  constructor(message: string, options: ErrorOptions & { gateway?: Gateway; status?: number } = {}) {
    super(message, options);
    this.gateway = options.gateway;
    this.status = options.status;
  }

  /**
   * Names, in Japanese, the field of the server's response that does not match its schema; undefined when the response
   * did not come from the app's server.
   */
  schemaMismatch?: string;
  /** True if the server answered a create with success: the thing exists, though the response could not be read. */
  isCreated?: boolean;
}

/** The dialect could not translate a call, or the response to it. */
export class TranslationError extends UnexpectedAnswerError {
  /** The server's response, untranslated; undefined if nothing was sent. */
  readonly answer?: Response;
  /** True if the server refused a further GET of the dialect. */
  readonly isOfFurtherGet: boolean;
  constructor(
    words: string,
    { answer, cause, isOfFurtherGet }: ErrorOptions & { answer?: Response; isOfFurtherGet: boolean },
  ) {
    super(words, { cause, status: answer?.status });
    this.answer = answer;
    this.isOfFurtherGet = isOfFurtherGet;
    this.schemaMismatch = words;
  }
}

/** Returns the message for a response that is not the API's. */
export function describeUnexpected({ schemaMismatch, isCreated, gateway, status }: UnexpectedAnswerError): string {
  if (isCreated)
    return `サーバーは追加を受け付けましたが、その応答を読み取れませんでした。もう一度押しても、一覧にないときだけ追加します。（${schemaMismatch}）`;
  if (schemaMismatch !== undefined) return schemaMismatch;
  if (gateway === 'basic-auth') return BASIC_AUTH_WORDS;
  if (gateway === 'refusal' && status === 401) return `ログインの期限が切れたか、${PORTAL_HINT}`;
  if (gateway === 'refusal' && status !== 403) return `削除されたか、${PORTAL_HINT}`;
  return PORTAL_WORDS;
}

/**
 * Returns whether a 403, 404 or 410 came without the API's error shape: from a gateway, or from a server that sends no
 * error bodies.
 */
export function isUnclearRefusal(error: unknown): boolean {
  return error instanceof UnexpectedAnswerError && error.gateway === 'refusal' && error.status !== 401;
}

/** A required parameter is missing or not a valid id: a bug in the caller. Nothing was sent (specification §5). */
export class RequiredParameterError extends Error {
  override readonly name = 'RequiredParameterError';
  constructor(readonly parameter: string) {
    super(`Required parameter '${parameter}' is missing or malformed.`);
  }
}

export const problemSchema = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});

/** FastAPI's error body: `loc` starts with the field's source, such as "body", then has its path. */
const fastApiSchema = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
});

/**
 * Reads an error body: problem+json or FastAPI's form (docs/wire.md); any other body gives an error without message and
 * fields.
 *
 * @param body the parsed JSON; undefined when the body is not JSON.
 * @param retryAfterMs the wait that Retry-After asks for, ms.
 */
export function toApiError(status: number, body: unknown, retryAfterMs?: number): ApiError {
  const problem = z.safeParse(problemSchema, body);
  if (problem.success) {
    const { title, detail, errors } = problem.data;
    return new ApiError(status, detail ?? title ?? '', { fieldErrors: errors, body, retryAfterMs });
  }
  const fastApi = z.safeParse(fastApiSchema, body);
  if (fastApi.success) {
    const errors = fastApi.data.detail.map(({ loc, msg }) => ({ path: loc.slice(1).join('.'), message: msg }));
    const words = errors.map(({ path, message }) => (path ? `${path}：${message}` : message));
    return new ApiError(status, words.join(' '), { fieldErrors: errors, body, retryAfterMs });
  }
  return new ApiError(status, '', { body, retryAfterMs });
}
