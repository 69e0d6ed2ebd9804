/** Where a learner stopped in each lesson: on this device, by owner. */
import * as z from 'zod/mini';

import { ownerKey, readOwnSession } from '@/session/session';
import { keepOwned, readOwned } from '@/storage/owned-store';

const shareSchema = z.number().check(z.minimum(0), z.maximum(1));

/** How much of the lesson lay above the window, 0 to 1; undefined when unknown or the device cannot tell. */
export async function readReadingPosition(lessonId: string): Promise<number | undefined> {
  try {
    const session = await readOwnSession();
    const record = session && (await readOwned('reading-positions', ownerKey(session.owner), lessonId));
    const parsed = z.safeParse(shareSchema, record);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the position; a comfort, so a device that cannot keep it is no error. */
export async function saveReadingPosition(lessonId: string, share: number): Promise<void> {
  try {
    const session = await readOwnSession();
    if (session) await keepOwned('reading-positions', ownerKey(session.owner), lessonId, share);
  } catch {
    // The learner scrolls by hand next time.
  }
}
