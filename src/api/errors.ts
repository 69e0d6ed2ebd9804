/** The ways a call can fail; named by hand, because minifiers rename classes. */
import * as z from 'zod/mini';

/** What the server refused about one field; `path` is the field's name in the payload, '' for the whole. */
export interface FieldError {
  path: string;
  message: string;
}

/** The server answered, and refused: an HTTP status of 400 or more. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly fieldErrors: readonly FieldError[] = [],
    /** The whole parsed error body, for callers that expect more in it (409 carries the newer version). */
    readonly body?: unknown,
    /** How long the server asks to be left alone, in ms. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** Whether the server has said that something is no more, or is not for this user. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 410].includes(error.status);
}

/** No answer came: no network, a dead server, or the time limit. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** What may be behind an answer that is not the server's; and the same with what happened. */
export const PORTAL_HINT = 'ネットワークのログインが必要かもしれません。';
export const PORTAL_WORDS = `サーバーのかわりに、別の応答が返ってきました。${PORTAL_HINT}`;

/** An answer came that is not the API's: HTML of a captive portal, a redirect, a body that does not parse. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  /** What of a server's own answer does not fit, in words; undefined for a stranger's answer. */
  misfit?: string;
}

/** A required parameter is missing or no id: a mistake of the caller; nothing was sent (specification §5). */
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

/** FastAPI's form: `loc` starts with where the field stood ("body"), then the path. */
const fastApiSchema = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
});

/**
 * Reads an error answer's body: problem+json, or FastAPI's form (docs/wire.md); anything else says nothing.
 *
 * @param body the parsed JSON, or undefined when the body was no JSON.
 * @param retryAfterMs what Retry-After asks for, in ms.
 */
export function toApiError(status: number, body: unknown, retryAfterMs?: number): ApiError {
  const problem = z.safeParse(problemSchema, body);
  if (problem.success) {
    const { title, detail, errors } = problem.data;
    return new ApiError(status, detail ?? title ?? '', errors ?? [], body, retryAfterMs);
  }
  const fastApi = z.safeParse(fastApiSchema, body);
  if (fastApi.success) {
    const errors = fastApi.data.detail.map(({ loc, msg }) => ({ path: loc.slice(1).join('.'), message: msg }));
    return new ApiError(status, errors[0]?.message ?? '', errors, body, retryAfterMs);
  }
  return new ApiError(status, '', [], body, retryAfterMs);
}
