/** The wire between app and server: records what goes over it, can be held, cut, or answer in the server's place. */
import { afterEach, beforeEach } from 'vitest';

import { untilPageEnds } from './page-end';

export interface SentRequest {
  method: string;
  /** The whole URL. */
  url: string;
  /** The path below /api/v1, or the whole URL of anything else. */
  path: string;
  headers: Headers;
  body: string;
  /** How it goes about caches and copies. */
  cache?: RequestCache;
}

/** Which requests are meant: 'GET /me/' or a pattern over such words. */
export type Which = string | RegExp;

type Plug = (request: SentRequest) => Promise<Response> | Response;

export interface Wire {
  /** All that was sent, oldest first. */
  readonly sent: SentRequest[];
  /** What was sent, in words: 'GET /me/'. */
  readonly words: () => string[];
  /** Keeps these requests back until the answered function is called. */
  hold: (which: Which) => () => void;
  /** Lets none of these requests through, nor the answers to those that are on their way, as where a network goes. */
  cut: (which?: Which) => void;
  /** Lets none of these requests through from now on; what is on its way arrives. */
  cutNew: (which: Which) => void;
  /** How many requests are on their way. */
  underWay: () => number;
  /** Answers these requests in the server's place; a body that is a function is made anew for each. */
  answer: (which: Which, status: number, body: unknown, headers?: Record<string, string>) => void;
  /** Takes all holds, cuts and answers away. */
  mend: () => void;
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
  };
}

function isMeant(which: Which, { method, path }: SentRequest): boolean {
  const words = `${method} ${path}`;
  return typeof which === 'string' ? words === which : which.test(words);
}

/** A demo user's tokens are shared by all tests of a run: a sign-out in one must not end them for the others. */
const keptSessions = { which: 'POST /revoke', plug: () => new Response(null) };

/** A request given up by the app is given up here too, whatever the wire does with it. */
function abandoned(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const noNetwork = () => new TypeError('fetch failed');

/** Puts a wire in place for every test of the file that calls it. */
export function useNetworkStub(): Wire {
  const sent: SentRequest[] = [];
  let plugs: { which: Which; plug: Plug }[] = [];
  const add = (which: Which, plug: Plug) => plugs.unshift({ which, plug });
  const cutNew = (which: Which) => void add(which, () => Promise.reject(noNetwork()));
  /** Breaks off what is on its way. */
  const underWay = new Map<SentRequest, () => void>();

  async function carry(request: SentRequest, input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
    const init = untilPageEnds(options);
    const plug = [...plugs, keptSessions].find(({ which }) => isMeant(which, request))?.plug;
    if (plug) {
      const answered = await Promise.race([plug(request), abandoned(init.signal)]);
      if (answered.type !== 'error') return answered;
    }
    return realFetch(input, init);
  }

  async function fetchOverWire(input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
    const request = describeRequest(input, options);
    sent.push(request);
    const broken = new Promise<never>((_resolve, reject) => underWay.set(request, () => reject(noNetwork())));
    return Promise.race([carry(request, input, options), broken]).finally(() => underWay.delete(request));
  }

  beforeEach(() => {
    globalThis.fetch = fetchOverWire;
    sent.length = 0;
    plugs = [];
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    plugs = [];
  });
  return {
    sent,
    words: () => sent.map(({ method, path }) => `${method} ${path}`),
    hold: (which) => {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      // An error response stands for: go on to the server.
      add(which, () => released.then(() => Response.error()));
      return release;
    },
    underWay: () => underWay.size,
    cutNew,
    cut: (which = /./) => {
      cutNew(which);
      for (const [request, breakOff] of underWay) if (isMeant(which, request)) breakOff();
    },
    answer: (which, status, body, headers = {}) =>
      add(which, ({ url }) => {
        const made: unknown = typeof body === 'function' ? body() : body;
        const text = typeof made === 'string' ? made : JSON.stringify(made);
        const type = typeof made === 'string' ? 'text/html' : 'application/json';
        const response = new Response(status === 204 ? null : text, {
          status,
          headers: { 'Content-Type': type, ...headers },
        });
        return Object.defineProperty(response, 'url', { value: url });
      }),
    mend: () => {
      plugs = [];
    },
  };
}
