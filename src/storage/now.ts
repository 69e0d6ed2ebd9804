/** The device's clock, as the one seam that tests may turn; what the server is told comes from `server-time.ts`. */

let offsetMs = 0;

/** Milliseconds since 1970, UTC, as the device's clock has it. */
export function now(): number {
  return Date.now() + offsetMs;
}

/** Turns the clock by `ms` from the device's own; only tests do. */
export function shiftClock(ms: number): void {
  offsetMs = ms;
}
