/** Tests the device's store: durable writes, and an error for every failure. */
import { emptyQueue, keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { get, promisifyRequest, set } from 'idb-keyval';
import { describe, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { createDeviceStore, type DeviceStore } from '@/storage/device-store';
import { StorageError, type StorageReason, toStorageError } from '@/storage/storage-error';

let databases = 0;
const freshName = () => `test-${(databases += 1)}`;

test('read-write transactions use strict durability', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await set('key', 1, createDeviceStore(freshName(), 'store'));
  expect(transaction).toHaveBeenCalledWith('store', 'readwrite', { durability: 'strict' });
});

test('a callback that throws aborts its transaction', async () => {
  const store = createDeviceStore(freshName(), 'store');
  const half = store('readwrite', async (objects) => {
    await promisifyRequest(objects.put(1, 'key'));
    throw new StorageError('leaving');
  });
  await expect(half).rejects.toMatchObject({ reason: 'leaving' });
  expect(await get('key', store)).toBeUndefined();
});

test('twenty parallel updates are all applied', async () => {
  const store = createDeviceStore(freshName(), 'store');
  const add = () =>
    store('readwrite', async (objects) => {
      const value: unknown = await promisifyRequest(objects.get('count'));
      await promisifyRequest(objects.put(Number(value ?? 0) + 1, 'count'));
    });
  await Promise.all(Array.from({ length: 20 }, add));
  expect(await get('count', store)).toBe(20);
});

test('deleting the database in another context is not blocked, and the next write creates it again', async () => {
  const name = freshName();
  const store = createDeviceStore(name, 'store');
  await set('key', 1, store);
  const blocked = vi.fn<() => void>();
  await new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = () => resolve();
    deleting.onblocked = blocked;
    deleting.onerror = () => reject(deleting.error ?? new Error('not deleted'));
  });
  expect(blocked).not.toHaveBeenCalled();
  await set('key', 2, store);
  expect(await get('key', store)).toBe(2);
});

for (const name of ['InvalidStateError', 'UnknownError', 'AbortError']) {
  test(`fault: the connection is lost once (${name}) → the database is opened again, and the write succeeds`, async () => {
    const store = createDeviceStore(freshName(), 'store');
    await set('key', 1, store);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('lost', name);
    });
    await set('key', 2, store);
    expect(await get('key', store)).toBe(2);
  });
}

test('fault: the connection to IndexedDB is lost during two parallel writes → it is closed, and one new connection is opened', async () => {
  const store = createDeviceStore(freshName(), 'store');
  await set('key', 1, store);
  const opened = vi.spyOn(indexedDB, 'open');
  const closed = vi.spyOn(IDBDatabase.prototype, 'close');
  const lose = () => {
    throw new DOMException('lost', 'InvalidStateError');
  };
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(lose).mockImplementationOnce(lose);
  await Promise.all([set('key', 2, store), set('other', 2, store)]);
  expect(await Promise.all([get('key', store), get('other', store)])).toEqual([2, 2]);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(new Set(closed.mock.contexts).size).toBe(1);
});

/** Lets the next transactions on the device get no answer, as if a frozen page held the store. */
function hangNext(count: number) {
  const starting = vi.spyOn(IDBTransaction.prototype as unknown as { _start: () => void }, '_start');
  for (let index = 0; index < count; index += 1)
    starting.mockImplementationOnce(function (this: { _started: boolean }) {
      this._started = true;
    });
}

