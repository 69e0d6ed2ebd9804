/** Tests evictions between two steps of a check, or during the checks of two tabs. */
import { emptyQueue } from '@tests/unit/offline/support/people';
import { a, listLosses, useStudiedDevice } from '@tests/unit/offline/support/studied-device';
import { expect, test, vi } from 'vitest';

import { detectEviction } from '@/offline/eviction/eviction-detector';

const { words, study } = useStudiedDevice();

test("fault: another tab updates the evicted queue's stored count while this tab checks → the loss is reported", async () => {
  await detectEviction(a);
  const [[key, earlier] = ['', '']] = words;
  await study(a);
  const last = words.get(key) ?? '';
  words.set(key, earlier);
  await emptyQueue();

  const looking = detectEviction(a);
  words.set(key, last);
  await looking;
  await detectEviction(a);

  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('two tabs that detect an eviction at the same time report it once, even if one tab has read an old count', async () => {
  await study(a);
  const word = [...words];
  await emptyQueue();
  await Promise.all([detectEviction(a), detectEviction(a)]);
  for (const [key, value] of word) words.set(key, value);
  await detectEviction(a);
  expect(await listLosses(a)).toHaveLength(1);
});

test('a queue evicted just after it was counted is reported with its count', async () => {
  await study(a);
  let emptied: Promise<void> | undefined;
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction'];
  const spied = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...how) {
    spied.mockRestore();
    const first = begin.apply(this, how);
    first.addEventListener('complete', () => void (emptied = emptyQueue()));
    return first;
  });
  await detectEviction(a);
  await vi.waitFor(() => expect(emptied).toBeDefined());
  await emptied;
  await detectEviction(a);
  expect(await listLosses(a)).toMatchObject([{ waiting: 2, refused: 1 }]);
});

test('a second eviction before the first notice was counted is reported again', async () => {
  await study(a);
  for (let times = 0; times < 2; times += 1) {
    await emptyQueue();
    await detectEviction(a);
  }
  expect(await listLosses(a)).toMatchObject([{ waiting: 0, refused: 1 }]);
});
