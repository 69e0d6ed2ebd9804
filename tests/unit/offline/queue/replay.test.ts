/** Tests replay: the order of sending, the effect of each answer on a call, and a submit's missing receipts. */
import { describe, expect, test, vi } from 'vitest';

import { isReceiptFor } from '@/offline/queue/acknowledgement';
import { enqueue } from '@/offline/queue/enqueue';
import { callsReceived, queueChanged, replayState } from '@/offline/queue/queue-broadcasts';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { replay } from '@/offline/queue/replay';
import { now, shiftClock } from '@/storage/now';

import { answerSubmit, keyOf, lessonRead } from '../support/people';
import { listQueue, listRefused } from '../support/queue';
import { createReplayer, saveLessons, senderOverTime, sentWords, useReplay } from '../support/replay';

const a = keyOf('a');
const DAY_MS = 86_400_000;
const server = useReplay();
const MINUTE_MS = 60_000;

describe('sending', () => {
  test('replay sends the oldest call first, and each call is replaced by its receipt', async () => {
    await saveLessons('l1', 'l2');
    const submit = answerSubmit('s1', '00000000-0000-4000-8000-000000000abc');
    await enqueue(a, submit);
    const outcome = await createReplayer('page').replay();
    expect(outcome).toMatchObject({ received: 3, refused: 0, waiting: 0 });
    expect(outcome.stoppedBy).toBeUndefined();
    expect(sentWords()).toEqual(['a read:l1', 'a read:l2', 'a submit:00000000-0000-4000-8000-000000000abc']);
    expect(await listQueue(a)).toEqual([]);
    expect(await listReceipts(a)).toHaveLength(3);
  });

  test('a receipt stores the server’s time and, for a submit, the server’s answer', async () => {
    server.date = new Date('2020-01-02T03:04:05Z');
    await enqueue(a, answerSubmit('s1'));
    await saveLessons('l1');
    await createReplayer('page').replay();
    const [lesson, submit] = await listReceipts(a);
    expect(lesson?.receipt).toMatchObject({ receivedAt: '2020-01-02T03:04:05.000Z', byServer: true });
    expect(submit?.receipt).toMatchObject({ byServer: true, answer: { score: 1, maxScore: 1 } });
  });

  test('an empty 2xx answer is a receipt for a lesson marked as read, too', async () => {
    server.otherwise = 'empty';
    await saveLessons('l1');
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1 });
    expect((await listReceipts(a))[0]?.receipt.answer).toBeUndefined();
  });

  test('replay keeps the order of saving when the clock went backwards between two calls', async () => {
    await saveLessons('l1');
    shiftClock(-730 * DAY_MS);
    await saveLessons('l2');
    shiftClock(30 * DAY_MS);
    await saveLessons('l3');
    await createReplayer('page').replay();
    expect(sentWords()).toEqual(['a read:l1', 'a read:l2', 'a read:l3']);
  });

  test('replay sends nothing when the queue is empty', async () => {
    expect(await createReplayer('page').replay()).toMatchObject({ received: 0, waiting: 0 });
    expect(server.requests).toEqual([]);
  });

  test('a call saved during a replay is sent by the same run', async () => {
    await saveLessons('l1');
    const replayer = createReplayer('page');
    server.gate = async () => {
      server.gate = undefined;
      await saveLessons('l2');
      void replayer.replay();
    };
    expect(await replayer.replay()).toMatchObject({ received: 2, waiting: 0 });
  });

  test('simultaneous replays of a page share one run', async () => {
    await saveLessons('l1');
    const outcomes = await Promise.all([replay('page'), replay('page')]);
    expect(outcomes[0]).toBe(outcomes[1]);
    expect(sentWords()).toEqual(['a read:l1']);
  });

  test('replay broadcasts its start, received calls and its outcome', async () => {
    await saveLessons('l1');
    const heard: unknown[] = [];
    const stops = [replayState, callsReceived, queueChanged].map((kind) => kind.subscribe((news) => heard.push(news)));
    await createReplayer('page').replay();
    for (const stop of stops) stop();
    expect(heard).toEqual([
      { owner: a, sending: true },
      { owner: a, calls: [{ id: expect.any(String), kind: 'lesson-read', subject: 'l1' }] },
      { owner: a },
      { owner: a, sending: false, outcome: { received: 1, refused: 0 } },
    ]);
  });
});

