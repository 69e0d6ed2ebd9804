/**
 * Tests that queue records which browser tests write by hand have exactly the keys and fields that `enqueue` writes.
 */
import 'fake-indexeddb/auto';
import { putWaitingCalls } from '@tests/e2e/support/put-waiting-calls';
import { promisifyRequest } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import type { Entry } from '@/offline/queue/entries';
import { countQueue } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import type { QueuedCall } from '@/offline/queue/queued-calls';

import { answerSubmit, emptyQueue, keyOf, lessonRead } from '../support/people';
import { listQueue } from '../support/queue';

const owner = keyOf('u1');

/** Returns keys and values of the store, with the random entry ids replaced by 'id'. */
async function dump(): Promise<[IDBValidKey, unknown][]> {
  return transact('readonly', async (store) => {
    const keys = await promisifyRequest(store.getAllKeys());
    const values = await promisifyRequest<unknown[]>(store.getAll());
    return keys.map((key, index) => {
      const value = values[index];
      return [key, typeof value === 'object' && value !== null ? { ...(value as Entry), id: 'id' } : value];
    });
  });
}

beforeEach(emptyQueue);

test.each<[string, QueuedCall[]]>([
  ['lesson reads', [lessonRead('l1'), lessonRead('l2')]],
  ['answers', [answerSubmit('s1'), answerSubmit('s1', 'ABCDEF00-0000-4000-8000-000000000001')]],
])('the browser tests write %s as enqueue does', async (_, calls) => {
  const entries = [];
  for (const call of calls) entries.push(await enqueue(owner, call));
  const written = await dump();
  await emptyQueue();

  for (const [index, call] of calls.entries()) {
    await putWaitingCalls({ owner, calls: [call], queuedAt: entries[index]?.queuedAt ?? '' });
  }

  expect(await dump()).toEqual(written);
  expect(await listQueue(owner)).toMatchObject(calls.map((call) => ({ call, state: 'queued' })));
  expect(await countQueue(owner)).toMatchObject({ waiting: calls.length });
});
