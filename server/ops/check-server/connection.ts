/** Sends the requests of `npm run check-server`, as the app sends them. */
import type { Dialect } from '@/api/dialect/dialect';
import { createSeam, seam as builtSeam } from '@/api/dialect/seam';
import { TranslationError } from '@/api/network/errors';
import { type AnswerHead, type Gateway, gatewayOf, headOf, isOk, parseJson } from '@/api/network/server-answer';
import { SECOND_MS } from '@/lib/constants';

/** Limit of one request, and of all, ms: the whole check takes less than a minute. */
const REQUEST_LIMIT_MS = 10 * SECOND_MS;
const CHECK_LIMIT_MS = 50 * SECOND_MS;

export interface ServerAnswer {
  /** 0 if no response came. */
  status: number;
  ok: boolean;
  head: AnswerHead;
  headers: Headers;
  /** What answered instead of the API. */
  gateway?: Gateway;
  text: string;
  /** The parsed JSON; undefined for anything else. */
  body: unknown;
  /** Set for a redirect to the same path that only adds (true) or drops (false) the slash at its end. */
  endsWithSlash?: boolean;
  /** Where the dialect failed: the call and the field that it read last. */
  untranslated?: string;
}

export interface SendOptions {
  method?: string;
  /** The Authorization header. */
  bearer?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface Connection {
  apiHost: string;
  /** Sends a request to a path below /api/v1. It never follows a redirect, which would take password or token along. */
  send: (path: string, options?: SendOptions) => Promise<ServerAnswer>;
  /** Fetches a file from any host, without a token, along redirects. */
  download: (url: string, headers?: Record<string, string>) => Promise<ServerAnswer>;
}

const none: ServerAnswer = {
  status: 0,
  ok: false,
  head: { status: 0, contentType: '', isRedirect: false, challenge: '' },
  headers: new Headers(),
  text: '',
  body: undefined,
};

/** Reads where a redirect leads, as far as it concerns the slash at the end of the path. */
function slashOf(path: string, { headers, url }: Response): boolean | undefined {
  const location = headers.get('Location');
  if (location === null || !URL.canParse(location, url)) return undefined;
  const { pathname } = new URL(location, url);
  if (pathname.replace(/\/$/, '') !== path.replace(/\/$/, '') || pathname === path) return undefined;
  return pathname.endsWith('/');
}

async function read(asked: Promise<Response>, path = ''): Promise<ServerAnswer> {
  try {
    const response = await asked;
    const text = await response.text();
    const head = headOf(response);
    const body = parseJson(text);
    const { status, headers } = response;
    const endsWithSlash = slashOf(path, response);
    return { status, ok: isOk(status), head, headers, gateway: gatewayOf(head, body), text, body, endsWithSlash };
  } catch (error) {
    // The value at the end of the words is left out.
    const place = error instanceof TranslationError ? error.schemaMismatch?.replace(/（[^]*$/, '') : undefined;
    return { ...none, untranslated: place };
  }
}

function requestOf({ method = 'GET', bearer, json, form, headers }: SendOptions): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(bearer && { Authorization: bearer }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json),
  };
}

export interface ConnectOptions {
  /** The app's origin, which browsers send along. */
  origin?: string;
  /** Limit of all requests, ms. */
  limitMs?: number;
  /** The dialect; by default that of the bundle. */
  dialect?: Dialect;
}

/** Opens a connection; its requests fail after the limit. */
export function connect(
  apiHost: string,
  { origin, limitMs = CHECK_LIMIT_MS, dialect }: ConnectOptions = {},
): Connection {
  // The dialect's seam reads it.
  Object.assign(globalThis, { __API_HOST__: apiHost });
  const seam = dialect ? createSeam(dialect) : builtSeam;
  const whole = AbortSignal.timeout(limitMs);
  const ofApp: Record<string, string> = origin ? { Origin: origin } : {};
  const limit = () => AbortSignal.any([whole, AbortSignal.timeout(REQUEST_LIMIT_MS)]);
  return {
    apiHost,
    send: (path, options = {}) => {
      const request = requestOf({ ...options, headers: { ...ofApp, ...options.headers } });
      const init = { ...request, redirect: 'manual', signal: limit() } as const;
      const url = `${apiHost}/api/v1${path}`;
      const { pathname } = new URL(url);
      return read(seam ? seam.fetch(url, init, options.json) : fetch(url, init), pathname);
    },
    download: (url, headers) => read(fetch(url, { headers: { ...ofApp, ...headers }, signal: limit() })),
  };
}
