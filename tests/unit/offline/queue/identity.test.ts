/**
 * Tests that entries are identified by their id, because seqs start at 1 again after the browser has evicted the
 * storage.
 */
import { expect, test } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { findItself } from '@/offline/queue/entry-store';
import { refuse } from '@/offline/queue/entry-transitions';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import { createReplayer } from '@/offline/queue/replay';
import { discard, retry } from '@/offline/queue/retry-discard';

import { answerSubmit, emptyQueue, keyOf, lessonRead } from '../support/people';
import { listQueue, listRefused, queued, refusal, sent } from '../support/queue';
import { useReplay, sentWords } from '../support/replay';

const a = keyOf('a');
const server = useReplay();

/** Evicts all storage while the next request is in flight, and saves a call in another tab. */
function deletedOnTheWay(saveAnother: () => Promise<unknown>): void {
  server.gate = async () => {
    server.gate = undefined;
    await emptyQueue();
    await saveAnother();
  };
}

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
