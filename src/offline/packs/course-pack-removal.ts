/** Takes saved courses off the device: what other packs share stays, and the queue is not touched. */
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

/** The keys of all packs but one. */
async function keysOfOthers(owner: OwnerKey, courseId?: string): Promise<ReadonlySet<string>> {
  const records = (await listPackRecords(owner)).filter((record) => record.courseId !== courseId);
  const lists = await Promise.all(records.map((record) => keysOf(owner, record)));
  return new Set(lists.flat());
}

/** What was noted of a pack: what was saved, and what an unfinished update has brought since. */
function notedKeys({ contents, brought = [] }: PackRecord): string[] {
  return [...(contents?.keys ?? []), ...brought];
}

/** What a pack holds: what its outline leads to, and what was noted. */
async function keysOf(owner: OwnerKey, record: PackRecord): Promise<string[]> {
  const { keys } = await checkPack(owner, record.courseId);
  return [...new Set([...keys, ...notedKeys(record)])];
}

/** Drops copies that this pack had and the course does not have any more, unless another pack has them. */
export async function dropOutdated(
  owner: OwnerKey,
  record: PackRecord,
  keys: ReadonlySet<string>,
  cache: Cache,
): Promise<void> {
  const others = await keysOfOthers(owner, record.courseId);
  const outdated = notedKeys(record).filter((key) => !keys.has(key) && !others.has(key));
  await deleteCopies(cache, outdated);
}

async function removeCopies(owner: OwnerKey, record: PackRecord): Promise<void> {
  const [own, others, cache] = await Promise.all([
    keysOf(owner, record),
    keysOfOthers(owner, record.courseId),
    openStudyCache(owner),
  ]);
  const drop = () => dropPackRecord(owner, record.courseId);
  // Firefox deletes nothing from a database on a full device: then the copies make room for that.
  const isDropped = await drop().then(
    () => true,
    () => false,
  );
  const ownAlone = own.filter((key) => !others.has(key));
  await deleteCopies(cache, ownAlone);
  if (!isDropped) await drop();
  packsChanged.publish({ owner });
}

/** Takes a course off the device; what other packs share stays, and the queue is not touched. */
export async function removePack(owner: OwnerKey, courseId: string): Promise<void> {
  const record = await readPackRecord(owner, courseId);
  if (record) await removeCopies(owner, record);
}

/** Removes every copy that belongs to no pack; the queue is not touched. @returns how many there were. */
export async function removeOtherCopies(owner: OwnerKey): Promise<number> {
  const [keys, kept] = await Promise.all([listCopyKeys(owner), keysOfOthers(owner)]);
  const others = [...keys].filter((key) => !kept.has(key));
  await deleteCopies(await openStudyCache(owner), others);
  packsChanged.publish({ owner });
  return others.length;
}

/**
 * Removes the oldest pack to make room: for what a learner did, which comes first, or for a newer pack.
 *
 * @param forPack the course that the room is for: what was asked for after it stays.
 * @returns its title; undefined when there is none.
 */
export async function evictOldestPack(
  owner: OwnerKey,
  forPack?: Pick<PackRecord, 'courseId' | 'wantedAt'>,
): Promise<string | undefined> {
  const oldest = (await listPackRecords(owner)).find(
    ({ courseId, wantedAt }) => courseId !== forPack?.courseId && wantedAt <= (forPack?.wantedAt ?? Infinity),
  );
  if (oldest) await removeCopies(owner, oldest);
  return oldest?.title;
}
