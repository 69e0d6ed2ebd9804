/** A share in whole percent, as it is said everywhere. */

/** Rounded, but 0 means nothing and 100 means all; 0 % of nothing. */
export function percentOf(done: number, all: number): number {
  if (all === 0 || done <= 0) return 0;
  if (done >= all) return 100;
  return Math.min(99, Math.max(1, Math.round((done / all) * 100)));
}
