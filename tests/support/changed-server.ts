/** A server that passes requests to another one and changes its answers, to make one that is broken in one way. */
import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';

/** A request as it arrived. */
export interface SeenRequest {
  method: string;
  /** The path below the origin, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON; the text if it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests change answers of every shape
  body: any;
}

/** Changes a reply, or makes another. @param pass sends the request on, with another query or body if given. */
export type Change = (
  request: SeenRequest,
  pass: (other?: Partial<SeenRequest>) => Promise<Reply>,
) => Promise<Reply> | Reply;

export interface ChangedServer {
  origin: string;
  seen: SeenRequest[];
  stop: () => Promise<void>;
}

/** Headers of a message's form, which the server in front sets itself. */
const OF_FORM = ['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive'];

async function forward(target: string, { method, path, query, headers, body }: SeenRequest): Promise<Reply> {
  const sent = new Headers(headers);
  for (const name of [...OF_FORM, 'host']) sent.delete(name);
  const search = query.size > 0 ? `?${query}` : '';
  const init = { method, headers: sent, body: body === '' ? undefined : body, redirect: 'manual' } as const;
  const response = await fetch(`${target}${path}${search}`, init);
  const kept = [...response.headers].filter(([name]) => !OF_FORM.includes(name));
  const type = response.headers.get('Content-Type') ?? '';
  if (!/json|text/.test(type))
    return { status: response.status, headers: Object.fromEntries(kept), body: await response.blob() };
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: /json/.test(type) && text ? JSON.parse(text) : text,
  };
}

function toResponse({ status, headers, body }: Reply): Response {
  const isText = body instanceof Blob || (typeof body === 'string' && !/json/.test(headers['content-type'] ?? ''));
  const content = [204, 304].includes(status) ? null : isText ? body : JSON.stringify(body);
  return new Response(content, { status, headers });
}

/** Starts a server before another one. */
export async function startChangedServer(target: string, change: Change): Promise<ChangedServer> {
  const seen: SeenRequest[] = [];
  const answer = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const { method, headers } = request;
    const asked = { method, path: pathname, query: searchParams, headers, body: await request.text() };
    seen.push(asked);
    return toResponse(await change(asked, (other) => forward(target, { ...asked, ...other })));
  };
  const listening = await new Promise<{ port: number; close: (done: () => void) => void }>((started) => {
    const server = serve(
      {
        overrideGlobalObjects: false,
        fetch: answer,
        port: 0,
        hostname: '127.0.0.1',
        serverOptions: { keepAliveTimeout: 0 },
      },
      ({ port }: AddressInfo) => started({ port, close: (done) => void server.close(done) }),
    );
  });
  return {
    origin: `http://127.0.0.1:${listening.port}`,
    seen,
    stop: () => new Promise((stopped) => listening.close(stopped)),
  };
}

/** The origin of the app in requests. */
export const APP = 'https://app.example.com';

/** Changes the 2xx JSON of one call, whose path fits a pattern. */
export function changing(path: RegExp, edit: (body: Reply['body'], reply: Reply) => unknown): Change {
  return async (request, pass) => {
    const reply = await pass();
    if (request.method !== 'GET' || !path.test(request.path) || reply.status !== 200) return reply;
    return { ...reply, body: edit(reply.body, reply) ?? reply.body };
  };
}

/** Answers a call, whose path fits a pattern, without the server. */
export function answering(path: RegExp, reply: Reply): Change {
  return (request, pass) => (path.test(request.path) ? reply : pass());
}

/** Lets every origin call the API, with the given methods. */
export function allowing(methods: string): Change {
  const headers = {
    'Access-Control-Allow-Origin': APP,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key',
    'Access-Control-Expose-Headers': 'Date, Retry-After',
  };
  return async (request, pass) => {
    if (request.method === 'OPTIONS') return { status: 204, headers, body: '' };
    const reply = await pass();
    return { ...reply, headers: { ...reply.headers, ...headers } };
  };
}

/** Refuses every refresh but the first. */
export function refreshingOnce(): Change {
  let refreshes = 0;
  return (request, pass) => {
    if (!request.path.endsWith('/token')) return pass();
    refreshes += 1;
    return refreshes > 1
      ? { status: 401, headers: { 'Content-Type': 'application/problem+json' }, body: { title: '401', status: 401 } }
      : pass();
  };
}
