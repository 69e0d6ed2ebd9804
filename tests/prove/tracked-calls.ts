/**
 * Tracks what learners have done in a history and what the app has told them about it; invariants compare the device
 * and the server with this.
 */
import type { Learner } from './server';

/** One read lesson or one submit of a learner. */
export interface TrackedCall {
  /** The call's key: `read:<lesson>` or `submit:<id>`. */
  callKey: string;
  learner: Learner;
  /** True if the app has reported the call as saved (保存済み). */
  isSaved: boolean;
  /** The simulated time in ms at which 破棄 (discard) finished. */
  discardedAt: number | undefined;
  /** True if 破棄 (discard) of the call is running, or was interrupted. */
  isDiscarding: boolean;
  /** The simulated time in ms at which 破棄 (discard) last finished, even if the call was recorded again since. */
  thrownAwayAt: number;
  /** True if 取り消す (undo) of the call is running, or was interrupted. */
  isUndoing: boolean;
  /** True if 取り消す (undo) has reported the call as undone, and the call was not recorded again since. */
  isUndone: boolean;
  /** True if the browser has evicted the call. */
  isEvicted: boolean;
  /** True if the server had the call, and was restored to a backup without it. */
  isForgotten: boolean;
  /** True if a fault has damaged the call's record. */
  isDamaged: boolean;
  /** The id of the call's entry in the queue. */
  entryId: string | undefined;
  /** The position of the call's queue entry among all saved entries. */
  order: number;
  /** True if the call's queue entry was sent, refused, or queued again. */
  wasAttempted: boolean;
  /** The number of events so far that justify sending the call again. */
  resends: number;
}

export function createTrackedCall(callKey: string, learner: Learner): TrackedCall {
  return {
    callKey,
    learner,
    isSaved: false,
    discardedAt: undefined,
    isDiscarding: false,
    thrownAwayAt: -Infinity,
    isUndoing: false,
    isUndone: false,
    isEvicted: false,
    isForgotten: false,
    isDamaged: false,
    entryId: undefined,
    order: 0,
    wasAttempted: false,
    resends: 0,
  };
}
