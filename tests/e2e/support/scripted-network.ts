/**
 * An HTTP proxy between browser and server that a test scripts: it passes requests, answers them itself, delays them or
 * cuts the connection. A real proxy, unlike the network stubs of the unit tests, because the requests of a service
 * worker and of a killed browser must cross a socket.
 */
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';

/** A request as it arrived at the proxy. */
export interface SeenRequest {
  method: string;
  /** The path without its query. */
  path: string;
  search: string;
  headers: IncomingMessage['headers'];
}

/** True if the service worker made the request. */
export function isOfWorker({ headers }: SeenRequest): boolean {
  return headers.referer?.endsWith('/sw.js') === true;
}

type ChangeHeaders = (headers: IncomingHttpHeaders) => IncomingHttpHeaders;

/**
 * `pass`: the server's response is passed on. `cut`: the connection breaks without a response. `lose`: the server
 * handles the request, and its response is lost. `half`: the server handles the request, and the connection breaks
 * after the first half of its response's body. `twice`: the server handles the request twice, as when a browser repeats
 * it, and its second response is passed on. `changeHeaders`: the response is passed on with other headers. An async
 * iterable body is sent chunk by chunk.
 */
export type ScriptedAnswer =
  | 'pass'
  | 'cut'
  | 'lose'
  | 'half'
  | 'twice'
  | { changeHeaders: ChangeHeaders }
  | { status: number; headers?: Record<string, string>; body?: string | Uint8Array | AsyncIterable<string> };
export type Script = (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedNetwork {
  /** The proxy's origin, where the browser opens the app. */
  readonly origin: string;
  /** Answers later requests as the function `script` decides. */
  follow: (script: Script) => void;
  /** Passes later requests to the server. */
  pass: () => void;
  /** Cuts later requests and breaks open connections. */
  cut: () => void;
  /** All requests that arrived at the proxy, oldest first. */
  readonly seen: readonly SeenRequest[];
  /** Returns the number of requests with this method and path that arrived. */
  count: (method: string, path: string | RegExp) => number;
  dispose: () => Promise<void>;
}

/** A captive portal's response to every request. */
export const PORTAL_PAGE: ScriptedAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Wi-Fi</title><p>利用規約に同意してください</p>',
};

/** The server's response to an expired or revoked access token. */
export const TOKEN_REFUSED: ScriptedAnswer = {
  status: 401,
  headers: { 'Content-Type': 'application/problem+json' },
  body: JSON.stringify({ type: 'about:blank', title: 'Unauthorized', status: 401 }),
};

/**
 * Connections are kept alive, because the service worker's first start requests two hundred files. Idle connections are
 * closed after 2 s, before the server closes them (5 s): a request sent at the moment of closing would be lost and
 * repeated.
 */
const agent = new Agent({ keepAlive: true, timeout: 2000 });

/**
 * Forwards a request to the server, and the server's response to the browser; without `changeHeaders` the response is
 * dropped, and the connection breaks unless `dropped` is given, which is called instead.
 */
function forward(
  target: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  changeHeaders?: ChangeHeaders,
  { body = incoming, dropped = () => response.destroy() }: { body?: Readable; dropped?: () => void } = {},
) {
  const outgoing = sendRequest(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers, agent },
    (answer) => {
      if (!changeHeaders) {
        answer.resume().once('end', dropped);
        return;
      }
      response.writeHead(answer.statusCode ?? 502, changeHeaders(answer.headers));
      answer.pipe(response);
    },
  );
  outgoing.once('error', () => response.destroy());
  body.pipe(outgoing);
}

const keepHeaders: ChangeHeaders = (headers) => headers;

/** Forwards a request, and the first half of the response to the browser; then the connection breaks. */
function forwardHalf(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const outgoing = sendRequest(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers, agent },
    (answer) => {
      const sendHalf = (bytes: Buffer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      };
      answer.toArray().then(
        (parts) => sendHalf(Buffer.concat(parts as Buffer[])),
        () => response.destroy(),
      );
    },
  );
  outgoing.once('error', () => response.destroy());
  incoming.pipe(outgoing);
}

/** Forwards a request twice, one after the other, and the second response to the browser. */
async function forwardTwice(target: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Buffer.concat(await incoming.toArray());
  const body = () => Readable.from([bytes]);
  const dropped = () => forward(target, incoming, response, keepHeaders, { body: body() });
  forward(target, incoming, response, undefined, { body: body(), dropped });
}

/** Starts a proxy in front of the server at `target`; it passes everything until `follow` or `cut` is called. */
export async function startScriptedNetwork(target: string): Promise<ScriptedNetwork> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let script: Script = () => 'pass';

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(incoming.url ?? '/', target);
    const request = { method: incoming.method ?? '', path, search, headers: incoming.headers };
    seen.push(request);
    const answer = await script(request);
    if (answer === 'pass') forward(target, incoming, response, keepHeaders);
    else if (answer === 'lose') forward(target, incoming, response);
    else if (answer === 'half') forwardHalf(target, incoming, response);
    else if (answer === 'twice') await forwardTwice(target, incoming, response);
    else if (answer === 'cut') response.destroy();
    else if ('changeHeaders' in answer) forward(target, incoming, response, answer.changeHeaders);
    else {
      incoming.resume();
      response.writeHead(answer.status, { ...answer.headers, connection: 'close' });
      const { body = '' } = answer;
      if (typeof body === 'string' || body instanceof Uint8Array) response.end(body);
      else Readable.from(body).pipe(response);
    }
  }
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const breakOff = () => sockets.forEach((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    follow: (next) => (script = next),
    pass: () => (script = () => 'pass'),
    cut: () => {
      script = () => 'cut';
      breakOff();
    },
    seen,
    count: (method, path) =>
      seen.filter(
        (each) => each.method === method && (path instanceof RegExp ? path.test(each.path) : each.path === path),
      ).length,
    dispose: async () => {
      breakOff();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
