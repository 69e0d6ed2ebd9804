/**
 * Deletions with undo. A server with a trash deletes at once, and the deletion can be undone afterwards. On other
 * servers a deletion waits 8 s in memory before it is sent: a reload or a lost connection in that time deletes nothing
 * (docs/decisions/0084).
 */
import { useSyncExternalStore } from 'react';

import { NetworkError } from '@/api/network/errors';
import { wasReachable, watchReachability } from '@/api/network/reachability';
import type { TrashKind } from '@/api/trash';
import { useCan } from '@/queries/me';
import { createSignal } from '@/storage/signal';
import { describeDeletion, type OutlineCounts } from '@/study/outline/outline-words';

import { useTrash } from './trash';

interface DeletedThing {
  kind: TrashKind;
  id: string;
}

/** Time that a deletion waits on a server without a trash, ms. */
const DELETION_WAIT_MS = 8000;

/** The waiting deletions by thing, each with the function that undoes it. */
const waiting = new Map<string, () => void>();
const changed = createSignal();
const keyOf = ({ kind, id }: DeletedThing) => `${kind}/${id}`;

/**
 * Waits before a deletion is sent.
 *
 * @returns false if it was undone.
 * @throws {NetworkError} if the connection was lost meanwhile.
 */
function wait(thing: DeletedThing): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      stopWatching();
      removeEventListener('offline', drop);
      waiting.delete(keyOf(thing));
      changed.publish();
      finish();
    };
    const drop = end(() => reject(new NetworkError('The connection was lost while a deletion waited.')));
    const stopWatching = watchReachability(() => wasReachable() || drop());
    const timer = setTimeout(
      end(() => resolve(true)),
      DELETION_WAIT_MS,
    );
    addEventListener('offline', drop);
    waiting.set(
      keyOf(thing),
      end(() => resolve(false)),
    );
    changed.publish();
  });
}

/**
 * Returns the functions that delete one thing and undo that.
 *
 * @param send deletes the thing on the server; resolves when the screens show that, or to false if the deletion failed
 * and the caller shows the error itself.
 */
export function useDeletion(thing: DeletedThing, send: () => Promise<unknown>) {
  const hasTrash = useCan('trash.read');
  const { undo } = useTrash();
  const takeBack = useSyncExternalStore(changed.subscribe, () => waiting.get(keyOf(thing)));
  return {
    /** Returns the question before the deletion, with what is deleted and how long it can be restored. */
    describe: (title: string, counts: OutlineCounts) => describeDeletion(title, counts, hasTrash),
    /**
     * Deletes the thing. Resolves to true when it is deleted, to false when the deletion was undone. @throws an error
     * for `describeActionError`.
     */
    run: async (): Promise<boolean> => {
      if (!hasTrash && (waiting.has(keyOf(thing)) || !(await wait(thing)))) return false;
      return (await send()) !== false;
    },
    /** Undoes the waiting deletion; undefined while none waits. */
    takeBack,
    /** Undoes the deletion after it was sent; undefined on a server without a trash. */
    undo: hasTrash ? () => undo(thing) : undefined,
  };
}
