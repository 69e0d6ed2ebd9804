/**
 * Stubs the network around `fetch`, for tests against the real server: records requests, delays or drops them, or
 * answers them itself.
 */
import { afterEach, beforeEach } from 'vitest';

import { untilPageEnds } from './page-end';

export interface SentRequest {
  method: string;
  /** The whole URL of the request. */
  url: string;
  /** The path and query below /api/v1; for any other address the whole URL. */
  path: string;
  headers: Headers;
  body: string;
  cache?: RequestCache;
  /** The time of the request by the test's clock, in milliseconds. */
  at: number;
}

/**
 * Matches requests by method and path: a string as in 'GET /me/', or a regular expression that is tested against such a
 * text.
 */
type RequestMatcher = string | RegExp;

type Handler = (request: SentRequest) => Promise<Response> | Response;

export interface NetworkStub {
  /** All requests since the test began, oldest first. */
  readonly sent: SentRequest[];
  /** All requests since the test began as method and path: 'GET /me/'. */
  readonly calls: () => string[];
  /** Holds matching requests until the test calls the returned function. */
  hold: (matcher: RequestMatcher) => () => void;
  /** Drops matching requests and aborts those in flight, as a lost network does; all requests if omitted. */
  cut: (matcher?: RequestMatcher) => void;
  /** Drops matching requests from now on; requests already in flight still arrive. */
  cutNew: (matcher: RequestMatcher) => void;
  /** Lets matching requests arrive at the server, and drops its responses. */
  loseAnswers: (matcher: RequestMatcher) => void;
  /** Lets matching requests arrive at the server, and replaces the bodies of its responses. */
  replaceBodies: (matcher: RequestMatcher, body: unknown) => void;
  /**
   * Sends matching requests twice and answers the second response, as Chromium does when a kept-alive connection
   * breaks.
   */
  sendTwice: (matcher: RequestMatcher) => void;
  /** Returns the number of requests in flight. */
  inFlightCount: () => number;
  /** Answers matching requests instead of the server; a function as `body` is called for each request. */
  answer: (matcher: RequestMatcher, status: number, body: unknown, headers?: Record<string, string>) => void;
  /** Ends all delays, dropped connections and stubbed answers. */
  restore: () => void;
}

const realFetch = globalThis.fetch;

function describeRequest(input: RequestInfo | URL, init: RequestInit = {}): SentRequest {
  const url = input instanceof Request ? input.url : String(input);
  const { pathname, search } = new URL(url);
  const isApi = pathname.startsWith('/api/v1');
  return {
    method: init.method ?? 'GET',
    url,
    path: isApi ? pathname.slice('/api/v1'.length) + search : url,
    headers: new Headers(init.headers),
    body: init.body === undefined || init.body === null ? '' : String(init.body as string | URLSearchParams),
    cache: init.cache,
    at: Date.now(),
  };
}

function matches(matcher: RequestMatcher, { method, path }: SentRequest): boolean {
  const call = `${method} ${path}`;
  return typeof matcher === 'string' ? call === matcher : matcher.test(call);
}

/**
 * The request to sign out is not sent: all tests of a run share a demo user's tokens, and one test must not revoke them
 * for the others.
 */
const keepSessions = { matcher: 'POST /revoke', handler: () => new Response(null) };

/** Rejects when the app aborts the request, even while a handler delays the answer. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const resend = ({ method, url, headers, body }: SentRequest) => realFetch(url, { method, headers, body });
const networkError = () => new TypeError('fetch failed');

/** Installs a network stub before each test of the calling file. */
export function useNetworkStub(): NetworkStub {
  const sent: SentRequest[] = [];
  let handlers: { matcher: RequestMatcher; handler: Handler }[] = [];
  const add = (matcher: RequestMatcher, handler: Handler) => handlers.unshift({ matcher, handler });
  const cutNew = (matcher: RequestMatcher) => void add(matcher, () => Promise.reject(networkError()));
  /** Requests in flight, each with a function that makes it fail. */
  const inFlight = new Map<SentRequest, () => void>();

  async function carry(request: SentRequest, input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
    const init = untilPageEnds(options);
    const handler = [...handlers, keepSessions].find(({ matcher }) => matches(matcher, request))?.handler;
    if (handler) {
      const answered = await Promise.race([handler(request), rejectOnAbort(init.signal)]);
      if (answered.type !== 'error') return answered;
    }
    return realFetch(input, init);
  }

  async function stubbedFetch(input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
    const request = describeRequest(input, options);
    sent.push(request);
    const aborted = new Promise<never>((_resolve, reject) => inFlight.set(request, () => reject(networkError())));
    return Promise.race([carry(request, input, options), aborted]).finally(() => inFlight.delete(request));
  }

  beforeEach(() => {
    globalThis.fetch = stubbedFetch;
    sent.length = 0;
    handlers = [];
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    handlers = [];
  });
  return {
    sent,
    calls: () => sent.map(({ method, path }) => `${method} ${path}`),
    hold: (matcher) => {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      // `Response.error()` from a handler means that the request goes on to the real server.
      add(matcher, () => released.then(() => Response.error()));
      return release;
    },
    inFlightCount: () => inFlight.size,
    cutNew,
    loseAnswers: (matcher) =>
      add(matcher, async (request) => {
        await resend(request);
        throw networkError();
      }),
    replaceBodies: (matcher, body) =>
      add(matcher, async (request) => {
        const { status, url } = await resend(request);
        const response = Response.json(body, { status });
        return Object.defineProperty(response, 'url', { value: url });
      }),
    sendTwice: (matcher) => add(matcher, (request) => resend(request).then(() => resend(request))),
    cut: (matcher = /./) => {
      cutNew(matcher);
      for (const [request, abort] of inFlight) if (matches(matcher, request)) abort();
    },
    answer: (matcher, status, body, headers = {}) =>
      add(matcher, ({ url }) => {
        const made: unknown = typeof body === 'function' ? body() : body;
        const text = typeof made === 'string' ? made : JSON.stringify(made);
        const type = typeof made === 'string' ? 'text/html' : 'application/json';
        const response = new Response(status === 204 ? null : text, {
          status,
          headers: { 'Content-Type': type, ...headers },
        });
        return Object.defineProperty(response, 'url', { value: url });
      }),
    restore: () => {
      handlers = [];
    },
  };
}
