/** When receipts are compared: at a start, once an hour, and once more for those that were too young then. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/constants';
import { now } from '@/storage/now';

import type { ReconciliationNotes } from './notes';

/** What was received may not be shown at once, where several servers share the work. */
export const MIN_AGE_MS = MINUTE_MS;
/** After this all that was too young is not any more: clocks tell whole seconds, and drift. */
export const RECHECK_MS = MIN_AGE_MS + 5 * SECOND_MS;

/** `send`, `leave`: what the learner said to {@link ReconciliationNotes.asks}. */
export type ReconciliationAnswer = 'send' | 'leave';

export interface ReconciliationOptions {
  /** This page has not looked yet. */
  isStart?: boolean;
  /** What waited again has just been sent. */
  isSettling?: boolean;
  /** What the learner has just said to the question whether to send. */
  word?: ReconciliationAnswer;
}

/** Something was sent again, and nothing has been said of it yet. */
export function isPending({ healed }: ReconciliationNotes): boolean {
  return healed !== undefined && healed.count === undefined;
}

function isPast(notes: ReconciliationNotes, ms: number): boolean {
  return Math.abs(now() - notes.checkedAt) >= ms;
}

/** At a start, and where something was sent again and has been received; all else once an hour. */
export function isDue(
  notes: ReconciliationNotes,
  { isStart, isSettling, word }: ReconciliationOptions,
  isWaiting: boolean,
): boolean {
  const isSettled = isPending(notes) && !isWaiting;
  if (word || (isSettling && isSettled)) return true;
  return isPast(notes, isStart || isSettled ? MINUTE_MS : HOUR_MS);
}

/** Once after a look that left out what was too young, or whoever forgets it meanwhile is found out under later calls, or never. */
export function isRecheckDue(notes: ReconciliationNotes): boolean {
  return notes.isYoung === true && isPast(notes, RECHECK_MS);
}
