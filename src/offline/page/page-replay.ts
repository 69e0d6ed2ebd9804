/** A page's run of replay and what follows it: the entry of the chunk that sends (request-replay.ts loads it). */
import { followEviction } from '@/offline/eviction/eviction-detector';
import { queueChanged, type ReplayOutcome } from '@/offline/queue/queue-broadcasts';
import { replay, type ReplayOptions } from '@/offline/queue/replay';
import { ownerKey, readOwnSession } from '@/session/session';

import { prepareBackgroundSync } from './background-sync';
import { followPageLifecycle } from './page-lifecycle';
import { reconcileAfter } from './page-reconciliation';
import { untilUndoIsOver, waitForUndo } from './undo-wait';

followPageLifecycle();

export interface PageReplayOptions extends ReplayOptions {
  /** True if a call was just recorded: the worker is to send it if this page is closed before it can. */
  isNew?: boolean;
  /** Time in ms for which that call can be undone; 0 if it cannot. */
  undoMs?: number;
  /** True for a run by the timer, which does not shorten the time for undo. */
  isTimed?: boolean;
}

let stopFollowing: (() => void) | undefined;

/**
 * Follows the signed-in owner's queue from now on: detects that the browser deleted it, and keeps its counts outside of it.
 *
 * @param mayHaveMissed the page may come from the back/forward cache, where it received no broadcasts.
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
  // Ignored: where Background Sync is missing or refused, the page's own triggers send (replay-triggers.ts).
  const sync = isNew && prepareBackgroundSync().catch(() => undefined);
  const register = () => sync && void sync.then((registerNow) => registerNow?.()).catch(() => undefined);
  if (isTimed) await untilUndoIsOver();
  if (undoMs) await waitForUndo(undoMs, register);
  register();
  const outcome = await replay('page', options);
  reconcileAfter(outcome);
  return outcome;
}
