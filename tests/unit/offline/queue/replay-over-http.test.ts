/** Tests replay over real HTTP: answers of captive portals, proxies and failing servers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { GATEWAY_FAILURES, gatewayAnswers, OTHER_REFUSALS } from '@tests/support/gateway-answers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { REQUEST_TIMEOUT_MS } from '@/lib/constants';
import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { retry } from '@/offline/queue/retry-discard';
import { ownerKey, saveSession, type OwnerKey } from '@/session/session';

import { installLocks } from '../support/crash-contexts';
import { answerSubmit, emptyQueue, lessonRead } from '../support/people';
import { listRefused } from '../support/queue';
import { createReplayer } from '../support/replay';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin: string;
let handle: Handle;
let owner: OwnerKey;
/** The bytes of a slow answer that arrive before the app's timeout. */
const BYTES_IN_TIME = REQUEST_TIMEOUT_MS / 1000;
/** Triggers the app's timeout of 30 s at once; a real timer could also fire early on a slow machine. */
let runOutOfTime: () => void;
/** A callback that runs once the app has received the headers of an answer. */
let onHead: (() => void) | undefined;
const requests: { method?: string; url?: string; authorization?: string; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      requests.push({ method, url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
      handle(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(globalThis, { __API_HOST__: origin });
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Replaces `AbortSignal.timeout`, so that timeouts fire only when the test says so. */
function holdTime(): void {
  const times: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    expect(limit).toBe(REQUEST_TIMEOUT_MS);
    const time = new AbortController();
    times.push(time);
    runOutOfTime = () => times.forEach((each) => each.abort(new DOMException('Too slow', 'TimeoutError')));
    onHead = undefined;
    return time.signal;
  });
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const answer = await fetch(...request);
    onHead?.();
    return answer;
  });
}

beforeEach(async () => {
  holdTime();
  installLocks();
  requests.length = 0;
  handle = takeIt;
  await emptyQueue();
  const user = { apiHost: origin, userId: 'a' };
  owner = ownerKey(user);
  await saveSession({ accessToken: 'secret', tokenType: 'bearer', owner: user });
});

const takeIt: Handle = (request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const lessonId = /lesson\/(.+)$/.exec(request.url ?? '')?.[1];
  response.end(
    lessonId ? JSON.stringify({ lessonId, readAt: '2026-11-21T00:00:00Z' }) : JSON.stringify({ id: 's1', score: 1 }),
  );
};

test('a read lesson is sent as PUT without a body, a submit as POST, both with the bearer header', async () => {
  const submit = answerSubmit('s1');
  await enqueue(owner, lessonRead('l1'));
  await enqueue(owner, submit);
  expect(await createReplayer('page').replay()).toMatchObject({ received: 2 });
  expect(requests).toEqual([
    { method: 'PUT', url: '/api/v1/progress/lesson/l1', authorization: 'Bearer secret', body: '' },
    {
      method: 'POST',
      url: '/api/v1/submit/',
      authorization: 'Bearer secret',
      body: JSON.stringify(submit.kind === 'answer-submit' && submit.submit),
    },
  ]);
});

test('the receipt stores the Date header of the server’s answer', async () => {
  handle = (_, response) => response.writeHead(204, { Date: 'Thu, 02 Jan 2020 03:04:05 GMT' }).end();
  await enqueue(owner, lessonRead('l1'));
  await createReplayer('page').replay();
  expect((await listReceipts(owner))[0]?.receipt).toEqual({ receivedAt: '2020-01-02T03:04:05.000Z', byServer: true });
});

const ME = { id: 'a', username: 'a', name: 'あ', role: 'STUDENT' };

