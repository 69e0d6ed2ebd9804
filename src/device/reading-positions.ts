/** Reading positions: where a learner stopped in each lesson, stored on this device by owner. */
import * as z from 'zod/mini';

import { ownerKey, readOwnSession } from '@/session/session';
import { keepOwned, readOwned } from '@/storage/owned-store';

const shareSchema = z.number().check(z.minimum(0), z.maximum(1));

/** Reads how much of the lesson is scrolled past, 0 to 1; undefined when unknown or when the device's storage fails. */
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

/** Stores the reading position of a lesson; a failure of the device's storage is ignored. */
export async function saveReadingPosition(lessonId: string, share: number): Promise<void> {
  try {
    const session = await readOwnSession();
    if (session) await keepOwned('reading-positions', ownerKey(session.owner), lessonId, share);
  } catch {
    // Ignored: without a stored position the learner only has to scroll by hand.
  }
}
