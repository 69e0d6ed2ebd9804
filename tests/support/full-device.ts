/** A device without room, in a browser's order of events: a request fails and bubbles, then the transaction knows why. */
import { vi } from 'vitest';

/** What fake-indexeddb runs a request with; an operation that throws fails it as a browser would. */
interface FakeTransaction {
  _execRequestAsync: (run: { source: IDBObjectStore; operation: () => never }) => IDBRequest<IDBValidKey>;
}

/**
 * Lets writes fail for want of room: not at the call, but when the device gets to them, with `transaction.error` still
 * null while the request's error bubbles.
 *
 * @param isTooMuch which records do not fit; all when left out.
 * @returns how many writes were refused until now.
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

/** The same on a disk without a byte, where not even a removal can be noted. */
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
