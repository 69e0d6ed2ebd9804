/** Reads the device's clock, which tests can shift. Times that are sent to the server come from `server-time.ts`. */

let offsetMs = 0;

/** Returns the device's time in ms since 1970, UTC. */
export function now(): number {
  return Date.now() + offsetMs;
}

/** Shifts the clock by `ms` from the device's own. Only for tests. */
export function shiftClock(ms: number): void {
  offsetMs = ms;
}
