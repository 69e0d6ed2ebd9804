/** A server in memory behind `fetch`: recognises repeated calls, knows whose token it is, and answers as it is told to. */
import { vi } from 'vitest';

import type { NewSubmit } from '@/api/submits';

import { crashPoint } from './crash-contexts';

/**
 * How one request is answered. `dead`: no answer, nothing recorded. `lost`: recorded, but no answer comes. `broken`:
 * recorded, the answer breaks off. The rest are statuses; `ok` and `empty` record, `portal` is HTML with 200, `bare` is
 * `{}` with 200: the server's to a reading, for any 2xx is a receipt of one, a proxy's to answers.
 */
export type Mode =
  | 'ok'
  | 'empty'
  | 'dead'
  | 'lost'
  | 'broken'
  | 'portal'
  | 'bare'
  | 'redirect'
  | 'html403'
  | 'html404'
  | 401
  | 403
  | 404
  | 408
  | 409
  | 422
  | 425
  | 429
  | 500
  | 502
  | 503;

export interface Received {
  /** Whose token the request carried. */
  user: string;
  /** `read:<lessonId>` or `submit:<clientSubmitId>`. */
  call: string;
  mode: Mode;
}

export interface StudyServer {
  /** How the next requests are answered, first come first served; then `otherwise`. */
  script: Mode[];
  otherwise: Mode;
  /** What something on the way does to a call whenever it comes: `read:<lessonId>` or `submit:<clientSubmitId>`. */
  readonly poisoned: Map<string, Mode>;
  /** How often GET /me/ was asked; it is answered as the rest is `otherwise`. */
  meCount: number;
  /** Every request of a call, in order. */
  readonly requests: Received[];
  /** What was recorded, `user call` → how often it was counted: a server that recognises repeats has only ones. */
  readonly recorded: Map<string, number>;
  /** The Retry-After of 429 and 503. */
  retryAfter?: string;
  /** The time that answers carry. */
  date: Date;
  /** Access tokens that are answered with 401. */
  readonly expired: Set<string>;
  /** What a request waits for before it is answered. */
  gate?: () => Promise<void>;
}

const json = { 'Content-Type': 'application/json' };

function callOf(path: string, body: unknown): string {
  const lesson = /\/progress\/lesson\/(.+)$/.exec(path)?.[1];
  return lesson ? `read:${lesson}` : `submit:${(body as NewSubmit).clientSubmitId}`;
}

function okBody(call: string, body: unknown, date: Date): unknown {
  const at = date.toISOString();
  if (call.startsWith('read:')) return { lessonId: call.slice('read:'.length), readAt: at };
  const { clientSubmitId, questionSetId, answeredAt } = body as NewSubmit;
  const known = { clientSubmitId, questionSetId, answeredAt };
  return { id: `s-${clientSubmitId}`, ...known, score: 1, maxScore: 1, results: [], receivedAt: at };
}

function meBody(id: string): unknown {
  return { id, username: id, name: id, role: 'STUDENT', active: true, createdAt: '2026-11-01T00:00:00Z' };
}

function brokenBody(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
}

function respond(mode: Mode, body: unknown, server: StudyServer): Response {
  const headers: Record<string, string> = { ...json, Date: server.date.toUTCString() };
  if (typeof mode === 'number') {
    if (server.retryAfter && (mode === 429 || mode === 503)) headers['Retry-After'] = server.retryAfter;
    return new Response(JSON.stringify({ detail: `だめ ${mode}` }), { status: mode, headers });
  }
  switch (mode) {
    case 'ok':
      return new Response(JSON.stringify(body), { status: 200, headers });
    case 'empty':
      return new Response(null, { status: 204, headers: { Date: server.date.toUTCString() } });
    case 'broken':
      return new Response(brokenBody(), { status: 200, headers });
    case 'portal':
      return new Response('<html>ログイン</html>', { status: 200, headers: { 'Content-Type': 'text/html' } });
    case 'redirect':
      return new Response(null, { status: 302, headers: { Location: 'https://portal.example' } });
    case 'bare':
      return new Response('{}', { status: 200, headers });
    case 'html403':
    case 'html404':
      return new Response('<html></html>', {
        status: mode === 'html403' ? 403 : 404,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'dead':
    case 'lost':
      throw new TypeError('fetch failed');
  }
}

const recording: readonly Mode[] = ['ok', 'empty', 'lost', 'broken'];

/** Puts the server behind `fetch`. Tokens are `token-<user>` with anything after a further `-`. */
export function installStudyServer(): StudyServer {
  const server: StudyServer = {
    script: [],
    otherwise: 'ok',
    requests: [],
    poisoned: new Map(),
    meCount: 0,
    recorded: new Map(),
    date: new Date('2026-11-21T03:00:00Z'),
    expired: new Set(),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit): Promise<Response> => {
    await crashPoint('before the request');
    const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const { pathname } = new URL(url);
    const user = token.split('-')[1] ?? '';
    if (pathname.endsWith('/me/')) {
      server.meCount += 1;
      return respond(server.expired.has(token) ? 401 : server.otherwise, meBody(user), server);
    }
    const call = callOf(pathname, body);
    const mode = server.expired.has(token)
      ? 401
      : (server.poisoned.get(call) ?? server.script.shift() ?? server.otherwise);
    server.requests.push({ user, call, mode });
    await server.gate?.();
    const isRecorded = recording.includes(mode) || (mode === 'bare' && call.startsWith('read:'));
    if (isRecorded) server.recorded.set(`${user} ${call}`, 1);
    await crashPoint('after the request');
    return respond(mode, okBody(call, body, server.date), server);
  });
  return server;
}
