/** Writes calls directly into a browser's queue: for calls that no screen makes, and for thousands of them. */
import type { QueuedCall } from '@/offline/queue/queued-calls';

export interface WaitingCalls {
  owner: string;
  calls: QueuedCall[];
  /** ISO 8601. */
  queuedAt: string;
}

/**
 * Writes calls into the queue in the shape that `enqueue` writes (tests/unit/offline/queue/stored-shape.test.ts
 * compares the two), and notifies other tabs and the service worker. Runs in the page, so it must not refer to anything
 * outside itself.
 */
export async function putWaitingCalls({ owner, calls, queuedAt }: WaitingCalls): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
    });
  const opening = indexedDB.open('queue', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('queue');
  const database = await done(opening);
  const transaction = database.transaction('queue', 'readwrite', { durability: 'strict' });
  const completed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was undone'));
  });
  const store = transaction.objectStore('queue');
  let seq = Number((await done<unknown>(store.get(['seq']))) ?? 0);
  for (const call of calls) {
    seq += 1;
    const about =
      call.kind === 'lesson-read'
        ? [call.lessonId]
        : [call.submit.questionSetId, call.submit.clientSubmitId.toLowerCase()];
    const entry = { version: 1, seq, id: crypto.randomUUID(), owner, call, queuedAt, state: 'queued', attempts: 0 };
    store.put(entry, ['queued', owner, seq]);
    store.put(seq, ['queued-call', owner, call.kind, ...about]);
  }
  store.put(seq, ['seq']);
  await completed;
  database.close();
  const channel = new BroadcastChannel('manabiba');
  channel.postMessage({ type: 'queue-changed', owner });
  channel.close();
}
