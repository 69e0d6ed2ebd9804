/**
 * Simulates full storage with a browser's order of events: a request fails and bubbles, then the transaction gets its
 * error.
 */
import { vi } from 'vitest';

/** The internals of fake-indexeddb that are replaced: if an operation throws, its request fails as in a browser. */
interface FakeTransaction {
  _execRequestAsync: (run: { source: IDBObjectStore; operation: () => never }) => IDBRequest<IDBValidKey>;
}

/**
 * Makes writes fail for lack of space: not at the call, but when they are executed, with `transaction.error` still
 * null while the request's error bubbles.
 *
 * @param isTooMuch returns true for records that do not fit; all if omitted.
 * @returns a function that returns the number of failed writes.
 */
export function fillDevice(isTooMuch: (value: unknown, key: unknown) => boolean = () => true): () => number {
  let refused = 0;
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as IDBObjectStore['put'];
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (!isTooMuch(value, key)) return put.call(this, value, key);
    return refuse(this, () => void (refused += 1));
  });
  return () => refused;
}

/** Simulates a completely full disk, on which even deletions of records fail. */
export function fillDisk(): void {
  fillDevice();
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore) {
    return refuse(this) as IDBRequest<unknown> as IDBRequest<undefined>;
  });
}

function refuse(store: IDBObjectStore, onRefused?: () => void): IDBRequest<IDBValidKey> {
  const operation = () => {
    onRefused?.();
    throw new DOMException('No room', 'QuotaExceededError');
  };
  return (store.transaction as unknown as FakeTransaction)._execRequestAsync({ source: store, operation });
}
