/**
 * Moves an entry after the server's answer, each move in one transaction: the entry becomes a receipt, or a refused
 * call (要確認), or is postponed.
 */
import * as z from 'zod/mini';

import { dialect } from '@/api/dialects/none';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { StorageError } from '@/storage/storage-error';

import { isDue } from './classify';
import type { Block, QueuedEntry, Receipt, Refusal, Unsent } from './entries';
import { deleteEntry, findItself, moveEntry, putEntry } from './entry-store';
import { done, isLeaving, transact } from './queue-store';
import { noteReceipt } from './receipts';

/** Reads the entry if it is still queued: the learner may have discarded it while it was in flight. */
function stillQueued(store: IDBObjectStore, entry: QueuedEntry): Promise<QueuedEntry | undefined> {
  return findItself(store, 'queued', entry);
}

/**
 * Returns true if the entry is still queued: the learner may discard it at any time.
 *
 * @throws {StorageError} when the device fails.
 */
export async function isStillQueued(entry: QueuedEntry): Promise<boolean> {
  return (await transact('readonly', (store) => stillQueued(store, entry))) !== undefined;
}

/** Returns an entry without the fields that only queued entries have. */
function withoutDelay(entry: QueuedEntry): Omit<QueuedEntry, 'notBefore' | 'blocked' | 'unsent'> {
  const { notBefore: _, blocked: __, unsent: ___, ...rest } = entry;
  return rest;
}

function writeReceipt(entry: QueuedEntry, receipt: Receipt | undefined): Promise<boolean> {
  return transact('readwrite', async (store) => {
    const { owner } = entry;
    // Run the IndexedDB requests in parallel, because each takes a round trip inside the browser. Any answer of the
    // server ends the owner's pause.
    const [current, isOwnerLeaving, pause] = await Promise.all([
      stillQueued(store, entry),
      isLeaving(store, owner),
      done(store.getKey(['pause', owner])),
    ]);
    if (pause) store.delete(pause);
    if (!current) return false;
    // Keep no receipt if the owner is signing out: the receipt would stay on the device after the sign-out.
    if (!receipt || isOwnerLeaving) {
      await deleteEntry(store, current);
      return false;
    }
    const moved = moveEntry(store, current, { ...withoutDelay(current), state: 'sent', receipt });
    await Promise.all([moved, noteReceipt(store, owner, receipt)]);
    return true;
  });
}

/**
 * Replaces an acknowledged entry by its receipt. On a full device the entry is removed without a receipt, because that
 * frees space.
 *
 * @returns false if no receipt was kept: the entry had been discarded, its owner is signing out, or the device is full.
 * @throws {StorageError} when the device fails. The entry is then still queued, and the caller must remember that it
 * was received, or it is sent twice.
 */
export async function keepReceipt(entry: QueuedEntry, receipt: Receipt): Promise<boolean> {
  try {
    return await writeReceipt(entry, receipt);
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'full') return writeReceipt(entry, undefined);
    throw error;
  }
}

/**
 * Moves an entry to the refused calls (要確認).
 *
 * @throws {StorageError} when the device fails; the entry is then still queued.
 */
export function refuse(entry: QueuedEntry, refused: Omit<Refusal, 'dialect'>): Promise<void> {
  const refusal = dialect ? { ...refused, dialect: dialect.version } : refused;
  return transact('readwrite', async (store) => {
    const current = await stillQueued(store, entry);
    if (!current) return;
    await moveEntry(store, current, { ...withoutDelay(current), state: 'refused', refusal });
  });
}

/**
 * Records that the dialect could not translate an entry: it waits, and nothing was sent. Writes only what is new.
 *
 * @throws {StorageError} when the device fails.
 */
export function noteUnsent(entry: QueuedEntry, reason: string): Promise<void> {
  const unsent: Unsent = { dialect: dialect?.version ?? '', reason };
  return transact('readwrite', async (store) => {
    const current = await stillQueued(store, entry);
    const isKnown = current?.unsent?.dialect === unsent.dialect && current.unsent.reason === reason;
    if (current && !isKnown) putEntry(store, { ...current, unsent });
  });
}

/** The pause of an owner's calls: `until` in ms since 1970. `isAsked`: the server asked for it. */
const pauseSchema = z.object({ until: z.number(), isAsked: z.boolean() });
export type Pause = z.infer<typeof pauseSchema>;

/**
 * Postpones an entry and counts the attempt; with a pause the owner's other calls wait as well.
 *
 * @param notBefore ms since 1970.
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
 * Makes an entry wait apart (probing.ts): something blocks it while the server answers other calls, which need not wait
 * for it.
 *
 * @param block undefined: the entry waits with the others again.
 * @param notBefore ms since 1970.
 * @throws {StorageError} when the device fails.
 */
export function setApart(entry: QueuedEntry, block: Block | undefined, notBefore: number): Promise<void> {
  return transact('readwrite', async (store) => {
    const current = await stillQueued(store, entry);
    if (current) putEntry(store, { ...current, blocked: block, notBefore });
    await done(store.delete(['pause', entry.owner]));
  });
}

/** Reads an owner's pause; undefined if there is none or it is over. @throws {StorageError} when the device fails. */
export async function readPause(owner: OwnerKey): Promise<Pause | undefined> {
  const raw = await transact('readonly', (store) => done<unknown>(store.get(['pause', owner])));
  const parsed = z.safeParse(pauseSchema, raw);
  return parsed.success && !isDue(parsed.data.until, now()) ? parsed.data : undefined;
}
