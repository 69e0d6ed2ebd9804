/** Fills and reads the queue's store in tests, partly without the app's own functions. */
import { enqueue } from '@/offline/queue/enqueue';
import { keepReceipt } from '@/offline/queue/entry-transitions';
import { readUpTo } from '@/offline/queue/queue-lists';
import { transact } from '@/offline/queue/queue-store';
import type { OwnerKey } from '@/session/session';

import { lessonRead } from './people';

/** A receipt from the server. */
export const receipt = { receivedAt: '2026-11-21T03:00:00.000Z', byServer: true };
/** The reason of a refusal. */
export const refusal = { status: 422, reason: 'だめ', at: '2026-11-21T03:00:00.000Z' };

/** Queues a call. */
export async function queued(owner: OwnerKey, call = lessonRead('l1')) {
  const entry = await enqueue(owner, call);
  if (entry.state !== 'queued') throw new Error('It has a receipt');
  return entry;
}

/** Stores a read lesson with its receipt. */
export async function sent(owner: OwnerKey, lessonId: string, answer?: unknown) {
  await keepReceipt(await queued(owner, lessonRead(lessonId)), { ...receipt, answer });
}

/** Returns the queued calls, oldest first. */
export async function listQueue(owner: OwnerKey, limit = 100) {
  return (await readUpTo('queued', owner, limit)).entries;
}

/** Returns the refused calls, oldest first. */
export async function listRefused(owner: OwnerKey, limit = 100) {
  return (await readUpTo('refused', owner, limit)).entries;
}

/** Writes any record to the store. */
export async function putRaw(key: IDBValidKey, value: unknown) {
  await transact('readwrite', async (store) => void store.put(value, key));
}

/** Returns all records of the store. */
export async function everything(): Promise<[IDBValidKey, unknown][]> {
  return transact('readonly', async (store) => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const [keys, values] = await Promise.all([read(store.getAllKeys()), read<unknown[]>(store.getAll())]);
    return keys.map((key, index) => [key, values[index]]);
  });
}
