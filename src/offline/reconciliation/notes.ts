/**
 * Writes of reconciliation, each in one transaction: receipts that are queued again or go to the refused calls (要確認),
 * and reconciliation's own record.
 */
import * as z from 'zod/mini';

import type { Refusal, SentEntry } from '@/offline/queue/entries';
import { findEntry, findItself, moveEntry, putEntry } from '@/offline/queue/entry-store';
import { queueChanged } from '@/offline/queue/queue-broadcasts';
import { done, isLeaving, requireStaying, transact } from '@/offline/queue/queue-store';
import type { OwnerKey } from '@/session/session';

const timesSchema = {
  standsAt: z.optional(z.number()),
  forgottenAt: z.number(),
  /** True if no receipt of these calls named its call: the server may never have received them. */
  isUnconfirmed: z.optional(z.boolean()),
};
/** The stored record of reconciliation. Times are ms since 1970. */
const notesSchema = z.object({
  /** When receipts were last compared, by the device's clock. */
  checkedAt: z.number(),
  /** True if some receipts were too young at the last comparison: it is repeated once for them. */
  isYoung: z.optional(z.boolean()),
  /**
   * The server's numbers of submits by question set when nothing was lost, and the time of the newest receipt then:
   * server times are compared with server times only.
   */
  known: z.optional(z.object({ at: z.number(), counts: z.record(z.string(), z.number()) })),
  /** Lessons that the server did not have, with the times in ms at which they were requested. */
  gone: z.optional(z.record(z.string(), z.number())),
  /**
   * The last time that lost calls were sent again. `at`: the newest receipt before it; `count`: the number of lost
   * calls, once all have been received again.
   */
  healed: z.optional(z.object({ ...timesSchema, at: z.number(), count: z.optional(z.number()) })),
  /** Set while the learner must be asked to send lost calls again. */
  asks: z.optional(z.object({ ...timesSchema, count: z.number() })),
});
/** The record of one owner. */
export type ReconciliationNotes = z.infer<typeof notesSchema>;

/** Reads the owner's record of reconciliation. @throws {StorageError} when the device fails. */
export async function readReconciliationNotes(owner: OwnerKey): Promise<ReconciliationNotes> {
  const raw = await transact('readonly', (store) => done<unknown>(store.get(['healing', owner])));
  const parsed = z.safeParse(notesSchema, raw);
  return parsed.success ? parsed.data : { checkedAt: 0 };
}

/**
 * Writes the owner's record of reconciliation, unless they are signing out.
 *
 * @throws {StorageError} when the device fails.
 */
export async function writeReconciliationNotes(owner: OwnerKey, notes: ReconciliationNotes): Promise<void> {
  await transact('readwrite', async (store) => {
    if (!(await isLeaving(store, owner))) await done(store.put(notes, ['healing', owner]));
  });
  queueChanged.publish({ owner });
}

/** Changes those of the given receipts that are still stored unchanged, in one transaction. */
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

/** Returns true if the same call is already queued or refused (要確認): one entry is enough. */
async function isRecordedAgain(store: IDBObjectStore, { owner, call }: SentEntry): Promise<boolean> {
  const [queued, refused] = await Promise.all([
    findEntry(store, 'queued', owner, call),
    findEntry(store, 'refused', owner, call),
  ]);
  return queued !== undefined || refused !== undefined;
}

/**
 * Queues the calls of receipts again, at their old positions with the original times and ids. @throws {StorageError}
 * when the device fails.
 */
export async function requeueReceipts(owner: OwnerKey, entries: readonly SentEntry[]): Promise<void> {
  await changeReceipts(owner, entries, async (store, received) => {
    if (await isRecordedAgain(store, received)) return putEntry(store, { ...received, healed: 'left' });
    const { receipt: _, ...entry } = received;
    return moveEntry(store, received, { ...entry, state: 'queued', attempts: 0, healed: 'sent' });
  });
  queueChanged.publish({ owner });
}

/**
 * Moves the calls of receipts to the refused calls (要確認).
 *
 * @param at ISO 8601.
 * @throws {StorageError} when the device fails.
 */
export async function setAsideLost(owner: OwnerKey, entries: readonly SentEntry[], at: string): Promise<void> {
  // Status 409 (conflict), which older versions of the app show: device and server do not agree.
  const refusal: Refusal = { status: 409, reason: '', at, isForgotten: true };
  await changeReceipts(owner, entries, async (store, received) => {
    if (await isRecordedAgain(store, received)) return putEntry(store, { ...received, healed: 'left' });
    const { receipt: _, ...entry } = received;
    return moveEntry(store, received, { ...entry, state: 'refused', refusal, healed: entry.healed && 'seen' });
  });
  queueChanged.publish({ owner });
}

/** Stores in receipts the result of sending their calls again. @throws {StorageError} when the device fails. */
export function markReconciled(owner: OwnerKey, entries: readonly SentEntry[], healed: 'seen' | 'left'): Promise<void> {
  return changeReceipts(owner, entries, (store, received) => putEntry(store, { ...received, healed }));
}
