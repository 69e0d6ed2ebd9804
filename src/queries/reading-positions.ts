/** Where a learner stopped in each lesson: on this device, by owner. */
import { del, get, keys, set } from 'idb-keyval';
import * as z from 'zod/mini';

import { ownerKey, readSession } from '@/session/session';
import { createDeviceStore } from '@/storage/device-store';

const store = createDeviceStore('reading-positions', 'positions');
const shareSchema = z.number().check(z.minimum(0), z.maximum(1));

async function keyOf(lessonId: string): Promise<string | undefined> {
  const session = await readSession();
  return session && `${ownerKey(session.owner)}|${lessonId}`;
}

/** How much of the lesson lay above the window, 0 to 1; undefined when unknown or the device cannot tell. */
export async function readReadingPosition(lessonId: string): Promise<number | undefined> {
  try {
    const key = await keyOf(lessonId);
    const parsed = z.safeParse(shareSchema, key && (await get(key, store)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the position; a comfort, so a device that cannot keep it is no error. */
export async function saveReadingPosition(lessonId: string, share: number): Promise<void> {
  try {
    const key = await keyOf(lessonId);
    if (key) await set(key, share, store);
  } catch {
    // The learner scrolls by hand next time.
  }
}

/** Forgets an owner's positions, at sign-out. */
export async function forgetReadingPositions(owner: string): Promise<void> {
  const owned = (await keys<string>(store)).filter((key) => key.startsWith(`${owner}|`));
  await Promise.all(owned.map((key) => del(key, store)));
}