describe('missing and foreign answers', () => {
  for (const mode of ['dead', 'lost', 'broken'] as const) {
    test(`fault: a server’s answer is ${mode} → the replay run ends, nothing is lost, the rest is sent later`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [mode];
      const replayer = createReplayer('page');
      expect(await replayer.replay()).toMatchObject({ stoppedBy: 'network', waiting: 2, received: 0 });
      expect(server.requests).toHaveLength(1);
      expect(await replayer.replay()).toMatchObject({ received: 2, waiting: 0 });
      expect(server.recorded.size).toBe(2);
    });
  }

  for (const mode of ['portal', 'redirect', 'html404'] as const) {
    test(`fault: a captive portal answers (${mode}) → the replay run ends, no attempt is counted, nothing is lost`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [mode];
      expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'portal', waiting: 2 });
      expect(server.requests).toHaveLength(1);
      expect(await listQueue(a)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
      expect(await createReplayer('page').replay()).toMatchObject({ received: 2 });
    });
  }

  test('fault: the first call in the queue is never answered → the ones behind it still arrive', async () => {
    await saveLessons('l1', 'l2', 'l3');
    const replayer = createReplayer('page');
    const study = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('/l1')) throw new TypeError('fetch failed');
      return study(url, init);
    });
    for (let run = 1; run <= 3; run += 1) await replayer.replay();
    expect(sentWords()).toEqual(['a read:l2', 'a read:l3']);
    expect(await listQueue(a)).toMatchObject([{ call: lessonRead('l1'), blocked: { status: 0, times: 0 } }]);
  });

  test('fault: the network is dead for a long time → the calls keep their order, and each run sends at most two requests', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.otherwise = 'dead';
    const replayer = createReplayer('page');
    for (let run = 1; run <= 3; run += 1) {
      server.requests.length = 0;
      expect(await replayer.replay()).toMatchObject({ stoppedBy: 'network', waiting: 3 });
      expect(server.requests.length).toBeLessThanOrEqual(2);
    }
    server.otherwise = 'ok';
    server.requests.length = 0;
    await replayer.replay();
    expect(sentWords()).toEqual(['a read:l1', 'a read:l2', 'a read:l3']);
  });
});

describe('refusals and delays', () => {
  for (const status of [403, 404, 409, 422] as const) {
    test(`fault: the first call in the queue is always refused (${status}) → it is set aside with the reason, and the others are sent`, async () => {
      await saveLessons('l1', 'l2', 'l3');
      server.script = [status];
      expect(await createReplayer('page').replay()).toMatchObject({ received: 2, refused: 1, waiting: 0 });
      expect(await listRefused(a)).toMatchObject([
        { call: lessonRead('l1'), refusal: { status, reason: `だめ ${status}` } },
      ]);
    });
  }

  for (const status of [408, 425, 500, 502] as const) {
    test(`fault: ${status} to the first call in the queue → it is retried with backoff, the others are sent`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [status];
      const before = now();
      const outcome = await createReplayer('page').replay();
      expect(outcome).toMatchObject({ received: 1, waiting: 1 });
      expect(outcome.stoppedBy).toBeUndefined();
      expect(outcome.nextDueAt).toBeGreaterThanOrEqual(before + 2000);
      expect(await listQueue(a)).toMatchObject([{ attempts: 1, notBefore: outcome.nextDueAt }]);
      // The call is not due yet, so nothing is sent.
      expect(await createReplayer('page').replay()).toMatchObject({ received: 0, waiting: 1 });
      expect(server.requests).toHaveLength(2);
      shiftClock(10_000);
      expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
    });
  }

  for (const status of [429, 503] as const) {
    test(`fault: ${status} with Retry-After → all calls are delayed for that time, even after 今すぐ送信`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [status];
      server.retryAfter = '60';
      expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'pause', waiting: 2 });
      expect(await createReplayer('worker').replay({ isUrgent: true })).toMatchObject({ stoppedBy: 'pause' });
      expect(server.requests).toHaveLength(1);
      shiftClock(61_000);
      expect(await createReplayer('page').replay()).toMatchObject({ received: 2, waiting: 0 });
    });

    test(`fault: ${status} without Retry-After → all calls back off, except after 今すぐ送信`, async () => {
      await saveLessons('l1', 'l2');
      server.script = [status];
      await createReplayer('page').replay();
      expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'pause', waiting: 2 });
      expect(await createReplayer('page').replay({ isUrgent: true })).toMatchObject({ received: 2 });
      await saveLessons('l3');
      expect(await createReplayer('page').replay()).toMatchObject({ received: 1 });
    });
  }

  test('fault: a burst of 500 → each run tries each call once, all arrive in the end', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.otherwise = 500;
    for (let run = 1; run <= 5; run += 1) {
      shiftClock(run * 600_000);
      await createReplayer('page').replay();
      expect(server.requests).toHaveLength(run * 3);
    }
    server.otherwise = 'ok';
    shiftClock(3_600_000);
    expect(await createReplayer('page').replay()).toMatchObject({ received: 3, waiting: 0 });
  });

  test('fault: the clock is set back two years while calls are delayed → they are sent at once, not in two years', async () => {
    await saveLessons('l1');
    server.script = [503];
    server.retryAfter = '3600';
    await createReplayer('page').replay();
    shiftClock(-730 * DAY_MS);
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1 });
  });
});

