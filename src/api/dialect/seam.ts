/**
 * The seam of the dialect: translates calls and responses where the network is reached, before anything validates,
 * compares or caches them. Everything inside the app has the app's form.
 */
import { dialect } from '@/api/dialects/none';
import { NetworkError, TranslationError } from '@/api/network/errors';
import { describeMismatch } from '@/api/network/schema-mismatch';
import { gatewayOf, headOf, isPortalBody, parseJson } from '@/api/network/server-answer';
import { unlessAborted } from '@/api/network/unless-aborted';
import { CACHED_AT_HEADER, DIALECT_HEADER } from '@/api/shapes';
import { isStudyPath } from '@/api/study-paths';
import { apiHost } from '@/session/api-host';
import { browser } from '@/storage/browser';

import { type Translator, translatorOf, type Watched } from './declared';
import type { Call, Dialect } from './dialect';
import { forgetFurtherGets, furtherGet, RefusedGet, serverUrl, subjectOf } from './further-gets';

/**
 * Calls that are sent as the specification has them: their fields have names of OAuth 2.0, and /authorize is no JSON.
 */
const TOKEN_CALLS = ['/authorize', '/token', '/revoke'];

/** A request of the app: its call, and how it is sent. */
interface Asked {
  call: Call;
  /** The URL of the app's call, which names it in messages. */
  url: string;
  /** The Authorization header; '' without one. */
  bearer: string;
  signal: AbortSignal;
}

function toAsked(
  url: string,
  init: Pick<RequestInit, 'method' | 'headers'>,
  signal: AbortSignal,
  json?: unknown,
): Asked {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.slice(new URL(`${apiHost()}/api/v1`).pathname.length);
  const call = { method: init.method ?? 'GET', path, query: Object.fromEntries(searchParams), json };
  return { call, url, bearer: new Headers(init.headers).get('Authorization') ?? '', signal };
}

/** A field that was read, below the call or further GET whose body has it. */
interface ReadField {
  url: string;
  path: string[];
  value: unknown;
}

/** Records the last field that a function read from the bodies it was given. */
class FieldWatch {
  last: ReadField | undefined;

  /** Returns a body that behaves the same and records each field read from it. */
  watch<T>(value: T, url: string, path: string[] = []): T {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get: (target, name, receiver) => {
        const read: unknown = Reflect.get(target, name, receiver);
        if (typeof name !== 'string' || name === 'length' || typeof read === 'function') return read;
        const below = [...path, name];
        this.last = { url, path: below, value: read };
        return this.watch(read, url, below);
      },
    });
  }
}

function translationOf({ bearer, signal, url }: Asked, watch?: FieldWatch): Watched {
  return {
    get: (path) => unlessAborted(furtherGet(path, bearer), signal),
    subject: subjectOf(bearer),
    ...(watch && { watch: (body, path) => watch.watch(body, path === undefined ? url : serverUrl(path).href) }),
  };
}

/** The id in the path of a call: the last part that is neither a word of the API nor empty. */
function idIn(path: string): string {
  return /^\/(?:progress\/[a-z]+|[a-z-]+)\/([^/]+)/.exec(path)?.[1] ?? '';
}

/** Runs a function of the dialect again, with bodies that record which field it reads, and returns the last one. */
async function findField(run: (watch: FieldWatch) => unknown, error: unknown): Promise<FieldWatch['last']> {
  if (error instanceof RefusedGet) return { url: error.url, path: [], value: error.status };
  const watch = new FieldWatch();
  await Promise.resolve()
    .then(() => run(watch))
    .catch(() => undefined);
  return watch.last;
}

/** Returns the error of a function that threw. @param answer the server's response; undefined if nothing was sent. */
async function toError(
  asked: Asked,
  run: (watch?: FieldWatch) => unknown,
  cause: unknown,
  answer?: Response,
): Promise<TranslationError> {
  const field = await findField(run, cause);
  const mismatch = describeMismatch(field?.url ?? asked.url, field?.path ?? [], field?.value);
  const words = answer ? mismatch : mismatch.replace('サーバーの応答が想定と違います', 'サーバーに送る形に直せません');
  const error = new TranslationError(words, { cause, answer, isOfFurtherGet: cause instanceof RefusedGet });
  globalThis.reportError?.(error);
  return error;
}

