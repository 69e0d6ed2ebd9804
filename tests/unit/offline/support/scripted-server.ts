/**
 * Puts the study server behind `fetch`, with scripted faults: each study call is answered in the next mode of a script.
 */
import { errorAnswer, middleboxAnswers } from '@tests/support/middlebox-answers';
import { callKeyOf, type StudyAnswer, type StudyRequest, StudyServer } from '@tests/support/study-server';
import { vi } from 'vitest';

import { crashPoint } from './crash-contexts';

/**
 * How one request is answered. `dead`: no answer, nothing recorded. `lost`: recorded, but no answer arrives. `broken`:
 * recorded, but the answer breaks off. `ok` and `empty` record. `bare` is `{}` with 200: it records a read lesson,
 * because any 2xx is a receipt of one; for a submit it is a proxy's. The rest are answers of proxies and error
 * statuses.
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
  /** The user whose token the request carried. */
  user: string;
  /** The key of the call: `read:<lessonId>` or `submit:<clientSubmitId>`. */
  call: string;
  mode: Mode;
}

export interface ScriptedServer {
  /** The modes of the next requests, first in, first out; when none is left, the mode `otherwise` applies. */
  script: Mode[];
  otherwise: Mode;
  /** Call key → the mode in which a middlebox answers that call every time. */
  readonly poisoned: Map<string, Mode>;
  /** The number of GET /me/ requests; they are answered in the mode `otherwise`. */
  meCount: number;
  /** All requests of study calls, in order. */
  readonly requests: Received[];
  /** The recorded calls, each once: `a read:l1`. */
  readonly recorded: Set<string>;
  /** The value of the Retry-After header in answers 429 and 503. */
  retryAfter?: string;
  /** The server's time. */
  date: Date;
  /** Access tokens that are answered with 401. */
  readonly expired: Set<string>;
  /** A function called for each request, which is answered once the returned promise resolves. */
  gate?: () => Promise<void>;
}

function brokenBody(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
}

function answerOf(mode: Mode, ok: StudyAnswer, { retryAfter }: ScriptedServer): StudyAnswer {
  if (typeof mode === 'number') return errorAnswer(mode, mode === 429 || mode === 503 ? retryAfter : undefined);
  return mode in middleboxAnswers ? middleboxAnswers[mode as keyof typeof middleboxAnswers] : ok;
}

function toResponse(mode: Mode, ok: StudyAnswer, server: ScriptedServer): Response {
  if (mode === 'dead' || mode === 'lost') throw new TypeError('fetch failed');
  const { status, body, headers, contentType } = answerOf(mode, ok, server);
  // Answers of captive portals and redirects have no Date header of the server.
  const isServers = contentType === undefined && mode !== 'redirect';
  const text = typeof body === 'string' ? body : body && JSON.stringify(body);
  return new Response(mode === 'broken' ? brokenBody() : (text as string | undefined), {
    status,
    headers: {
      ...(body !== undefined && { 'Content-Type': contentType ?? 'application/json' }),
      ...(isServers && { Date: server.date.toUTCString() }),
      ...headers,
    },
  });
}

const recordingModes: readonly Mode[] = ['ok', 'empty', 'lost', 'broken'];

function parseRequest(url: string, init: RequestInit): StudyRequest {
  const { pathname, searchParams: query } = new URL(url);
  const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  return { method: init.method ?? 'GET', path: pathname.slice('/api/v1'.length), query, token, body };
}

/** Installs the server as `fetch`. Access tokens have the form `token-<user>`, or `token-<user>-` and any text. */
export function installScriptedServer(): ScriptedServer {
  // Recorded devices of older builds have tokens of another form, which are accepted, too.
  const userOf = (token: string) => token.split('-')[1] ?? 'unknown';
  const study = new StudyServer({ userOf, now: () => server.date.getTime() });
  const server: ScriptedServer = {
    script: [],
    otherwise: 'ok',
    requests: [],
    poisoned: new Map(),
    meCount: 0,
    recorded: new Set(),
    date: new Date('2026-11-21T03:00:00Z'),
    expired: study.expiredTokens,
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit): Promise<Response> => {
    await crashPoint('before the request');
    const request = parseRequest(url, init);
    const isExpired = server.expired.has(request.token);
    if (request.path === '/me/') {
      server.meCount += 1;
      return toResponse(isExpired ? 401 : server.otherwise, study.handle(request), server);
    }
    const call = callKeyOf(request) ?? request.path;
    const mode = isExpired ? 401 : (server.poisoned.get(call) ?? server.script.shift() ?? server.otherwise);
    const user = userOf(request.token);
    server.requests.push({ user, call, mode });
    await server.gate?.();
    const isRecorded = recordingModes.includes(mode) || (mode === 'bare' && call.startsWith('read:'));
    const ok = isRecorded ? study.handle(request) : { status: 200 };
    if (isRecorded) server.recorded.add(`${user} ${call}`);
    await crashPoint('after the request');
    return toResponse(mode, ok, server);
  });
  return server;
}
