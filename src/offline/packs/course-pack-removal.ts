/**
 * Removes saved courses from the device. Copies that other packs share are not deleted, and the queue is not touched.
 */
import type { OwnerKey } from '@/session/session';

import { checkPack } from './course-pack-check';
import {
  deleteCopies,
  dropPackRecord,
  listCopyKeys,
  listPackRecords,
  openStudyCache,
  type PackRecord,
  readPackRecord,
} from './course-pack-records';
import { packsChanged } from './pack-broadcasts';

/** Returns the cache keys of all parts of all packs except one. */
async function keysOfOthers(owner: OwnerKey, courseId?: string): Promise<ReadonlySet<string>> {
  const records = (await listPackRecords(owner)).filter((record) => record.courseId !== courseId);
  const lists = await Promise.all(records.map((record) => keysOf(owner, record)));
  return new Set(lists.flat());
}

/**
 * Returns the cache keys in a pack's record: those of the last complete save, and those that a later, interrupted
 * update has read.
 */
function recordedKeys({ contents, brought = [] }: PackRecord): string[] {
  return [...(contents?.keys ?? []), ...brought];
}

/** Returns the cache keys of all parts of a pack: those that its stored outline refers to, and those in its record. */
async function keysOf(owner: OwnerKey, record: PackRecord): Promise<string[]> {
  const { keys } = await checkPack(owner, record.courseId);
  return [...new Set([...keys, ...recordedKeys(record)])];
}

/**
 * Deletes copies of parts that the course no longer has, unless another pack has these parts. @param keys the cache
 * keys of the course's parts now.
 */
export async function dropOutdated(
  owner: OwnerKey,
  record: PackRecord,
  keys: ReadonlySet<string>,
  cache: Cache,
): Promise<void> {
  const others = await keysOfOthers(owner, record.courseId);
  const outdated = recordedKeys(record).filter((key) => !keys.has(key) && !others.has(key));
  await deleteCopies(cache, outdated);
}

async function removeCopies(owner: OwnerKey, record: PackRecord): Promise<void> {
  const [own, others, cache] = await Promise.all([
    keysOf(owner, record),
    keysOfOthers(owner, record.courseId),
    openStudyCache(owner),
  ]);
  const drop = () => dropPackRecord(owner, record.courseId);
  // On a full device Firefox fails to delete from IndexedDB; deleting the copies first frees space for it.
  const isDropped = await drop().then(
    () => true,
    () => false,
  );
  const unshared = own.filter((key) => !others.has(key));
  await deleteCopies(cache, unshared);
  if (!isDropped) await drop();
  packsChanged.publish({ owner });
}

/** Removes a course from the device. Copies that other packs share are not deleted. */
export async function removePack(owner: OwnerKey, courseId: string): Promise<void> {
  const record = await readPackRecord(owner, courseId);
  if (record) await removeCopies(owner, record);
}

/** Deletes every copy that belongs to no pack. @returns their number. */
export async function removeOtherCopies(owner: OwnerKey): Promise<number> {
  const [keys, kept] = await Promise.all([listCopyKeys(owner), keysOfOthers(owner)]);
  const others = [...keys].filter((key) => !kept.has(key));
  await deleteCopies(await openStudyCache(owner), others);
  packsChanged.publish({ owner });
  return others.length;
}

/**
 * Removes the oldest pack to free space for a learner's call or for a newer pack.
 *
 * @param forPack the course that needs the space: packs requested after it are not removed.
 * @returns the removed pack's title; undefined if there was none to remove.
 */
export async function removeOldestPack(
  owner: OwnerKey,
  forPack?: Pick<PackRecord, 'courseId' | 'wantedAt'>,
): Promise<string | undefined> {
  const oldest = (await listPackRecords(owner)).find(
    ({ courseId, wantedAt }) => courseId !== forPack?.courseId && wantedAt <= (forPack?.wantedAt ?? Infinity),
  );
  if (oldest) await removeCopies(owner, oldest);
  return oldest?.title;
}
