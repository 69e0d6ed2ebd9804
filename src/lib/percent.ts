/** Formats shares as whole percentages. */

/**
 * Returns a share as a whole percentage, rounded so that only nothing is 0 and only everything is 100; 0 when `all` is
 * 0, undefined when a number is unknown.
 */
export function percentOf(done: number, all: number): number;
export function percentOf(done: number | undefined, all: number | undefined): number | undefined;
export function percentOf(done: number | undefined, all: number | undefined): number | undefined {
  if (done === undefined || all === undefined) return undefined;
  if (all === 0 || done <= 0) return 0;
  if (done >= all) return 100;
  return Math.min(99, Math.max(1, Math.round((done / all) * 100)));
}
