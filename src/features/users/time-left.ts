/** How long an import still takes, told by how long it took so far. */
import { MINUTE_MS } from '@/lib/constants';

/** Fewer rows, or less time, tell nothing yet. */
const LEAST_DONE = 5;

/**
 * In words, e.g. 「残り約3分」; nothing until enough is known.
 *
 * @param elapsedMs since the run began, in which `done` rows were done.
 */
export function timeLeftWords(elapsedMs: number, done: number, left: number): string {
  if (done < LEAST_DONE || left === 0) return '';
  const minutes = ((elapsedMs / done) * left) / MINUTE_MS;
  return minutes < 1 ? '残り1分未満' : `残り約${Math.ceil(minutes)}分`;
}
