/**
 * Runs replay (sending the queued calls) in a page, then reconciliation: the entry of the chunk that request-replay.ts
 * loads on demand.
 */
import { followEviction } from '@/offline/eviction/eviction-detector';
import { queueChanged, type ReplayOutcome } from '@/offline/queue/queue-broadcasts';
import { replay, type ReplayOptions } from '@/offline/queue/replay';
import { ownerKey, readOwnSession } from '@/session/session';
import { browser } from '@/storage/browser';

import { followPageLifecycle } from './page-lifecycle';
import { reconcileAfter } from './page-reconciliation';
import { untilUndoIsOver, waitForUndo } from './undo-wait';

// Background Sync (Chromium): the browser wakes the worker when there is a network again (sw/sw.ts handles the event).

/**
 * Returns a function that registers the sync tag at once, without waiting for anything, because a page that is being
 * left has no time. The function does nothing where the browser has no Background Sync. Where the browser refuses, the
 * promise of this call or that of the returned function rejects.
 */
async function prepareBackgroundSync(): Promise<() => Promise<void>> {
  const registration = await browser.navigator?.serviceWorker?.getRegistration();
  return async () => registration?.sync?.register('replay');
}

followPageLifecycle();

export interface PageReplayOptions extends ReplayOptions {
  /** True if a call was just recorded: the service worker is to send it if this page is closed before sending it. */
  isNew?: boolean;
  /** Time in ms for which the call that was just recorded can be undone; 0 if it cannot be undone. */
  undoMs?: number;
  /** True for a run that the timer starts: it waits until no call can be undone any more. */
  isTimed?: boolean;
}

let stopFollowing: (() => void) | undefined;

/**
 * Follows the signed-in owner's queue from now on: detects that the browser deleted it, and keeps its counts outside of
 * IndexedDB.
 *
 * @param mayHaveMissed true if the page may have missed broadcasts, because it may come from the back/forward cache.
 */
async function followQueueOfOwner(mayHaveMissed?: boolean): Promise<void> {
  const session = await readOwnSession().catch(() => undefined);
  const owner = session && ownerKey(session.owner);
  if (!owner) return;
  stopFollowing?.();
  stopFollowing = followEviction(owner);
  if (mayHaveMissed) queueChanged.publish({ owner });
}

/** Sends due calls from this page, then compares receipts with the server's progress when the page is idle. */
export async function replayFromPage(request: PageReplayOptions): Promise<ReplayOutcome> {
  const { isNew, undoMs, isTimed, ...options } = request;
  void followQueueOfOwner(options.isUrgent);
  // Errors are ignored: where Background Sync is missing or refused, the page's own triggers send (replay-triggers.ts).
  const sync = isNew && prepareBackgroundSync().catch(() => undefined);
  const register = () => sync && void sync.then((registerNow) => registerNow?.()).catch(() => undefined);
  if (isTimed) await untilUndoIsOver();
  if (undoMs) await waitForUndo(undoMs, register);
  register();
  const outcome = await replay('page', options);
  reconcileAfter(outcome);
  return outcome;
}
