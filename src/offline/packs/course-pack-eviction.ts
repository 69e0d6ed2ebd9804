/** Saved courses whose copies the browser has deleted: their copies are their own canaries (docs/decisions/0039). */
import { EARLIER_PACKS } from '@/offline/wipe';
import type { OwnerKey } from '@/session/session';
import { changeOwned } from '@/storage/owned-store';

import { listCopyKeys, listPackRecords, LOST, type PackRecord } from './course-pack-records';
import { packsChanged } from './pack-broadcasts';

/**
 * Whether the browser has taken a course that was saved whole: most of it is gone. A single part goes otherwise, too, and a few
 * may be back already, because they were read since.
 */
function isLost({ contents, isDue }: PackRecord, copies: ReadonlySet<string>): boolean {
  if (!contents || isDue) return false;
  const left = contents.keys.filter((key) => copies.has(key)).length;
  return left * 2 < contents.keys.length;
}

/**
 * Offers lost courses again, as after a sign-out, instead of fetching them unasked: whoever ran short of space, or pays for
 * each byte, decides. To be called under the lock of packs.
 *
 * @throws {DOMException} of the database.
 */
export async function offerEvictedPacks(owner: OwnerKey): Promise<void> {
  const [records, copies] = [await listPackRecords(owner), await listCopyKeys(owner)];
  const lost = records.filter((record) => isLost(record, copies));
  if (lost.length === 0) return;
  await changeOwned('packs', owner, ({ keep, drop }) =>
    Promise.all(lost.flatMap(({ courseId }) => [drop(courseId), keep(EARLIER_PACKS.prefix + courseId, LOST)])),
  );
  packsChanged.publish({ owner });
}