test('replay reads the queue once for each of 200 calls', async () => {
  await saveLessons(...Array.from({ length: 200 }, (_, index) => `l${index}`));
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await createReplayer('page').replay();
  // One read of the store for each call, and a few to see that the queue is empty.
  expect(getAll.mock.calls.length).toBeLessThan(210);
  expect(server.requests).toHaveLength(200);
});

describe('2xx without a receipt for a submit', () => {
  test("fault: a proxy's bare {} with 200 → the submit stays queued, and arrives when the server answers", async () => {
    await enqueue(a, answerSubmit('s1'));
    server.otherwise = 'bare';
    expect(await createReplayer('page').replay()).toMatchObject({ received: 0, waiting: 1, stoppedBy: 'pause' });
    server.otherwise = 'ok';
    shiftClock(MINUTE_MS);
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
  });

  test('fault: the server itself answers all submits with a bare {} → they are repeated a few times only, hold up no other call, and are listed under 要確認 (needs attention)', async () => {
    await enqueue(a, answerSubmit('s1'));
    await enqueue(a, answerSubmit('s2'));
    await saveLessons('l1');
    for (const { call } of await listQueue(a)) {
      if (call.kind === 'answer-submit') server.poisoned.set(`submit:${call.submit.clientSubmitId}`, 'empty');
    }
    const run = senderOverTime();
    await run(1);
    expect(await countQueue(a)).toMatchObject({ waiting: 2, receipts: 1 });
    await run(20);
    expect(await listRefused(a)).toMatchObject([
      { refusal: { status: 204, isBlocked: true } },
      { refusal: { status: 204, isBlocked: true } },
    ]);
    expect(server.requests.filter(({ call }) => call.startsWith('submit'))).toHaveLength(10);
  });
});

test.each<[string, (id: string) => unknown, boolean]>([
  ['its own clientSubmitId', (id) => ({ clientSubmitId: id }), true],
  ['its own clientSubmitId in capitals', (id) => ({ clientSubmitId: id.toUpperCase() }), true],
  ['an id and a score', () => ({ id: 7, score: 0 }), true],
  ['an id and a score, and no clientSubmitId', () => ({ clientSubmitId: null, id: 's1', score: 1 }), true],
  ["another submit's clientSubmitId", () => ({ clientSubmitId: 'other', id: 's1', score: 1 }), false],
  ['an id alone', () => ({ id: 's1' }), false],
  ['nothing', () => undefined, false],
  ['{}', () => ({}), false],
  ['"ok"', () => 'ok', false],
  ['a list', () => [], false],
])('a 2xx with %s may be a receipt of a submit (case %#)', (_, bodyOf, isReceipt) => {
  const submit = answerSubmit('s1', 'abcdef00-0000-4000-8000-000000000001');
  expect(isReceiptFor(submit, bodyOf('abcdef00-0000-4000-8000-000000000001'))).toBe(isReceipt);
  expect(isReceiptFor(lessonRead('l1'), bodyOf('x'))).toBe(true);
});
