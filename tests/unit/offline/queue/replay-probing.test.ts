/**
 * Tests that a call that a middlebox always blocks does not hold up the others; while all calls are blocked, no attempt
 * is counted.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { createReplayer } from '@/offline/queue/replay';
import { retry } from '@/offline/queue/retry-discard';
import { shiftClock } from '@/storage/now';

import { answerSubmit, keyOf, lessonRead } from '../support/people';
import { listQueue, listRefused } from '../support/queue';
import { beginReplay, saveLessons, senderOverTime, sentWords, useReplay } from '../support/replay';
import type { Mode } from '../support/scripted-server';

const a = keyOf('a');
const MINUTE_MS = 60_000;
const server = useReplay();

const names = (entries: readonly { call: unknown }[]) => entries.map(({ call }) => call);
const stops = ['html403', 'html404', 'portal', 'redirect', 'dead', 'broken', 503, 429] as const;

describe('one call is always blocked', () => {
  test.each(stops)(
    'fault: one call is always answered %s → the others are received, and it is marked as blocked',
    async (mode) => {
      await saveLessons('l1', 'l2', 'l3', 'l4');
      server.poisoned.set('read:l1', mode);
      await senderOverTime()(4);
      expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 0, receipts: 3 });
      expect(await listQueue(a)).toMatchObject([{ call: lessonRead('l1'), blocked: { times: expect.any(Number) } }]);
      // Calls saved after a blocked call was found are sent at once.
      await saveLessons('l5');
      await createReplayer('page').replay();
      expect(await countQueue(a)).toMatchObject({ waiting: 1, receipts: 4 });
    },
  );

  test.each(stops)(
    'fault: a call stays blocked by %s for long → it is listed under 要確認, once, and 再送 requeues it',
    async (mode) => {
      await saveLessons('l1', 'l2');
      server.poisoned.set('read:l1', mode);
      const run = senderOverTime();
      await run(10);
      expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 0 });
      await run(20);
      const [refused] = await listRefused(a);
      expect(refused).toMatchObject({ call: lessonRead('l1'), refusal: { isBlocked: true, reason: '' } });
      expect(refused).not.toHaveProperty('blocked');

      server.poisoned.clear();
      if (refused) await retry(refused);
      await run(1);
      expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 0, receipts: 2 });
    },
  );

  test('fault: a blocked call is no longer blocked → it is sent automatically', async () => {
    await saveLessons('l1', 'l2');
    server.poisoned.set('read:l1', 'html403');
    const run = senderOverTime();
    await run(6);
    server.poisoned.clear();
    await run(1);
    expect(names(await listReceipts(a)).toReversed()).toContainEqual(lessonRead('l1'));
    expect(await countQueue(a)).toMatchObject({ waiting: 0 });
  });

  test('fault: six calls in a row are never answered → the call behind them arrives, after a few probes per run', async () => {
    await saveLessons('l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7');
    for (const lesson of ['l1', 'l2', 'l3', 'l4', 'l5', 'l6']) server.poisoned.set(`read:${lesson}`, 'dead');
    const replayer = createReplayer('page');
    for (let run = 1; run <= 6; run += 1) {
      server.requests.length = 0;
      await replayer.replay();
      expect(server.requests.length).toBeLessThanOrEqual(4);
    }
    expect(names(await listReceipts(a))).toEqual([lessonRead('l7')]);
    await senderOverTime()(60);
    expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 6, receipts: 1 });
  });

  test('fault: one call is always answered 503 with Retry-After → nothing is sent before that time, and the others arrive', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.poisoned.set('read:l1', 503);
    server.retryAfter = '60';
    const replayer = createReplayer('page');
    let clock = 0;
    for (let run = 1; run <= 8; run += 1) {
      server.requests.length = 0;
      await replayer.replay({ isUrgent: true });
      const asked = server.requests.some(({ mode }) => mode === 503);
      clock += 30_000;
      shiftClock(clock);
      if (!asked) continue;
      server.requests.length = 0;
      await replayer.replay();
      expect(sentWords()).not.toContain('a read:l1');
    }
    expect(await countQueue(a)).toMatchObject({ waiting: 1, receipts: 2 });
  });

  test('fault: two calls in a row always fail → both are skipped, and the others arrive', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.poisoned.set('read:l1', 500);
    server.poisoned.set('read:l2', 503);
    server.retryAfter = '1';
    await senderOverTime()(8);
    expect(names(await listReceipts(a))).toEqual([lessonRead('l3')]);
  });

  test('while a server answers every call with Retry-After, each pause is respected and no call is marked as blocked', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.otherwise = 503;
    server.retryAfter = '60';
    const replayer = createReplayer('page');
    for (let minute = 1; minute <= 30; minute += 1) {
      server.requests.length = 0;
      await replayer.replay();
      expect(server.requests).toHaveLength(1);
      // During the pause that Retry-After sets nothing is sent, even after 今すぐ送信 (send now).
      await replayer.replay({ isUrgent: true });
      expect(server.requests).toHaveLength(1);
      shiftClock(minute * 61_000);
    }
    expect((await listQueue(a)).filter(({ blocked }) => blocked)).toEqual([]);
    server.otherwise = 'ok';
    await replayer.replay();
    expect(await countQueue(a)).toMatchObject({ waiting: expect.any(Number), refused: 0 });
    shiftClock(60 * MINUTE_MS);
    await replayer.replay();
    expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 3 });
  });

  test('a blocked call that begins to fail with another status starts a new count of attempts', async () => {
    await saveLessons('l1', 'l2');
    server.poisoned.set('read:l1', 'dead');
    const run = senderOverTime();
    await run(10);
    expect((await listQueue(a))[0]?.blocked).toMatchObject({ status: 0 });
    server.poisoned.set('read:l1', 'html403');
    await run(1);
    expect((await listQueue(a))[0]?.blocked).toBeUndefined();
    await run(60);
    expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 0 });
  });

  test('repeated presses of 今すぐ送信 (send now) do not count as attempts', async () => {
    await saveLessons('l1', 'l2');
    server.poisoned.set('read:l1', 'html403');
    const replayer = createReplayer('page');
    for (let press = 0; press < 100; press += 1) await replayer.replay({ isUrgent: true });
    expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 0, receipts: 1 });
  });
});

describe('all calls are blocked', () => {
  test.each(['html403', 'portal', 'redirect', 'dead', 503, 'bare'] as const)(
    'fault: all calls are answered %s for two days, also after one was blocked alone → none is refused, few requests are sent, all arrive later',
    async (mode) => {
      await saveLessons('l1', 'l2', 'l3');
      await enqueue(a, answerSubmit('s1'));
      server.poisoned.set('read:l1', mode === 'bare' ? 'html403' : mode);
      const run = senderOverTime();
      await run(5);
      server.poisoned.clear();
      await saveLessons('l4', 'l5', 'l6');
      await enqueue(a, answerSubmit('s2'));
      const before = await listQueue(a);

      server.otherwise = mode;
      server.requests.length = 0;
      server.meCount = 0;
      if (mode === 'bare') for (const lesson of [1, 4, 5, 6]) server.poisoned.set(`read:l${lesson}`, 'portal');
      await run(300);
      expect(server.requests.length).toBeLessThanOrEqual(300 * 5);
      expect(server.meCount).toBeLessThanOrEqual(300);
      expect((await listQueue(a)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(await countQueue(a)).toMatchObject({ refused: 0 });

      server.otherwise = 'ok';
      server.poisoned.clear();
      await run(3);
      expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 0 });
    },
  );

  test('fault: a captive portal answers → no attempt is counted', async () => {
    await saveLessons('l1', 'l2', 'l3');
    server.otherwise = 'portal';
    await senderOverTime()(50);
    expect((await listQueue(a)).map(({ attempts, blocked }) => ({ attempts, blocked }))).toEqual(
      Array.from({ length: 3 }, () => ({ attempts: 0, blocked: undefined })),
    );
  });
});

/** Generates the server's constant answer to one call: most often 'ok', else a blocking mode or a refusal. */
const way = fc.constantFrom<Mode>('ok', 'ok', ...stops, 'bare', 422);

