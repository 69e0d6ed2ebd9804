/** What waits or was received, with its contents: all of it, and each record read once. */
import { beforeEach, expect, test, vi } from 'vitest';

import { lookAfterQueue } from '@/offline/losses/queue-canary';
import { refuse, keepReceipt } from '@/offline/queue/outcomes';
import { discard } from '@/offline/queue/queue-care';
import { listReceipts } from '@/offline/queue/queue-lists';
import { createCallReader } from '@/offline/queue/recorded-calls';

import { answerSubmit, emptyQueue, keyOf, lessonRead } from '../support/people';
import { listQueue, putRaw, queued, receipt, refusal, sent } from '../support/queue';

const a = keyOf('a');

beforeEach(emptyQueue);

test('all that waits or was received is read, however much it is', async () => {
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

test('only what is new is read again, and nothing new is the same answer', async () => {
  const read = createCallReader(a);
  const first = await queued(a, answerSubmit('s1'));
  const second = await queued(a, answerSubmit('s2'));
  const before = await read();
  expect(await read()).toBe(before);

  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  await queued(a, answerSubmit('s3'));
  get.mockClear();
  expect(await read()).toHaveLength(3);
  expect(get.mock.calls.filter(([key]) => JSON.stringify(key) !== '["mark"]')).toHaveLength(1);
  get.mockRestore();

  await discard(first);
  await keepReceipt(second, receipt);
  expect((await read()).map(({ id, state }) => `${id} ${state}`)).toContain(`${second.id} sent`);
  expect(await read()).toHaveLength(2);
});

test('fault: the browser deletes the queue, and the same is done anew under the same number → the new record is read', async () => {
  const read = createCallReader(a);
  await lookAfterQueue(a);
  await queued(a, lessonRead('l1'));
  expect(await read()).toHaveLength(1);
  await emptyQueue();
  const again = await queued(a, lessonRead('l1'));
  expect((await read()).map(({ id }) => id)).toEqual([again.id]);
  await emptyQueue();
  await lookAfterQueue(a);
  expect(await read()).toEqual([]);
});

test('those who ask at once are answered by one reading', async () => {
  for (let set = 1; set <= 5; set += 1) await queued(a, answerSubmit(`s${set}`));
  const read = createCallReader(a);
  const [one, two] = await Promise.all([read(), read()]);
  expect(one).toHaveLength(5);
  expect(two).toBe(one);
});

test('fault: a record among them does not parse → the others are read', async () => {
  await queued(a, answerSubmit('s1'));
  const broken = await queued(a, answerSubmit('s2'));
  await putRaw(['queued', a, broken.seq], 'x');
  expect(await createCallReader(a)()).toHaveLength(1);
});
