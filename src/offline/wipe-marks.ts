/**
 * Keeps the marks of owners who are signing out or have signed out: lists unfinished ones, and lets an owner store data
 * again. Not part of wipe.ts, which few starts need.
 */
import * as z from 'zod/mini';

import { readSessionStrictly } from '@/session/own-session';
import { ownerKey, type OwnerKey } from '@/session/session';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { admitOwned } from '@/storage/owned-store';
import { toStorageError } from '@/storage/storage-error';

import { done, isLeaving, rangeOf, transact } from './queue/queue-store';

/**
 * The Web Lock for deleting an owner's data and for letting an owner in again, so that a sign-out never deletes data of
 * a new sign-in of the same owner.
 */
export const WIPE_LOCK = 'wipe';
/**
 * For this long after a wipe, ms, each start of the app wipes again, so that late writes are deleted, too; longer than
 * any request takes.
 */
const REPEAT_WIPE_MS = 600_000;

/**
 * A wipe mark. `isDone`: nothing is left to delete; the mark only refuses late writes. `at`: ms since 1970.
 * `keepsAnswers`: the sign-out keeps what `STORES` in wipe.ts allows, such as answers that are not submitted yet.
 */
const markSchema = z.object({ at: z.number(), isDone: z.boolean(), keepsAnswers: z.optional(z.boolean()) });
export type WipeMark = z.infer<typeof markSchema>;

export interface OpenWipeMark extends WipeMark {
  owner: OwnerKey;
  /** True if the owner has signed in again since: the data are theirs, so the wipe is skipped. */
  isBack: boolean;
}

function readMark(raw: unknown): WipeMark {
  const parsed = z.safeParse(markSchema, raw);
  return parsed.success ? parsed.data : { at: now(), isDone: false };
}

/** Opens the store of the wipe marks ahead of the first read. @throws {StorageError} when the device fails. */
export function openMarks(): Promise<void> {
  return transact('readonly', () => Promise.resolve());
}

/** Lists the wipe marks that a start of the app must handle; the others stay until their owners sign in again. */
export async function listOpenMarks(): Promise<OpenWipeMark[]> {
  const [keys, marks] = await transact('readonly', (store) =>
    Promise.all([done(store.getAllKeys(rangeOf('wipe'))), done<unknown[]>(store.getAll(rangeOf('wipe')))]),
  );
  if (keys.length === 0) return [];
  const session = await readSessionStrictly();
  return keys
    .map((key, index) => {
      const [, owner] = key as [string, OwnerKey];
      return { ...readMark(marks[index]), owner, isBack: session !== undefined && ownerKey(session.owner) === owner };
    })
    .filter(({ isDone, isBack, at }) => !isDone || isBack || Math.abs(now() - at) < REPEAT_WIPE_MS);
}

/**
 * Deletes an owner's wipe mark and allows writes for the owner again.
 *
 * @throws {DOMException} of the database, {StorageError}.
 */
export async function removeMark(owner: OwnerKey): Promise<void> {
  await admitOwned(owner);
  await transact('readwrite', (store) => done(store.delete(['wipe', owner])));
}

/**
 * Allows writes for an owner again. Called at sign-in, before the session is stored.
 *
 * @throws {StorageError} when the device fails: then nothing can be stored for them.
 */
export async function admitOwner(owner: OwnerKey): Promise<void> {
  try {
    await withLock(WIPE_LOCK, () => removeMark(owner));
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * Returns true if nothing may be stored for an owner. Writers outside IndexedDB (the study cache) check before and
 * after writing, and delete what they wrote if the second check returns true.
 *
 * @throws {StorageError} when the device fails.
 */
export function isWiping(owner: OwnerKey): Promise<boolean> {
  return transact('readonly', (store) => isLeaving(store, owner));
}