/** Lets time pass until the promise has rejected as stuck. @returns the seconds it took */
async function secondsToFail(promise: Promise<unknown>): Promise<number> {
  let reason: StorageReason | undefined;
  promise.catch((error: unknown) => (reason = toStorageError(error).reason));
  let seconds = 0;
  for (; !reason && seconds < 30; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    // The fake database answers in `setImmediate`, which fake timers do not run.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(reason).toBe('stuck');
  return seconds;
}

describe('a transaction that gets no answer', () => {
  const hold = async (store: DeviceStore) => {
    await set('key', 1, store);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  };

  test('fault: a read gets no answer for 5 s → it is aborted, the connection is closed, and the read succeeds on a new one', async () => {
    const store = createDeviceStore(freshName(), 'store');
    await hold(store);
    const [opened, closed] = [vi.spyOn(indexedDB, 'open'), vi.spyOn(IDBDatabase.prototype, 'close')];
    hangNext(1);
    const reading = get('key', store);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await reading).toBe(1);
    expect([opened.mock.calls.length, closed.mock.calls.length]).toEqual([1, 1]);
  });

  test('fault: several reads get no answer at once → all of them succeed on one new connection', async () => {
    const store = createDeviceStore(freshName(), 'store');
    await hold(store);
    const opened = vi.spyOn(indexedDB, 'open');
    hangNext(1);
    const reading = Promise.all([get('key', store), get('key', store), get('key', store)]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await reading).toEqual([1, 1, 1]);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('fault: a new connection gets no answer either → the read fails as stuck after 10 s, later reads after 2 s, and reads work again after an answer', async () => {
    const store = createDeviceStore(freshName(), 'store');
    await hold(store);
    hangNext(2);
    expect(await secondsToFail(get('key', store))).toBe(10);
    hangNext(2);
    expect(await secondsToFail(get('key', store))).toBe(2);
    vi.useRealTimers();
    expect(await get('key', store)).toBe(1);
  });

  test('fault: a write gets no answer → it is undone and written once on a new connection', async () => {
    const store = createDeviceStore(freshName(), 'store');
    await hold(store);
    hangNext(1);
    const writing = store('readwrite', async (objects) => {
      const value = await promisifyRequest<number>(objects.get('key'));
      objects.put(value + 10, 'key');
    });
    await vi.advanceTimersByTimeAsync(5000);
    await writing;
    expect(await get('key', store)).toBe(11);
  });

  test('fault: the commit of a write takes long → the write is not repeated, and resolves when it is on the device', async () => {
    const store = createDeviceStore(freshName(), 'store');
    await hold(store);
    // The device takes the commit, but does not say that it is done.
    const held: Event[] = [];
    const work = vi.fn<(objects: IDBObjectStore) => Promise<unknown>>((objects) => {
      const { transaction } = objects;
      vi.spyOn(transaction, 'abort').mockImplementation(() => {
        throw new DOMException('committing', 'InvalidStateError');
      });
      vi.spyOn(transaction, 'dispatchEvent').mockImplementation((event) => held.push(event) > 0);
      return promisifyRequest(objects.put(2, 'key'));
    });
    const resolved = vi.fn<() => void>();
    const writing = store('readwrite', work).then(resolved);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(held.map(({ type }) => type)).toEqual(['complete']);
    expect(resolved).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    for (const [{ transaction }] of work.mock.calls) held.forEach((event) => transaction.dispatchEvent(event));
    await writing;
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('a transaction may take longer than 5 s while its requests are answered', async () => {
    const store = createDeviceStore(freshName(), 'store');
    await hold(store);
    const work = vi.fn<(objects: IDBObjectStore) => Promise<number>>(async (objects) => {
      for (let turn = 0; turn < 4; turn += 1) {
        await promisifyRequest(objects.get('key'));
        vi.advanceTimersByTime(4000);
      }
      return promisifyRequest<number>(objects.get('key'));
    });
    expect(await store('readonly', work)).toBe(1);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('saving a call on a failing device', () => {
  const owner = keyOf('a');

  /** Tries to save a call while the device fails, and again after the device has recovered. */
  async function trySaving(lesson: string) {
    const error = await enqueue(owner, lessonRead(lesson)).catch((thrown: unknown) => thrown);
    vi.restoreAllMocks();
    const { waiting } = await countQueue(owner);
    await enqueue(owner, lessonRead(lesson));
    const after = await countQueue(owner);
    await emptyQueue();
    return { error, waiting, waitingAfter: after.waiting };
  }

  const notSaved = (reason: StorageReason) => ({
    error: expect.objectContaining({ name: 'StorageError', reason }),
    waiting: 0,
    waitingAfter: 1,
  });

  test('fault: the device is full → the write fails with StorageError (full), and nothing is saved', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await trySaving('l1')).toEqual(notSaved('full'));
  });

  test('fault: the transaction is aborted by the device, twice → the write fails with StorageError, and nothing is saved', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      this.transaction.abort();
      throw new DOMException('undone', 'AbortError');
    });
    expect(await trySaving('l2')).toEqual(notSaved('lost'));
  });

  test('fault: the connection to IndexedDB is lost again and again → the write fails with StorageError (lost), and nothing is saved', async () => {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('lost', 'InvalidStateError');
    });
    expect(await trySaving('l3')).toEqual(notSaved('lost'));
  });

  test('fault: the object store is gone → the write fails with StorageError (deleted), and nothing is saved', async () => {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('gone', 'NotFoundError');
    });
    expect(await trySaving('l4')).toEqual(notSaved('deleted'));
  });
});

/** Returns a store whose database is opened by `open`. */
async function failToOpen(open: () => unknown): Promise<unknown> {
  vi.spyOn(indexedDB, 'open').mockImplementation(open as typeof indexedDB.open);
  return set('key', 1, createDeviceStore(freshName(), 'store')).catch(toStorageError);
}

describe('opening', () => {
  test('fault: a newer app has left a database of a higher version, and was rolled back → the database is used unchanged', async () => {
    const name = freshName();
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, 7);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('store').put('kept', 'old');
        opening.result.createObjectStore('newer');
      };
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
      opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    });
    const store = createDeviceStore(name, 'store');
    expect(await get('old', store)).toBe('kept');
    await set('key', 1, store);
    expect(await get('key', store)).toBe(1);
  });

  test('fault: opening the database hangs → an error after 5 s, and a late connection is closed', async () => {
    vi.useFakeTimers();
    const opening = { onsuccess: () => undefined, result: { close: vi.fn<() => void>() } };
    const failed = failToOpen(() => opening);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await failed).toMatchObject({ name: 'StorageError', reason: 'stuck' });
    opening.onsuccess();
    expect(opening.result.close).toHaveBeenCalled();
  });

  test('fault: private mode forbids IndexedDB → opening fails with StorageError (blocked)', async () => {
    const failed = failToOpen(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(await failed).toMatchObject({ reason: 'blocked' });
  });

  test('opening IndexedDB is tried again after a failure', async () => {
    const store = createDeviceStore(freshName(), 'store');
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('no', 'UnknownError');
    });
    await set('key', 1, store);
    expect(await get('key', store)).toBe(1);
  });
});

test('every error of IndexedDB is mapped to a reason', () => {
  expect(toStorageError(new TypeError('indexedDB is null')).reason).toBe('blocked');
  expect(toStorageError('?').reason).toBe('other');
  const known = new StorageError('full');
  expect(toStorageError(known)).toBe(known);
});
