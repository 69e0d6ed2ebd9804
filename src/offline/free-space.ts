/** Frees space on a full device by deleting data that can be fetched or made again (docs/offline.md, "Quota"). */
import type { OwnerKey } from '@/session/session';

import { dropPrerenderedLessons } from './copies/prerender-store';
import type { PackRecord } from './packs/course-pack-records';
import { removeOldestPack } from './packs/course-pack-removal';

/**
 * Describes the deleted data. `title`: the title of the deleted saved course; undefined if prerendered lessons were
 * deleted.
 */
export interface FreedSpace {
  title?: string;
}

/**
 * Frees space for more important data: deletes all prerendered lessons, which are rendered again when the lesson is
 * read, else the oldest saved course.
 *
 * @param forPack the course that needs the space: courses that were requested after it are not deleted.
 * @returns undefined if nothing is left to delete.
 * @throws when the device's storage fails.
 */
export async function freeSpace(owner: OwnerKey, forPack?: PackRecord): Promise<FreedSpace | undefined> {
  // Ignore a failure and continue with saved courses: on a full disk Firefox fails to delete from IndexedDB.
  if (await dropPrerenderedLessons(owner).catch(() => false)) return {};
  const title = await removeOldestPack(owner, forPack);
  return title === undefined ? undefined : { title };
}
