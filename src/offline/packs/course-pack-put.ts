/** Writes what a save of a course brings, and makes room for it. */
import { type Copy, toResponse } from '@/offline/copies/study-copy';
import { freeSpace } from '@/offline/free-space';
import type { OwnerKey } from '@/session/session';
import { runInTurn } from '@/storage/locks';

import { PackStop } from './course-pack-fetch';
import type { PackPart } from './course-pack-parts';
import { noteBrought, type PackRecord } from './course-pack-records';
import type { LeavingWatch } from './leaving-watch';

/** One running save. */
export interface Saving {
  owner: OwnerKey;
  record: PackRecord;
  cache: Cache;
  /** The keys of the copies that were there at the beginning. */
  held: ReadonlySet<string>;
  /** What takes an older copy's place, by its key, those that lead to others first. */
  newer: Map<string, { part: PackPart; copy: Copy }>;
  /** The keys of what was read. */
  read: Set<string>;
  /** How often room was made. */
  rooms: number;
  leaving: LeavingWatch;
  signal: AbortSignal;
  /** Called with the title of a pack that was removed to make room. */
  onRemoved: (title: string) => void;
}

/** The second is Firefox's name, on an object that is neither an Error nor a DOMException. */
const FULL_NAMES = ['QuotaExceededError', 'NS_ERROR_FILE_NO_DEVICE_SPACE'];

function isFull(error: unknown): boolean {
  return FULL_NAMES.includes(String((error as { name?: unknown } | undefined)?.name));
}

/** Notes what has been read where only newer copies lead to it, which are not in their place yet. */
export async function noteUnfinished({ owner, record, newer, read }: Saving): Promise<void> {
  // A full device may not take it: then the rest goes on as it would.
  if (newer.size > 0) await noteBrought(owner, record.courseId, read).catch(() => undefined);
}

/** Makes room, unless another lane has since this one met a full device. @throws {PackStop} when there is nothing that could go. */
async function freeSpaceOnce(saving: Saving, rooms: number, cause: unknown): Promise<void> {
  if (saving.rooms !== rooms) return;
  await noteUnfinished(saving);
  const made = await freeSpace(saving.owner, saving.record);
  if (!made) throw new PackStop('full', { cause });
  saving.rooms += 1;
  if (made.title !== undefined) saving.onRemoved(made.title);
}

/** Writes a copy; while there is no room painted lessons and the oldest packs go first. @throws {PackStop} when it is not kept. */
export async function put(saving: Saving, part: PackPart, copy: Copy): Promise<void> {
  for (;;) {
    const { rooms } = saving;
    try {
      await saving.cache.put(part.key, toResponse(copy));
      return saving.leaving.note();
    } catch (error) {
      if (!isFull(error)) throw new PackStop('storage', { cause: error });
      await runInTurn('packs: room', () => freeSpaceOnce(saving, rooms, error));
    }
  }
}
