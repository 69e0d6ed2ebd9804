/** What learners have done in a history and what the app has told them about it; invariants compare the device and the server with this. */
import type { Learner } from './server';

/** One read lesson or one submit of a learner. */
export interface TrackedCall {
  /** `read:<lesson>` or `submit:<id>`. */
  callKey: string;
  learner: Learner;
  /** The app has reported it as saved (保存済み). */
  isSaved: boolean;
  /** When 破棄 finished; simulated ms. */
  discardedAt: number | undefined;
  /** 破棄 is running, or was interrupted. */
  isDiscarding: boolean;
  /** When 破棄 last finished, even if the call was recorded again since; simulated ms. */
  thrownAwayAt: number;
  /** 取り消す is running, or was interrupted. */
  isUndoing: boolean;
  /** 取り消す has said that the call is taken back, and it was not recorded again since. */
  isUndone: boolean;
  /** The browser has evicted it. */
  isEvicted: boolean;
  /** The server had it, and was restored to a backup without it. */
  isForgotten: boolean;
  /** A fault has damaged its record. */
  isDamaged: boolean;
  /** The id of its entry in the queue. */
  entryId: string | undefined;
  /** The position of that entry among all saved entries. */
  order: number;
  /** That entry was sent, refused, or queued again. */
  wasAttempted: boolean;
  /** The number of reasons so far for sending it again. */
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
