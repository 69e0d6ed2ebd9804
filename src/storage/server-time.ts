/** The server's clock, as far as this device has heard it: what a learner does carries its time, whatever the device's says. */
import { get, set } from 'idb-keyval';

import { createDeviceStore } from './device-store';
import { now } from './now';

/** One number: by how many ms the server's clock is ahead. Of the device, not of a person: no sign-out takes it. */
const clockStore = createDeviceStore('clock', 'clock');
const AHEAD_KEY = 'ahead';

/** `Date` tells whole seconds. */
const DATE_STEP_MS = 1000;

/** What this page heard last, for a device that does not answer: nobody waits for it twice. */
let heard = 0;
let isDeviceSilent = false;
/** The `Date` by which it was last compared: another answer of the same second tells nothing more. */
let comparedBy = '';
/** What has just been heard is being compared. */
let learning: Promise<unknown> = Promise.resolve();

async function readAhead(): Promise<number> {
  if (isDeviceSilent) return heard;
  try {
    const ahead: unknown = await get(AHEAD_KEY, clockStore);
    return Number.isFinite(ahead) ? (ahead as number) : 0;
  } catch (error) {
    isDeviceSilent = error instanceof DOMException && error.name === 'TimeoutError';
    return heard;
  }
}

/**
 * Milliseconds since 1970 by the server's clock, as page or worker last heard it; by the device's where neither ever did.
 * For what is told to the server. Never for order: that is a counter's, for clocks jump.
 */
export async function serverNow(): Promise<number> {
  return (await readAhead()) + now();
}

/** The same, once what has just been heard counts: for whoever judges an answer by the time that came with it. */
export async function serverNowAfterUpdate(): Promise<number> {
  await learning;
  return serverNow();
}

/**
 * Learns from an answer that came this very moment. What is known stays while it can be true, so that neither whole
 * seconds nor slow answers make it waver; a clock that has jumped is found out at once.
 *
 * @param date its `Date`; one that cannot be read teaches nothing. @param askedAt `now()` when it was asked for.
 */
export function noteServerTime(date: string | null, askedAt: number): Promise<void> {
  const compared = compare(date, askedAt);
  learning = compared;
  return compared;
}

async function compare(date: string | null, askedAt: number): Promise<void> {
  const toldAt = Date.parse(date ?? '');
  const [least, most] = [toldAt - now(), toldAt + DATE_STEP_MS - askedAt];
  if (date === comparedBy && heard >= least && heard <= most) return;
  const known = await readAhead();
  // Where they contradict each other the clock was put back meanwhile: what it says now counts.
  const ahead = Math.max(Math.min(known, most), least);
  if (date === null || Number.isNaN(ahead)) return;
  heard = ahead;
  comparedBy = date;
  if (ahead !== known && !isDeviceSilent) await set(AHEAD_KEY, ahead, clockStore).catch(() => undefined);
}
