/** What replay writes after an answer, each in one transaction: a receipt, a refusal, a delay. */
import * as z from 'zod/mini';

import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { StorageError } from '@/storage/storage-error';

import { isDue } from './classify';
import type { Block, QueuedEntry, Receipt, Refusal } from './entries';
import { deleteEntry, findItself, moveEntry, putEntry } from './entry-store';
import { done, isLeaving, transact } from './queue-store';
import { noteReceipt } from './receipts';

/** The entry as it stands now, if it still waits: the learner may have thrown it away while it was on its way. */
function stillQueued(store: IDBObjectStore, entry: QueuedEntry): Promise<QueuedEntry | undefined> {
  return findItself(store, 'queued', entry);
}

/** Whether the entry still waits: the learner may throw it away at any time. @throws {StorageError} when the device fails. */
export async function isStillQueued(entry: QueuedEntry): Promise<boolean> {
  return (await transact('readonly', (store) => stillQueued(store, entry))) !== undefined;
}

/** An entry without what concerns only its waiting. */
function bare(entry: QueuedEntry): Omit<QueuedEntry, 'notBefore' | 'blocked'> {
  const { notBefore: _, blocked: __, ...rest } = entry;
  return rest;
}

function writeReceipt(entry: QueuedEntry, receipt: Receipt | undefined): Promise<boolean> {
  return transact('readwrite', async (store) => {
    const { owner } = entry;
    // Asked in one go: each answer is a way to the browser and back. An answer of the server ends every pause.
    const [current, isOwnerLeaving, pause] = await Promise.all([
      stillQueued(store, entry),
      isLeaving(store, owner),
      done(store.getKey(['pause', owner])),
    ]);
    if (pause) store.delete(pause);
    if (!current) return false;
    // Receipts of somebody who is leaving would stay behind.
    if (!receipt || isOwnerLeaving) {
      await deleteEntry(store, current);
      return false;
    }
    const moved = moveEntry(store, current, { ...bare(current), state: 'sent', receipt });
    await Promise.all([moved, noteReceipt(store, owner, receipt)]);
    return true;
  });
}

/**
 * Turns an entry whose 2xx has come into its receipt; a full device gives the receipt up, never the removal, for that
 * makes room.
 *
 * @returns false when no receipt was kept: the entry had been thrown away, its owner is leaving, or the device is full.
 * @throws {StorageError} when the device fails; the entry then waits as before, and whoever forgets that it was received repeats it.
 */
export async function keepReceipt(entry: QueuedEntry, receipt: Receipt): Promise<boolean> {
  try {
    return await writeReceipt(entry, receipt);
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'full') return writeReceipt(entry, undefined);
    throw error;
  }
}

/** Sets an entry aside under 要確認. @throws {StorageError} when the device fails; it then waits as before. */
export function refuse(entry: QueuedEntry, refusal: Refusal): Promise<void> {
  return transact('readwrite', async (store) => {
    const current = await stillQueued(store, entry);
    if (!current) return;
    await moveEntry(store, current, { ...bare(current), state: 'refused', refusal });
  });
}

/** How long all calls of an owner wait. `isAsked`: the server said how long. */
const pauseSchema = z.object({ until: z.number(), isAsked: z.boolean() });
export type Pause = z.infer<typeof pauseSchema>;

/**
 * Keeps an entry until later and counts the attempt; with a pause the owner's other calls wait as well.
 *
 * @param notBefore milliseconds since 1970.
 * @throws {StorageError} when the device fails.
 */
export function postpone(entry: QueuedEntry, notBefore: number, pause?: Pause): Promise<void> {
  return transact('readwrite', async (store) => {
    const current = await stillQueued(store, entry);
    if (current) putEntry(store, { ...current, attempts: current.attempts + 1, notBefore });
    if (pause && !(await isLeaving(store, entry.owner))) await done(store.put(pause, ['pause', entry.owner]));
  });
}

/**
 * Has an entry wait apart, because something stops it on its way while the server answers others, who need not wait.
 *
 * @param block undefined: it waits with the others again.
 * @param notBefore milliseconds since 1970.
 * @throws {StorageError} when the device fails.
 */
export function setApart(entry: QueuedEntry, block: Block | undefined, notBefore: number): Promise<void> {
  return transact('readwrite', async (store) => {
    const current = await stillQueued(store, entry);
    if (current) putEntry(store, { ...current, blocked: block, notBefore });
    await done(store.delete(['pause', entry.owner]));
  });
}

/** The pause that still holds; undefined when there is none. @throws {StorageError} when the device fails. */
export async function readPause(owner: OwnerKey): Promise<Pause | undefined> {
  const raw = await transact('readonly', (store) => done<unknown>(store.get(['pause', owner])));
  const parsed = z.safeParse(pauseSchema, raw);
  return parsed.success && !isDue(parsed.data.until, now()) ? parsed.data : undefined;
}
