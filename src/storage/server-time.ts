/**
 * The server's clock as known from its `Date` headers: calls of learners carry its time, because the device's clock may
 * be wrong.
 */
import { get, set } from 'idb-keyval';

import { createDeviceStore } from './device-store';
import { now } from './now';

/**
 * The store of one number: by how many ms the server's clock is ahead. That number belongs to the device, not to a
 * person, so no sign-out deletes it.
 */
const clockStore = createDeviceStore('clock', 'clock');
const AHEAD_KEY = 'ahead';

/** The resolution of `Date` headers, ms. */
const DATE_STEP_MS = 1000;

/**
 * The last clock offset that this page learned, in ms; used when the store hangs, so that the page waits for the store
 * only once.
 */
let lastAhead = 0;
let isStoreStuck = false;
/** The last `Date` header that was compared: another response of the same second gives no new information. */
let lastDate = '';
/** The comparison of the last `Date` header, in progress or done. */
let comparing: Promise<unknown> = Promise.resolve();

async function readAhead(): Promise<number> {
  if (isStoreStuck) return lastAhead;
  try {
    const ahead: unknown = await get(AHEAD_KEY, clockStore);
    return Number.isFinite(ahead) ? (ahead as number) : 0;
  } catch (error) {
    isStoreStuck = error instanceof DOMException && error.name === 'TimeoutError';
    return lastAhead;
  }
}

/**
 * Returns the time in ms since 1970 by the server's clock, as page or worker know it; by the device's clock if neither
 * knows. For times sent to the server. Never use it for ordering, because clocks jump; use a counter.
 */
export async function serverNow(): Promise<number> {
  return (await readAhead()) + now();
}

/**
 * Like {@link serverNow}, but waits until the `Date` header of the last response was compared: for code that compares
 * times in a response with now.
 */
export async function serverNowAfterUpdate(): Promise<number> {
  await comparing;
  return serverNow();
}

/**
 * Updates the known offset of the server's clock from a response that has just arrived. The offset is not changed as
 * long as it is consistent with the header, so rounding and slow responses do not change it; a jump of a clock is
 * detected at once.
 *
 * @param date the `Date` header; an invalid one is ignored. @param askedAt `now()` when the request was sent.
 */
export function noteServerTime(date: string | null, askedAt: number): Promise<void> {
  const compared = compare(date, askedAt);
  comparing = compared;
  return compared;
}

async function compare(date: string | null, askedAt: number): Promise<void> {
  const serverAt = Date.parse(date ?? '');
  const [min, max] = [serverAt - now(), serverAt + DATE_STEP_MS - askedAt];
  if (date === lastDate && lastAhead >= min && lastAhead <= max) return;
  const known = await readAhead();
  // If the bounds contradict each other, a clock was set back during the request: use the lower bound, which is newer.
  const ahead = Math.max(Math.min(known, max), min);
  if (date === null || Number.isNaN(ahead)) return;
  lastAhead = ahead;
  lastDate = date;
  if (ahead !== known && !isStoreStuck) await set(AHEAD_KEY, ahead, clockStore).catch(() => undefined);
}
