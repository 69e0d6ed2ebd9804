/** Tests the list of queued and received calls with their contents: complete, and each record is read once. */
import { beforeEach, expect, test, vi } from 'vitest';

import { detectEviction } from '@/offline/eviction/eviction-detector';
import { refuse, keepReceipt } from '@/offline/queue/entry-transitions';
import { listReceipts } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import { createCallReader } from '@/offline/queue/recorded-calls';
import { discard } from '@/offline/queue/retry-discard';

import { answerSubmit, emptyQueue, keyOf, lessonRead, nextSubmitId } from '../support/people';
import { listQueue, putRaw, queued, receipt, refusal, sent } from '../support/queue';

const a = keyOf('a');

beforeEach(emptyQueue);

/** Starts to count the entries that are read from the store. */
function countValues(): () => number {
  const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const isOfEntries = ([query]: unknown[]) =>
    query instanceof IDBKeyRange && ['queued', 'sent'].includes((query.lower as string[])[0] ?? '');
  return () =>
    reads.mock.results
      .filter((_, index) => isOfEntries(reads.mock.calls[index] ?? []))
      .reduce((sum, { value }) => sum + (value as IDBRequest<unknown[]>).result.length, 0);
}

test('all queued and received calls are read, however many there are', async () => {
  for (let set = 1; set <= 130; set += 1) await queued(a, answerSubmit(`s${set}`));
  for (let lesson = 1; lesson <= 130; lesson += 1) await sent(a, `l${lesson}`);
  await refuse(await queued(a, lessonRead('refused')), refusal);
  await queued(keyOf('b'));
  const calls = await createCallReader(a)();
  expect(calls.map(({ state }) => state).toSorted()).toEqual([
    ...Array.from({ length: 130 }, () => 'queued'),
    ...Array.from({ length: 130 }, () => 'sent'),
  ]);
  expect(await listQueue(a, 1000)).toHaveLength(130);
  expect(await listReceipts(a, 1000)).toHaveLength(130);
});

test('a second read of the calls reads only new entries; if there are none, it returns the same array', async () => {
  const read = createCallReader(a);
  const first = await queued(a, answerSubmit('s1'));
  const second = await queued(a, answerSubmit('s2'));
  const before = await read();
  expect(await read()).toBe(before);

  await queued(a, answerSubmit('s3'));
  const values = countValues();
  expect(await read()).toHaveLength(3);
  expect(values()).toBe(1);

  await discard(first);
  await keepReceipt(second, receipt);
  expect((await read()).map(({ id, state }) => `${id} ${state}`)).toContain(`${second.id} sent`);
  expect(await read()).toHaveLength(2);
});

test('fault: the browser evicts the queue, and the same call is saved again under the same seq → the new record is read', async () => {
  const read = createCallReader(a);
  await detectEviction(a);
  await queued(a, lessonRead('l1'));
  expect(await read()).toHaveLength(1);
  await emptyQueue();
  const again = await queued(a, lessonRead('l1'));
  expect((await read()).map(({ id }) => id)).toEqual([again.id]);
  await emptyQueue();
  await detectEviction(a);
  expect(await read()).toEqual([]);
});

test('10,000 calls are read in pages, each call once, and one new call costs one more read', async () => {
  const entry = await queued(a, answerSubmit('s1'));
  await transact('readwrite', async (store) => {
    for (let seq = 2; seq <= 10_000; seq += 1) {
      const id = nextSubmitId();
      // The sequence numbers have gaps and are in another order than the calls.
      const place = 2 * ((seq * 7919) % 10_007);
      store.put({ ...entry, seq: place, id, call: answerSubmit('s1', id) }, ['queued', a, place]);
      store.put(place, ['queued-call', a, 'answer-submit', 's1', id]);
    }
    store.put(30_000, ['seq']);
  });
  const lists = (['getAllKeys', 'getAll'] as const).map((name) => vi.spyOn(IDBObjectStore.prototype, name));
  const read = createCallReader(a);
  const values = countValues();
  expect(new Set((await read()).map(({ id }) => id)).size).toBe(10_000);
  expect(values()).toBe(10_000);
  for (const list of lists) expect(Math.max(...list.mock.calls.map(([, count]) => count ?? Infinity))).toBe(1000);
  await queued(a, answerSubmit('s2'));
  expect(await read()).toHaveLength(10_001);
  expect(values()).toBe(10_001);
});

test('callers that ask for the calls while a read is in flight share the next read', async () => {
  await queued(a, answerSubmit('s1'));
  const read = createCallReader(a);
  const lists = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys');
  const first = read();
  await vi.waitFor(() => expect(lists).toHaveBeenCalled());
  await queued(a, answerSubmit('s2'));
  const later = await Promise.all([read(), read(), read()]);
  expect(await first).toHaveLength(1);
  expect(later.map((calls) => calls.length)).toEqual([2, 2, 2]);
  const ofCalls = lists.mock.calls.filter(([query]) =>
    JSON.stringify((query as IDBKeyRange).lower).includes('queued-call'),
  );
  expect(ofCalls).toHaveLength(2);
});

test('callers that ask for the calls at the same time share one read', async () => {
  for (let set = 1; set <= 5; set += 1) await queued(a, answerSubmit(`s${set}`));
  const read = createCallReader(a);
  const [one, two] = await Promise.all([read(), read()]);
  expect(one).toHaveLength(5);
  expect(two).toBe(one);
});

test('fault: one queue record does not parse → the other calls are read', async () => {
  await queued(a, answerSubmit('s1'));
  const broken = await queued(a, answerSubmit('s2'));
  await putRaw(['queued', a, broken.seq], 'x');
  expect(await createCallReader(a)()).toHaveLength(1);
});