/** A network failure of a further GET, or an abort: not the dialect's fault. */
function isOutside(error: unknown, { signal }: Asked): boolean {
  return signal.aborted || error instanceof NetworkError;
}

async function toServerCall(translator: Translator, asked: Asked): Promise<Call> {
  const { call } = asked;
  if (TOKEN_CALLS.includes(call.path)) return call;
  const run = (watch?: FieldWatch) => translator.toServer(call, translationOf(asked, watch));
  try {
    const sent = await run();
    serverUrl(sent.path);
    return sent;
  } catch (error) {
    if (isOutside(error, asked)) throw error;
    throw await toError(asked, run, error);
  }
}

function toUrl({ path, query }: Call): string {
  const url = serverUrl(path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Creates a response in place of the server's, with its status and headers. */
function instead(response: Response, text: string, url: string, added: Record<string, string> = {}): Response {
  const headers = new Headers(response.headers);
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return Object.defineProperty(new Response(text || null, { status: response.status, headers }), 'url', { value: url });
}

/**
 * Returns true if a portal may have sent the JSON of a 2xx. Any translated body would acknowledge a read lesson, so
 * more is refused there.
 */
function isOfPortal(body: unknown, { path }: Call): boolean {
  return isPortalBody(body, !path.startsWith('/progress/lesson/'));
}

async function translateBody(translator: Translator, asked: Asked, body: unknown, raw: Response): Promise<unknown> {
  const { call } = asked;
  const answered = { ...call, id: idIn(call.path), status: raw.status };
  const run = (watch?: FieldWatch) => translator.toApp(body, { ...answered, ...translationOf(asked, watch) });
  try {
    return await run();
  } catch (error) {
    // The server has done a write, so a failed further GET must not send it again.
    if (call.method === 'GET' && isOutside(error, asked)) throw error;
    throw await toError(asked, run, error, raw);
  }
}

async function translateRefusal(
  { toError }: Translator,
  asked: Asked,
  body: unknown,
  status: number,
): Promise<unknown> {
  const { call } = asked;
  try {
    return await toError(body, { ...call, ...translationOf(asked), id: idIn(call.path), status });
  } catch (error) {
    // The status says more than a mismatch would.
    globalThis.reportError?.(error);
    return undefined;
  }
}

/** Lets the dialect's function of the call, if it has one, make the body of a 2xx that has none. */
async function answerEmpty(translator: Translator, asked: Asked, response: Response): Promise<Response> {
  if (!translator.answers(asked.call)) return response;
  const made = await translateBody(translator, asked, undefined, response);
  if (made === undefined) return response;
  const filled = new Response(null, { status: 200, headers: response.headers });
  const added = { [DIALECT_HEADER]: translator.version, 'Content-Type': 'application/json' };
  return instead(filled, JSON.stringify(made), asked.url, added);
}

/**
 * Translates a response. Anything but the server's JSON stays as it is.
 *
 * @throws {TranslationError} if the dialect throws.
 */
async function toAppResponse(translator: Translator, asked: Asked, response: Response): Promise<Response> {
  const head = headOf(response);
  const isJson = /\bjson\b/i.test(head.contentType);
  if (head.isRedirect || head.status === 304) return response;
  const isEmpty = [204, 205].includes(head.status) || response.headers.get('Content-Length') === '0';
  if (isEmpty && response.ok) return answerEmpty(translator, asked, response);
  if (!isJson) return response;
  const text = await unlessAborted(response.text(), asked.signal);
  const mark = { [DIALECT_HEADER]: translator.version };
  const untranslated = () => instead(response, text, asked.url);
  const body = parseJson(text);
  if (body === undefined) return untranslated();
  if (!response.ok) {
    const problem = await translateRefusal(translator, asked, body, head.status);
    const type = problem === undefined ? head.contentType : 'application/problem+json';
    return instead(response, JSON.stringify(problem ?? body), asked.url, { ...mark, 'Content-Type': type });
  }
  if (TOKEN_CALLS.includes(asked.call.path) || gatewayOf(head, body) || isOfPortal(body, asked.call))
    return untranslated();
  const translated = await translateBody(translator, asked, body, untranslated());
  return instead(response, JSON.stringify(translated) ?? '', asked.url, mark);
}

/** Returns true for a response in the app's form: the service worker has translated it, or stored it as a copy. */
function isTranslated({ headers }: Response): boolean {
  return headers.has(DIALECT_HEADER) || headers.has(CACHED_AT_HEADER);
}

/** Sends a request through the dialect. @param ask sends the server's call. */
async function throughDialect(
  dialect: Dialect,
  asked: Asked,
  ask: (url: string, call: Call) => Promise<Response>,
): Promise<Response> {
  const translator = translatorOf(dialect);
  try {
    const sent = await toServerCall(translator, asked);
    const response = await ask(toUrl(sent), sent);
    if (sent.method !== 'GET') forgetFurtherGets();
    return isTranslated(response) ? response : await toAppResponse(translator, asked, response);
  } catch (error) {
    // The token has expired between two requests: the caller refreshes it, and sends the call again.
    const expired = error instanceof TranslationError ? error.cause : undefined;
    const isRepeatable = asked.call.method === 'GET' || !(error as TranslationError).answer;
    if (expired instanceof RefusedGet && expired.status === 401 && isRepeatable) return expired.response;
    throw error;
  }
}

/**
 * Sends a page's request, or the queue's in a worker. A service worker that controls the page translates the responses
 * that it caches, so it gets the app's request; one of an earlier build does not, and is then passed by.
 *
 * @param json the payload of `init.body`.
 */
function fetchThrough(
  dialect: Dialect,
  url: string,
  init: RequestInit & { signal: AbortSignal },
  json?: unknown,
): Promise<Response> {
  const asked = toAsked(url, init, init.signal, json);
  const isStudyRead = asked.call.method === 'GET' && init.cache !== 'no-store' && isStudyPath(new URL(url).pathname);
  return throughDialect(dialect, asked, async (sentUrl, { method, json: sent }) => {
    if (isStudyRead && browser.navigator?.serviceWorker?.controller) {
      const response = await fetch(url, init);
      if (sentUrl === url || isTranslated(response)) return response;
    }
    const body = json === undefined ? init.body : JSON.stringify(sent);
    const cache = isStudyPath(new URL(sentUrl).pathname) ? 'no-store' : init.cache;
    return fetch(sentUrl, { ...init, method, body, cache });
  });
}

/**
 * The ways through the dialect. All throw {TranslationError} if it cannot translate, and {NetworkError} if a further
 * GET fails.
 */
export function createSeam(dialect: Dialect) {
  return {
    /** Sends the request of a page, or of the queue. */
    fetch: (url: string, init: RequestInit & { signal: AbortSignal }, json?: unknown) =>
      fetchThrough(dialect, url, init, json),
    /** Sends a service worker's request for study content. @param ask sends the server's request. */
    answer: (request: Request, ask: (request: Request) => Promise<Response>) =>
      throughDialect(dialect, toAsked(request.url, request, request.signal), (sentUrl) =>
        ask(sentUrl === request.url ? request : new Request(sentUrl, request)),
      ),
    /** Sends an upload. @param put sends it to a URL. */
    upload: (url: string, bearer: string, put: (url: string) => Promise<Response>, signal?: AbortSignal) => {
      const init = { method: 'PUT', headers: { Authorization: bearer } };
      return throughDialect(dialect, toAsked(url, init, signal ?? new AbortController().signal), put);
    },
  };
}

/**
 * The seam of the build's dialect; undefined without one. The app imports nothing else from here: without a dialect the
 * build drops it all.
 */
export const seam = dialect ? createSeam(dialect) : undefined;