test('fault: every mixture of blocked and other calls → each call ends in the right state, none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(way, { minLength: 1, maxLength: 9 }), async (ways) => {
      await beginReplay();
      await saveLessons(...ways.map((_, index) => `l${index}`));
      // A bare 2xx (without a receipt) confirms a lesson marked as read, but not a submit.
      const expected = { receipts: 0, refused: 0, blocked: 0 };
      for (const [index, mode] of ways.entries()) {
        server.poisoned.set(`read:l${index}`, mode);
        if (mode === 'ok' || mode === 'bare') expected.receipts += 1;
        else if (mode === 422) expected.refused += 1;
        else expected.blocked += 1;
      }
      const run = senderOverTime();
      await run(30);
      expect(await countQueue(a)).toMatchObject({ receipts: expected.receipts });
      const refused = (await listRefused(a)).filter(({ refusal }) => !refusal.isBlocked);
      expect(refused).toHaveLength(expected.refused);
      const { waiting, refused: all } = await countQueue(a);
      expect(waiting + all - expected.refused).toBe(expected.blocked);

      server.poisoned.clear();
      for (const entry of await listRefused(a)) await retry(entry);
      await run(5);
      expect(await countQueue(a)).toMatchObject({ waiting: 0, refused: 0, receipts: ways.length });
    }),
    { numRuns: 60 },
  );
});
