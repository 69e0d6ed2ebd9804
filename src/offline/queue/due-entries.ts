/** Finds the next entry that may be sent. */
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import { isDue } from './classify';
import type { QueuedEntry } from './entries';
import { type EntryPage, readPage } from './queue-pages';

const FIRST_PAGE = 1;
const MAX_PAGE = 64;

export interface DueSearch {
  /** The seq behind which it lies. */
  after: number;
  /** One that waits apart (probing.ts), else one that does not. */
  isApart: boolean;
  /** Also one that was put off. */
  isUrgent: boolean;
  /** Called with the time until which others on the way were put off. */
  onDelay: (until: number | undefined) => void;
}

/**
 * The first entry that may be sent now; looks at one record, at more only where some were put off.
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
