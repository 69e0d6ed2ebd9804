/** HTTP transport: sends one request and reads one response; knows nothing about the signed-in user. */
import * as z from 'zod/mini';

import { seam } from '@/api/dialect/seam';
import { asServerSent, CACHED_AT_HEADER, IDEMPOTENCY_KEY_HEADER, type ListQuery } from '@/api/shapes';
import { anySignal } from '@/lib/browser-gaps';
import { REQUEST_TIMEOUT_MS } from '@/lib/constants';
import { apiHost } from '@/session/api-host';
import { bearerHeader, type Session } from '@/session/session';
import { now } from '@/storage/now';
import { noteServerTime } from '@/storage/server-time';

import { NetworkError, toApiError, TranslationError, UnexpectedAnswerError } from './errors';
import { noteSent } from './in-flight';
import { noteReachability, wasReachable } from './reachability';
import { callOf, toSchemaMismatch } from './schema-mismatch';
import { findGateway, isPortalBody, parseJson, readRetryAfter } from './server-answer';
import { unlessAborted } from './unless-aborted';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The JSON payload. */
  json?: unknown;
  /** The key of a create, see `requestCreate`; undefined leaves the header out. */
  idempotencyKey?: string;
  /** The form-urlencoded payload (authorize and revoke only). */
  form?: URLSearchParams;
  /** Query parameters; undefined ones are left out. */
  query?: ListQuery;
  signal?: AbortSignal;
  /** The cache mode of the request; `no-store` bypasses all caches, also the service worker's. */
  cache?: RequestCache;
  /** True to let the request finish after the page is closed. */
  keepalive?: boolean;
}

/** A request that the queue can send later; `path` is below /api/v1. */
export interface CallRequest extends Pick<RequestOptions, 'method' | 'json'> {
  path: string;
}

/** Returns the absolute URL of an API path, e.g. '/courses/'. */
export function apiUrl(path: string, query: ListQuery = {}): string {
  const url = new URL(`${apiHost()}/api/v1${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** The fields of payloads that hold a version which the server sent. */
const VERSION_FIELDS = ['updatedAt', 'questionSetUpdatedAt'];

/** Returns a payload with its versions as the server sent them. */
function withSentVersions(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const entries = Object.entries(json).map(([name, value]: [string, unknown]) => {
    return [name, VERSION_FIELDS.includes(name) && typeof value === 'string' ? asServerSent(value) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns whether the server has just made this response, so that its `Date` is the current time. This is not so for a
 * captive portal's page or a cached response.
 */
function isOfThisMoment({ ok, headers }: Response, { method = 'GET' }: RequestOptions): boolean {
  const isNew = method !== 'GET' || (headers.get('Cache-Control') ?? '').includes('no-store');
  return ok && isNew && (headers.get('Content-Type') ?? '').includes('json');
}

/**
 * Sends one request, with the bearer header when a session is given.
 *
 * @throws {NetworkError} when no response came within 30 s, {TranslationError} when the dialect cannot translate the
 * call or the response; the signal's reason when the caller aborted.
 */
export async function send(path: string, options: RequestOptions, session?: Session): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (session) headers.set('Authorization', bearerHeader(session));
  if (options.json !== undefined) headers.set('Content-Type', 'application/json');
  if (options.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, `"${options.idempotencyKey}"`);
  const askedAt = now();
  const timeLimit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = options.signal ? anySignal([options.signal, timeLimit]) : timeLimit;
  try {
    const url = apiUrl(path, options.query);
    const json = withSentVersions(options.json);
    const init = {
      method: options.method ?? 'GET',
      headers,
      body: json === undefined ? options.form : JSON.stringify(json),
      signal,
      // Refuse redirects: the bearer header must never follow one, and only a captive portal redirects.
      redirect: 'manual',
      cache: options.cache,
      keepalive: options.keepalive,
    } as const;
    const answer = seam ? seam.fetch(url, init, json) : fetch(url, init);
    noteSent();
    const response = await answer;
    // A cached response says nothing about the network. The service worker, which revalidates the cache, reports
    // reachability instead (sw/study-strategy.ts).
    if (!response.headers.has(CACHED_AT_HEADER)) {
      const gateway = await unlessAborted(findGateway(response), signal);
      const isOfThisThing = gateway === 'refusal' && response.status !== 401 && path !== '/me/';
      // A server without error bodies refuses one thing like this, a gateway refuses all: the response to GET /me/
      // shows which it is.
      if (isOfThisThing && session && wasReachable()) await askForUser(session, options.signal);
      else noteReachability(gateway ?? true);
      if (isOfThisMoment(response, options)) void noteServerTime(response.headers.get('Date'), askedAt);
    }
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (seam && error instanceof TranslationError) {
      if (error.answer) noteReachability(true);
      throw error;
    }
    noteReachability(false);
    throw new NetworkError('No answer from the API host', { cause: error });
  }
}

/** Sends GET /me/ past all caches, only to learn if the server is reachable. */
async function askForUser(session: Session, signal?: AbortSignal): Promise<void> {
  await send('/me/', { cache: 'no-store', signal }, session).catch(() => undefined);
}

/** Adds the time of a cached copy to its body, for {@link copyFields}. */
function withCopyDate(body: unknown, response: Response): unknown {
  const cachedAt = response.headers.get(CACHED_AT_HEADER);
  return cachedAt && typeof body === 'object' && body !== null ? { ...body, cachedAt } : body;
}

/**
 * Reads a response and validates it with its schema.
 *
 * @param isRefusal see `gatewayOf`.
 * @throws {ApiError} when the server refused, {UnexpectedAnswerError} when the response is not the API's (a redirect, a
 * web page, a body that does not parse), {NetworkError} when the body broke off.
 */
export async function readAnswer<S extends z.core.$ZodType>(
  response: Response,
  schema: S,
  isRefusal?: (status: number) => boolean,
): Promise<z.output<S>> {
  const { status, url } = response;
  const gateway = await findGateway(response, isRefusal);
  if (gateway) throw new UnexpectedAnswerError(`Status ${status} of a gateway`, { gateway, status });
  const text = await response.text().catch((cause: unknown) => {
    throw new NetworkError('The answer broke off', { cause });
  });
  const body = parseJson(text);
  if (!response.ok) {
    const refusal = toApiError(status, body, readRetryAfter(response.headers, now()));
    refusal.call = callOf(url);
    throw refusal;
  }
  const parsed = z.safeParse(schema, withCopyDate(body, response));
  const isJson = text === '' || body !== undefined;
  if (parsed.success && isJson) return parsed.data;
  if (!isJson || isPortalBody(body)) {
    throw new UnexpectedAnswerError(`${url}: the body of a portal`, { gateway: 'portal', status });
  }
  throw toSchemaMismatch(url, body, parsed.error?.issues ?? []);
}
