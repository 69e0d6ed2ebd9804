/** What goes from a device that is full (docs/offline.md, "Quota"). */
import type { OwnerKey } from '@/session/session';

import { dropPrerenderedLessons } from './copies/prerender-store';
import type { PackRecord } from './packs/course-pack-records';
import { evictOldestPack } from './packs/course-pack-removal';

/** What made room; `title`: of a saved course. */
export interface FreedSpace {
  title?: string;
}

/**
 * Makes room for what comes first: painted lessons go at once, for they are painted anew when they are read; then the oldest
 * saved course, one each time.
 *
 * @param forPack the course that the room is for.
 * @returns undefined when nothing is left that could go.
 * @throws when the device fails.
 */
export async function freeSpace(owner: OwnerKey, forPack?: PackRecord): Promise<FreedSpace | undefined> {
  // A full Firefox deletes nothing from a database.
  if (await dropPrerenderedLessons(owner).catch(() => false)) return {};
  const title = await evictOldestPack(owner, forPack);
  return title === undefined ? undefined : { title };
}
