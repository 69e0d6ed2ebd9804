/** Finds the next entry that may be sent. */
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import { isDue } from './classify';
import type { QueuedEntry } from './entries';
import { type EntryPage, readPage } from './queue-pages';

/** Numbers of records that are read for the first page, and at most for any page. Each page is eight times as large as the page before. */
const FIRST_PAGE = 1;
const MAX_PAGE = 64;

export interface DueSearch {
  /** Finds only entries with a greater sequence number (seq). */
  after: number;
  /** True to find only blocked entries that wait apart (probing.ts); false to find only the others. */
  isApart: boolean;
  /** True to find postponed entries too. */
  isUrgent: boolean;
  /** Callback: gets the time until which each skipped entry is postponed, in ms since 1970. */
  onDelay: (until: number | undefined) => void;
}

/**
 * Returns the first entry that may be sent now, in the order of seq. Reads one record, and larger pages only while entries are postponed.
 *
 * @throws {StorageError} when the device fails.
 */
export async function findDue(
  owner: OwnerKey,
  { after, isApart, isUrgent, onDelay }: DueSearch,
): Promise<QueuedEntry | undefined> {
  let from: number | undefined = after;
  for (let limit = FIRST_PAGE; from !== undefined; limit = Math.min(limit * 8, MAX_PAGE)) {
    const page: EntryPage<'queued'> = await readPage('queued', owner, { after: from, limit });
    for (const entry of page.entries) {
      if ((entry.blocked !== undefined) !== isApart) continue;
      if (isUrgent || isDue(entry.notBefore, now())) return entry;
      onDelay(entry.notBefore);
    }
    from = page.last;
  }
  return undefined;
}
