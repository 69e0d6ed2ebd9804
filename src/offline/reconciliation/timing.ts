/**
 * Decides when receipts are compared: at the start of a page, once an hour, and once more for receipts that were too
 * young.
 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/constants';
import { now } from '@/storage/now';

import type { ReconciliationNotes } from './notes';

/**
 * Receipts younger than this, ms, are not compared: behind a load balancer a call may be shown later than it is
 * acknowledged.
 */
export const MIN_AGE_MS = MINUTE_MS;
/**
 * Time in ms until the comparison is repeated for receipts that were too young: timestamps are rounded to seconds, and
 * clocks drift.
 */
export const RECHECK_MS = MIN_AGE_MS + 5 * SECOND_MS;

/** The learner's answer to {@link ReconciliationNotes.asks}: send the calls again, or leave them. */
export type ReconciliationAnswer = 'send' | 'leave';

export interface ReconciliationOptions {
  /** True if this page has not compared receipts yet. */
  isStart?: boolean;
  /** True if the calls that were queued again have just been sent. */
  isSettling?: boolean;
  /** The learner's answer, if they were asked whether to send lost calls again. */
  word?: ReconciliationAnswer;
}

/** Returns true if calls were sent again and the result is not reported yet. */
export function isPending({ healed }: ReconciliationNotes): boolean {
  return healed !== undefined && healed.count === undefined;
}

function isPast(notes: ReconciliationNotes, ms: number): boolean {
  return Math.abs(now() - notes.checkedAt) >= ms;
}

/** Returns true if a comparison is due: at the start of a page, after lost calls were sent again, else once an hour. */
export function isDue(
  notes: ReconciliationNotes,
  { isStart, isSettling, word }: ReconciliationOptions,
  isWaiting: boolean,
): boolean {
  const isSettled = isPending(notes) && !isWaiting;
  if (word || (isSettling && isSettled)) return true;
  return isPast(notes, isStart || isSettled ? MINUTE_MS : HOUR_MS);
}

/**
 * Returns true if the comparison that skipped young receipts must be repeated. Without that, their loss might be hidden
 * by later calls.
 */
export function isRecheckDue(notes: ReconciliationNotes): boolean {
  return notes.isYoung === true && isPast(notes, RECHECK_MS);
}