const portals: [string, Handle][] = [
  ['a web page with 200', (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')],
  ['a web page with 200 and no type', (_, response) => response.writeHead(200).end('<!doctype html><html>')],
  ['a redirect to a login page', (_, response) => response.writeHead(302, { Location: `${origin}/login` }).end()],
  [
    'a redirect that would repeat the call',
    (_, response) => response.writeHead(307, { Location: `${origin}/x` }).end(),
  ],
  ['a web page with 403', (_, response) => response.writeHead(403, { 'Content-Type': 'text/html' }).end('<html>')],
  ['a 403 with foreign JSON', (_, response) => response.writeHead(403).end('{"message":"Forbidden"}')],
  ['a 403 like the API’s, also for GET /me/', (_, response) => response.writeHead(403).end('{"detail":"Forbidden"}')],
  [
    'a 405 page, also for GET /me/',
    (_, response) => response.writeHead(405, { 'Content-Type': 'text/html' }).end('<html>'),
  ],
  ['a 451 with foreign JSON, also for GET /me/', (_, response) => response.writeHead(451).end('{"message":"blocked"}')],
  ['a 400 without a body, also for GET /me/', (_, response) => response.writeHead(400).end()],
  ['a 404 without a body', (_, response) => response.writeHead(404).end()],
  ['a 401 without a body', (_, response) => response.writeHead(401).end()],
  ['a 401 that asks for HTTP Basic', (_, response) => response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end()],
  ['a 200 with an error', (_, response) => response.end('{"error":"login required"}')],
  ['a 200 with a login address', (_, response) => response.end('{"data":{"loginUrl":"https://portal.example/"}}')],
  ['a web page with 511', (_, response) => response.writeHead(511, { 'Content-Type': 'text/html' }).end('<html>')],
];

const silences: [string, Handle][] = [
  ['the connection is reset', (request) => request.socket.destroy()],
  ['the server hangs', () => runOutOfTime()],
  [
    'the answer breaks off',
    (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"lesson', () => request.socket.destroy());
    },
  ],
  [
    'the answer never ends',
    (_, response) => {
      onHead = runOutOfTime;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"lesson');
    },
  ],
  [
    'the answer comes a byte a second',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      let bytes = 0;
      const drip = () => {
        bytes += 1;
        if (bytes > BYTES_IN_TIME) runOutOfTime();
        else response.write(' ', () => setTimeout(drip, 0));
      };
      drip();
    },
  ],
];

describe('over real HTTP', () => {
  for (const [stoppedBy, cases] of [
    ['portal', portals],
    ['network', silences],
  ] as const) {
    for (const [name, badly] of cases) {
      test(`fault: ${name} → the run ends, the call stays queued, and arrives once the server answers again`, async () => {
        handle = badly;
        await enqueue(owner, lessonRead('l1'));
        await enqueue(owner, lessonRead('l2'));
        const replayer = createReplayer('page');
        expect(await replayer.replay()).toMatchObject({ stoppedBy, waiting: 2, received: 0 });
        // Replay followed no redirect: the token was sent to the API host's own path only.
        expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
        handle = takeIt;
        expect(await replayer.replay()).toMatchObject({ received: 2, waiting: 0 });
      });
    }
  }

  test("fault: an answer's body never ends, even after the timeout → the run ends, the call stays queued, and arrives later", async () => {
    await enqueue(owner, lessonRead('l1'));
    const replayer = createReplayer('page');
    vi.spyOn(Response.prototype, 'text').mockImplementationOnce(() => {
      setTimeout(runOutOfTime);
      return new Promise(() => undefined);
    });
    expect(await replayer.replay()).toMatchObject({ stoppedBy: 'network', waiting: 1, received: 0 });
    expect(await replayer.replay()).toMatchObject({ received: 1, waiting: 0 });
  });

  test('fault: no server at all → the run ends, the call stays queued', async () => {
    const user = { apiHost: 'http://127.0.0.1:9', userId: 'a' };
    Object.assign(globalThis, { __API_HOST__: user.apiHost });
    await saveSession({ accessToken: 'secret', tokenType: 'bearer', owner: user });
    await enqueue(ownerKey(user), lessonRead('l1'));
    expect(await createReplayer('worker').replay()).toMatchObject({ stoppedBy: 'network', waiting: 1 });
    Object.assign(globalThis, { __API_HOST__: origin });
  });

  const submitsAndReads = [lessonRead('l1'), answerSubmit('s1')];
  test.each(gatewayAnswers(...OTHER_REFUSALS, ...GATEWAY_FAILURES))(
    'fault: a gateway answers %s to queued calls alone → none counts as received, and each arrives once it is sent again',
    async (_, { status, headers, body }) => {
      handle = (request, response) => {
        if (request.method === 'GET') return response.end(JSON.stringify(ME));
        response.writeHead(status, headers).end(body);
      };
      for (const call of submitsAndReads) await enqueue(owner, call);
      const replayer = createReplayer('worker');
      expect(await replayer.replay()).toMatchObject({ received: 0 });
      const refused = await listRefused(owner);
      const isRefusal = OTHER_REFUSALS.includes(status);
      expect(refused.map(({ call }) => call)).toEqual(isRefusal ? submitsAndReads : []);
      expect(refused.every(({ refusal }) => refusal.status === status && refusal.reason === '')).toBe(true);
      expect(await listReceipts(owner)).toEqual([]);

      handle = takeIt;
      for (const entry of refused) await retry(entry);
      expect(await replayer.replay({ isUrgent: true })).toMatchObject({ received: 2, waiting: 0 });
    },
  );

  test('a refused call is stored with the server’s message', async () => {
    handle = (request, response) => {
      if (request.url?.endsWith('/me/')) return response.end(JSON.stringify(ME));
      response
        .writeHead(404, { 'Content-Type': 'application/problem+json' })
        .end(JSON.stringify({ title: 'x', status: 404, detail: 'レッスンが見つかりません。' }));
    };
    await enqueue(owner, lessonRead('l1'));
    await createReplayer('page').replay();
    expect(await listRefused(owner)).toMatchObject([
      { refusal: { status: 404, reason: 'レッスンが見つかりません。' } },
    ]);
    expect(await countQueue(owner)).toMatchObject({ waiting: 0 });
  });
});
