/** What a dialect may use while it translates a call: further GETs with the same token, and whose token it is. */
import { NetworkError } from '@/api/network/errors';
import { gatewayOf, headOf, isRetryable, parseJson } from '@/api/network/server-answer';
import { unlessAborted } from '@/api/network/unless-aborted';
import { REQUEST_TIMEOUT_MS } from '@/lib/constants';
import { apiHost } from '@/session/api-host';
import { runInTurn } from '@/storage/locks';

/** Limit of further GETs at the same time. */
const MAX_PARALLEL = 6;
/** Time in ms in which the same further GET is not sent again: the parts of one screen share it. */
const SHARED_MS = 30_000;

/** The server refused a further GET. */
export class RefusedGet extends Error {
  override readonly name = 'RefusedGet';
  constructor(
    readonly url: string,
    readonly status: number,
    /** The refusal, in the server's form. */
    readonly response: Response,
  ) {
    super(`${url}: status ${status}`);
  }
}

/** Returns the absolute URL of a server's path. @throws {TypeError} for a path that is not below /api/v1. */
export function serverUrl(path: string): URL {
  const base = `${apiHost()}/api/v1/`;
  const url = new URL(`${apiHost()}/api/v1${path}`);
  const isBelow = /^\/(?!\/)[^\\]*$/.test(path) && url.href.startsWith(base) && !url.hash;
  if (!isBelow) throw new TypeError(`Not a path below /api/v1: ${path}`);
  return url;
}

async function ask(url: string, bearer: string): Promise<unknown> {
  const headers = { Accept: 'application/json', ...(bearer && { Authorization: bearer }) };
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  // `no-store`: the service worker must not answer it.
  const response = await fetch(url, { headers, signal, redirect: 'manual', cache: 'no-store' });
  const { status } = response;
  const text = await unlessAborted(response.text(), signal);
  const body = parseJson(text);
  if (response.ok && body !== undefined) return body;
  if (response.ok || isRetryable(status) || gatewayOf(headOf(response), body)) {
    throw new NetworkError(`No answer to ${url}`);
  }
  throw new RefusedGet(url, status, new Response(text, { status, headers: response.headers }));
}

interface Shared {
  at: number;
  answer: Promise<unknown>;
}

/** The answers of the last 30 s by bearer header and URL. */
const shared = new Map<string, Shared>();
let turns = 0;

/** Forgets the shared answers, because a write may have changed what they say. */
export function forgetFurtherGets(): void {
  shared.clear();
}

/**
 * Sends a further GET with a bearer header, or shares the answer of one in the last 30 s.
 *
 * @throws {RefusedGet} {NetworkError} {TypeError}
 */
export function furtherGet(path: string, bearer: string): Promise<unknown> {
  const url = serverUrl(path).href;
  const key = `${bearer} ${url}`;
  const known = shared.get(key);
  if (known && performance.now() - known.at < SHARED_MS) return known.answer;
  turns += 1;
  const answer = runInTurn(`dialect: get ${turns % MAX_PARALLEL}`, () => ask(url, bearer)).catch((error: unknown) => {
    shared.delete(key);
    throw error instanceof RefusedGet ? error : new NetworkError(`No answer to ${url}`, { cause: error });
  });
  // Its callers may have been aborted meanwhile.
  answer.catch(() => undefined);
  shared.set(key, { at: performance.now(), answer });
  return answer;
}

/** Returns the claim `sub` of a JSON web token. */
export function subjectOf(bearer: string): string | undefined {
  const payload = bearer.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  try {
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown };
    return typeof sub === 'string' || typeof sub === 'number' ? String(sub) : undefined;
  } catch {
    return undefined;
  }
}
