/** Writes the copies of a course while it is saved, and frees space for them. */
import { type Copy, toResponse } from '@/offline/copies/study-copy';
import { freeSpace } from '@/offline/free-space';
import type { OwnerKey } from '@/session/session';
import { runInTurn } from '@/storage/locks';

import { PackStop } from './course-pack-fetch';
import type { PackPart } from './course-pack-parts';
import { noteBrought, type PackRecord } from './course-pack-records';
import type { LeavingWatch } from './leaving-watch';

/** The state of one running save. */
export interface Saving {
  owner: OwnerKey;
  record: PackRecord;
  cache: Cache;
  /** The keys of the copies that were stored at the start. */
  held: ReadonlySet<string>;
  /** Copies that will replace older ones at the end of the save, by key; those that refer to others come first. */
  newer: Map<string, { part: PackPart; copy: Copy }>;
  /** The keys of all parts read in this save. */
  read: Set<string>;
  /** The number of times that space was freed in this save. */
  freed: number;
  leaving: LeavingWatch;
  signal: AbortSignal;
  /** Called with the title of a pack that was removed to free space. */
  onRemoved: (title: string) => void;
}

/** Error names of a full device. The second name is Firefox's, on an object that is neither an Error nor a DOMException. */
const FULL_NAMES = ['QuotaExceededError', 'NS_ERROR_FILE_NO_DEVICE_SPACE'];

function isFull(error: unknown): boolean {
  return FULL_NAMES.includes(String((error as { name?: unknown } | undefined)?.name));
}

/** Records the keys of the parts read so far, if the newer copies that refer to these parts are not written yet. */
export async function noteUnfinished({ owner, record, newer, read }: Saving): Promise<void> {
  // Ignore a failed write, for example on a full device: the save continues without this record.
  if (newer.size > 0) await noteBrought(owner, record.courseId, read).catch(() => undefined);
}

/** Frees space, unless a concurrent write has already done so. @throws {PackStop} when nothing is left to delete. */
async function freeSpaceOnce(saving: Saving, freed: number, cause: unknown): Promise<void> {
  if (saving.freed !== freed) return;
  await noteUnfinished(saving);
  const result = await freeSpace(saving.owner, saving.record);
  if (!result) throw new PackStop('full', { cause });
  saving.freed += 1;
  if (result.title !== undefined) saving.onRemoved(result.title);
}

/** Writes a copy. On a full device prerendered lessons and then the oldest packs are deleted for it. @throws {PackStop} when it cannot be written. */
export async function put(saving: Saving, part: PackPart, copy: Copy): Promise<void> {
  for (;;) {
    const { freed } = saving;
    try {
      await saving.cache.put(part.key, toResponse(copy));
      return saving.leaving.note();
    } catch (error) {
      if (!isFull(error)) throw new PackStop('storage', { cause: error });
      await runInTurn('packs: room', () => freeSpaceOnce(saving, freed, error));
    }
  }
}
