/** Detects saved courses (packs) whose cached data the browser has evicted (docs/decisions/0039). */
import { EARLIER_PACKS } from '@/offline/wipe';
import type { OwnerKey } from '@/session/session';
import { changeOwned } from '@/storage/owned-store';

import { listCopyKeys, listPackRecords, LOST, type PackRecord } from './course-pack-records';
import { packsChanged } from './pack-broadcasts';

/**
 * Returns true if more than half of a completely saved course is gone from the cache. Single parts may be deleted for
 * other reasons, and some may have been cached again because they were read since.
 */
function isEvicted({ contents, isDue }: PackRecord, copies: ReadonlySet<string>): boolean {
  if (!contents || isDue) return false;
  const left = contents.keys.filter((key) => copies.has(key)).length;
  return left * 2 < contents.keys.length;
}

/**
 * Offers to save evicted courses again, as after a sign-out. They are not fetched without asking, because the device
 * may be short of space or the connection metered. Must be called while the Web Lock of saved courses is held.
 *
 * @throws {DOMException} of the database.
 */
export async function offerEvictedPacks(owner: OwnerKey): Promise<void> {
  const [records, copies] = [await listPackRecords(owner), await listCopyKeys(owner)];
  const evicted = records.filter((record) => isEvicted(record, copies));
  if (evicted.length === 0) return;
  await changeOwned('packs', owner, ({ keep, drop }) =>
    Promise.all(evicted.flatMap(({ courseId }) => [drop(courseId), keep(EARLIER_PACKS.prefix + courseId, LOST)])),
  );
  packsChanged.publish({ owner });
}
