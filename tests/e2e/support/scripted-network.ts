/** A network that a test scripts: a proxy between browser and server that passes, answers itself, holds back or cuts. */
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

type ChangeHeaders = (headers: IncomingHttpHeaders) => IncomingHttpHeaders;

/**
 * `pass`: the server answers. `cut`: nobody does. `lose`: the server gets it, and its answer is lost on the way.
 * `changeHeaders`: the server answers, with other headers. A body of several parts goes out part by part.
 */
export type ScriptedAnswer =
  | 'pass'
  | 'cut'
  | 'lose'
  | { changeHeaders: ChangeHeaders }
  | { status: number; headers?: Record<string, string>; body?: string | Uint8Array | AsyncIterable<string> };
export type Script = (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedNetwork {
  /** Where the browser finds the app. */
  readonly origin: string;
  /** From now on requests are answered like this. */
  follow: (script: Script) => void;
  /** From now on the server answers. */
  pass: () => void;
  /** From now on nobody answers, and what is under way breaks off. */
  cut: () => void;
  /** What arrived, oldest first, whatever became of it. */
  readonly seen: readonly SeenRequest[];
  /** How many requests of this method and path arrived. */
  count: (method: string, path: string | RegExp) => number;
  dispose: () => Promise<void>;
}

/** What a captive portal answers to everything. */
export const PORTAL_PAGE: ScriptedAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Wi-Fi</title><p>利用規約に同意してください</p>',
};

/** What a server says about a token that it does not take any more. */
export const TOKEN_REFUSED: ScriptedAnswer = {
  status: 401,
  headers: { 'Content-Type': 'application/problem+json' },
  body: JSON.stringify({ type: 'about:blank', title: 'Unauthorized', status: 401 }),
};

/**
 * The worker's first start asks for two hundred files. A connection that rests is ended long before the server would (after
 * 5 s): what is sent on it at that very moment would be lost, and sent again.
 */
const agent = new Agent({ keepAlive: true, timeout: 2000 });

/** Hands a request on and its answer back; without `changeHeaders` the answer gets lost. */
function share(target: string, incoming: IncomingMessage, response: ServerResponse, changeHeaders?: ChangeHeaders) {
  const outgoing = sendRequest(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers, agent },
    (answer) => {
      if (!changeHeaders) {
        answer.resume().once('end', () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, changeHeaders(answer.headers));
      answer.pipe(response);
    },
  );
  outgoing.once('error', () => response.destroy());
  incoming.pipe(outgoing);
}

/** Starts a proxy before the server at `target`; it passes everything until it is told otherwise. */
export async function startScriptedNetwork(target: string): Promise<ScriptedNetwork> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let script: Script = () => 'pass';

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(incoming.url ?? '/', target);
    const request = { method: incoming.method ?? '', path, search, headers: incoming.headers };
    seen.push(request);
    const answer = await script(request);
    if (answer === 'pass') share(target, incoming, response, (headers) => headers);
    else if (answer === 'lose') share(target, incoming, response);
    else if (answer === 'cut') response.destroy();
    else if ('changeHeaders' in answer) share(target, incoming, response, answer.changeHeaders);
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
