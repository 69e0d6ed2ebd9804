/** Deletes data that can be fetched or made again from a full device (docs/offline.md, "Quota"). */
import type { OwnerKey } from '@/session/session';

import { dropPrerenderedLessons } from './copies/prerender-store';
import type { PackRecord } from './packs/course-pack-records';
import { evictOldestPack } from './packs/course-pack-removal';

/** The deleted item. `title`: of the saved course; undefined for prerendered lessons. */
export interface FreedSpace {
  title?: string;
}

/**
 * Frees space for something more important: deletes all prerendered lessons, which are rendered again when they are read, else the oldest saved
 * course.
 *
 * @param forPack the course that needs the space: newer ones than it stay.
 * @returns undefined if nothing is left to delete.
 * @throws when the device fails.
 */
export async function freeSpace(owner: OwnerKey, forPack?: PackRecord): Promise<FreedSpace | undefined> {
  // Continue: on a full device Firefox fails to delete from IndexedDB.
  if (await dropPrerenderedLessons(owner).catch(() => false)) return {};
  const title = await evictOldestPack(owner, forPack);
  return title === undefined ? undefined : { title };
}
