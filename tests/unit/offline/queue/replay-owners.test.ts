/**
 * Tests that replay sends the calls of the signed-in owner only, with that owner's token, and that a late answer
 * changes only the entry for which it was given.
 */
import { clearSession } from '@tests/support/session';
import { expect, test } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { findItself } from '@/offline/queue/entry-store';
import { refuse } from '@/offline/queue/entry-transitions';
import { countQueue, type QueueCounts } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import { discard, retry } from '@/offline/queue/retry-discard';
import { readSession, saveSession } from '@/session/session';

import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from '../support/people';
import { listQueue, listRefused, queued, refusal, sent } from '../support/queue';
import { createReplayer, giveRefreshToken, saveLessons, sentWords, useReplay } from '../support/replay';
import type { Mode } from '../support/scripted-server';

const a = keyOf('a');
const b = keyOf('b');
const server = useReplay();

/** Evicts all storage while the next request is in flight, and saves a call in another tab. */
function deletedOnTheWay(saveAnother: () => Promise<unknown>): void {
  server.gate = async () => {
    server.gate = undefined;
    await emptyQueue();
    await saveAnother();
  };
}

test("fault: user A's entries while B is signed in → not sent before A has signed in again", async () => {
  await saveLessons('l1');
  await enqueue(b, lessonRead('l2'));
  await signInAs('b');
  await createReplayer('page').replay();
  expect(sentWords()).toEqual(['b read:l2']);
  await signInAs('a');
  await createReplayer('page').replay();
  expect(sentWords()).toEqual(['b read:l2', 'a read:l1']);
});

test('fault: B signs in between two calls of A → the second stays queued for A, B’s calls are sent', async () => {
  await saveLessons('l1', 'l2');
  await enqueue(b, lessonRead('l3'));
  server.gate = async () => {
    server.gate = undefined;
    await signInAs('b');
  };
  await createReplayer('page').replay();
  expect(sentWords()).toEqual(['a read:l1', 'b read:l3']);
  expect(await countQueue(a)).toMatchObject({ waiting: 1, receipts: 1 });
});

test.each<[Mode, Partial<QueueCounts>]>([
  ['ok', { waiting: 0, receipts: 1 }],
  ['lost', { waiting: 1 }],
  [401, { waiting: 1 }],
  [422, { waiting: 0, refused: 1 }],
  [503, { waiting: 1 }],
])(
  'fault: B signs in in another tab while A’s answer (%s) is in flight to a page of A → the answer counts for A, B’s session and records are unchanged, and no call of A is sent with B’s token',
  async (mode, ofA) => {
    const refresh = giveRefreshToken(() => Response.json({ access_token: 'token-a-2', token_type: 'bearer' }));
    await saveLessons('l1');
    await enqueue(b, lessonRead('l1'));
    const [before] = await listQueue(b);
    server.script = [mode, 'dead'];
    server.gate = async () => {
      server.gate = undefined;
      await signInAs('b');
    };
    await createReplayer('page').replay();
    expect(await countQueue(a)).toMatchObject(ofA);
    expect(await listQueue(b)).toEqual([before]);
    expect(await countQueue(b)).toMatchObject({ waiting: 1, refused: 0, receipts: 0 });
    expect((await readSession())?.accessToken).toBe('token-b');
    expect(refresh.count()).toBe(0);
  },
);

test('replay sends nothing without a session', async () => {
  await saveLessons('l1');
  await clearSession();
  expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session', received: 0 });
  expect(server.requests).toEqual([]);
});

test('replay does not send the token of another API host’s session', async () => {
  await saveLessons('l1');
  const session = await readSession();
  if (session) await saveSession({ ...session, owner: { apiHost: 'https://other.example', userId: 'a' } });
  expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'session' });
  expect(server.requests).toEqual([]);
});

test('fault: storage evicted while answers are in flight → a call saved after the eviction does not get their receipt, and is sent', async () => {
  const [first, second] = [answerSubmit('s1'), answerSubmit('s2')];
  await enqueue(a, first);
  server.script = ['ok', 'dead'];
  deletedOnTheWay(() => enqueue(a, second));
  await createReplayer('page').replay();
  expect(await listReceipts(a)).toEqual([]);
  expect(await listQueue(a)).toMatchObject([{ call: second, seq: 1 }]);

  await createReplayer('page').replay();
  expect(await listReceipts(a)).toMatchObject([{ call: second }]);
  expect(sentWords()).toHaveLength(3);
});

test('fault: storage evicted while a call is being refused → a call saved after the eviction is not marked as refused', async () => {
  await enqueue(a, answerSubmit('s1'));
  const second = lessonRead('l2');
  server.script = [422, 'dead'];
  deletedOnTheWay(() => enqueue(a, second));
  await createReplayer('page').replay();
  expect(await listRefused(a)).toEqual([]);
  expect(await listQueue(a)).toMatchObject([{ call: second }]);
});

test('fault: storage evicted while a call is delayed → a call saved after the eviction is not delayed', async () => {
  await enqueue(a, lessonRead('l1'));
  server.script = [500];
  deletedOnTheWay(() => enqueue(a, lessonRead('l2')));
  await createReplayer('page').replay();
  const [left] = await listQueue(a);
  expect(left).toMatchObject({ call: lessonRead('l2'), attempts: 0 });
  expect(left).not.toHaveProperty('notBefore');
});

test('fault: storage evicted while the panel shows a call → the panel’s buttons do not act on a call saved after the eviction', async () => {
  const [waiting, refused] = [await queued(a, lessonRead('l1')), await queued(a, lessonRead('l2'))];
  await emptyQueue();
  await queued(a, lessonRead('l3'));
  await refuse(await queued(a, lessonRead('l4')), refusal);

  await discard(waiting);
  await discard(refused);
  expect(await retry(refused)).toBe(false);
  expect(await countQueue(a)).toMatchObject({ waiting: 1, refused: 1 });
});

test('removing an expired receipt does not remove a newer one under the same key', async () => {
  await sent(a, 'l1');
  const [old] = await listReceipts(a);
  await emptyQueue();
  await sent(a, 'l2');
  await transact('readwrite', async (store) => {
    expect(old && (await findItself(store, 'sent', old))).toBeUndefined();
  });
  expect(await listReceipts(a)).toHaveLength(1);
});
