/** Formats shares in whole percent. */

/** Returns a share as whole percent, rounded so that only nothing is 0 and only all is 100; 0 when `all` is 0. */
export function percentOf(done: number, all: number): number {
  if (all === 0 || done <= 0) return 0;
  if (done >= all) return 100;
  return Math.min(99, Math.max(1, Math.round((done / all) * 100)));
}
