/** Estimates the time left of an import from its pace so far. */
import { MINUTE_MS } from '@/lib/constants';

/** The minimum number of finished rows for an estimate. */
const MIN_DONE_ROWS = 5;

/**
 * Returns the time left in words, e.g. 「残り約3分」 (about 3 minutes); '' until enough rows are done.
 *
 * @param elapsedMs time since the run began, ms.
 * @param done finished rows.
 * @param left rows still to do.
 */
export function timeLeftWords(elapsedMs: number, done: number, left: number): string {
  if (done < MIN_DONE_ROWS || left === 0) return '';
  const minutes = ((elapsedMs / done) * left) / MINUTE_MS;
  return minutes < 1 ? '残り1分未満' : `残り約${Math.ceil(minutes)}分`;
}
