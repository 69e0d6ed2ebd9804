/** What reconciliation writes, each in one transaction: receipts that wait again or need a look, and its own small record. */
import * as z from 'zod/mini';

import type { Refusal, SentEntry } from '@/offline/queue/entries';
import { findEntry, findItself, moveEntry, putEntry } from '@/offline/queue/entry-store';
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { done, isLeaving, requireStaying, transact } from '@/offline/queue/queue-store';
import type { OwnerKey } from '@/session/session';

const timesSchema = { standsAt: z.optional(z.number()), forgottenAt: z.number() };
/** Times are ms since 1970. */
const notesSchema = z.object({
  /** When receipts were last compared, by the device's clock. */
  checkedAt: z.number(),
  /** Some were too young for that: it is done once more for them. */
  isYoung: z.optional(z.boolean()),
  /** The number of submits by set when nothing was amiss, and the newest receipt then: times of the server are compared with none of the device's. */
  known: z.optional(z.object({ at: z.number(), counts: z.record(z.string(), z.number()) })),
  /** Lessons that were looked for in vain, and when. */
  gone: z.optional(z.record(z.string(), z.number())),
  /** The last time something was sent again: what was received until then (`at`), and `count`: how many the server had forgotten, once all have been received. */
  healed: z.optional(z.object({ ...timesSchema, at: z.number(), count: z.optional(z.number()) })),
  /** So many facts wait for the learner's word. */
  asks: z.optional(z.object({ ...timesSchema, count: z.number() })),
});
/** The record of one owner: what was compared, sent again, asked. */
export type ReconciliationNotes = z.infer<typeof notesSchema>;

/** @throws {StorageError} when the device fails. */
export async function readReconciliationNotes(owner: OwnerKey): Promise<ReconciliationNotes> {
  const raw = await transact('readonly', (store) => done<unknown>(store.get(['healing', owner])));
  const parsed = z.safeParse(notesSchema, raw);
  return parsed.success ? parsed.data : { checkedAt: 0 };
}

/** Of somebody who is leaving nothing is written. @throws {StorageError} when the device fails. */
export async function writeReconciliationNotes(owner: OwnerKey, notes: ReconciliationNotes): Promise<void> {
  await transact('readwrite', async (store) => {
    if (!(await isLeaving(store, owner))) await done(store.put(notes, ['healing', owner]));
  });
  queueChanged.publish({ owner });
}

/** Changes the receipts that are still there, all or none; one by one they may have gone meanwhile. */
async function changeReceipts(
  owner: OwnerKey,
  entries: readonly SentEntry[],
  change: (store: IDBObjectStore, receipt: SentEntry) => unknown,
): Promise<void> {
  await transact('readwrite', async (store) => {
    await requireStaying(store, owner);
    for (const entry of entries) {
      const receipt = await findItself(store, 'sent', entry);
      if (receipt && receipt.healed === entry.healed) await change(store, receipt);
    }
  });
}

/** Whether the learner has recorded the same call anew, or it needs a look already: one of them is enough. */
async function isRecordedAnew(store: IDBObjectStore, { owner, call }: SentEntry): Promise<boolean> {
  const [queued, refused] = await Promise.all([
    findEntry(store, 'queued', owner, call),
    findEntry(store, 'refused', owner, call),
  ]);
  return queued !== undefined || refused !== undefined;
}

/** Has receipts wait again, each at its old place with its first time and id. @throws {StorageError} when the device fails. */
export async function requeueReceipts(owner: OwnerKey, entries: readonly SentEntry[]): Promise<void> {
  await changeReceipts(owner, entries, async (store, received) => {
    if (await isRecordedAnew(store, received)) return putEntry(store, { ...received, healed: 'left' });
    const { receipt: _, ...entry } = received;
    return moveEntry(store, received, { ...entry, state: 'queued', attempts: 0, healed: 'sent' });
  });
  queueChanged.publish({ owner });
}

/** Lists receipts under 要確認. @param at ISO 8601. @throws {StorageError} when the device fails. */
export async function setAsideLost(owner: OwnerKey, entries: readonly SentEntry[], at: string): Promise<void> {
  // 409 is what an older version of the app shows: here and there does not agree.
  const refusal: Refusal = { status: 409, reason: '', at, isForgotten: true };
  await changeReceipts(owner, entries, async (store, received) => {
    if (await isRecordedAnew(store, received)) return putEntry(store, { ...received, healed: 'left' });
    const { receipt: _, ...entry } = received;
    return moveEntry(store, received, { ...entry, state: 'refused', refusal, healed: entry.healed && 'seen' });
  });
  queueChanged.publish({ owner });
}

/** Notes in receipts what came of them. @throws {StorageError} when the device fails. */
export function markReconciled(owner: OwnerKey, entries: readonly SentEntry[], healed: 'seen' | 'left'): Promise<void> {
  return changeReceipts(owner, entries, (store, received) => putEntry(store, { ...received, healed }));
}
