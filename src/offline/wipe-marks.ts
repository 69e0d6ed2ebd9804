/** The marks of owners who are leaving: whose are open, and how one is let in again. Apart from the wipe, which few starts need. */
import * as z from 'zod/mini';

import { readSessionStrictly } from '@/session/own-session';
import { ownerKey, type OwnerKey } from '@/session/session';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { admitOwned } from '@/storage/owned-store';
import { toStorageError } from '@/storage/storage-error';

import { done, isLeaving, rangeOf, transact } from './queue/queue-store';

/** Wiping and admitting take turns, so that a wipe never overtakes a new sign-in of the same owner. */
export const WIPE_LOCK = 'wipe';
/** For so long after a wipe each start sweeps once more: longer than any request, so that what came late goes, too. */
const SWEEP_MS = 600_000;

/**
 * `isDone`: nothing is left to delete, the mark only keeps late writers out. `at`: ms since 1970. `keepsAnswers`: answers
 * that are not submitted yet stay, and the rest of what may ({@link STORES}).
 */
const markSchema = z.object({ at: z.number(), isDone: z.boolean(), keepsAnswers: z.optional(z.boolean()) });
export type WipeMark = z.infer<typeof markSchema>;

export interface OpenWipeMark extends WipeMark {
  owner: OwnerKey;
  /** Signed in again, past the wipe: what stands there is theirs. */
  isBack: boolean;
}

function readMark(raw: unknown): WipeMark {
  const parsed = z.safeParse(markSchema, raw);
  return parsed.success ? parsed.data : { at: now(), isDone: false };
}

/** Opens where the marks stand before any is asked for. @throws {StorageError} when the device fails. */
export function openMarks(): Promise<void> {
  return transact('readonly', () => Promise.resolve());
}

/** The marks that a start has something to do about; the others stand until their owners are back. */
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
    .filter(({ isDone, isBack, at }) => !isDone || isBack || Math.abs(now() - at) < SWEEP_MS);
}

/** Takes the mark away. @throws {DOMException} of the database, {StorageError}. */
export async function removeMark(owner: OwnerKey): Promise<void> {
  await admitOwned(owner);
  await transact('readwrite', (store) => done(store.delete(['wipe', owner])));
}

/**
 * Lets an owner's records in again; to be called at sign-in, before the session is stored.
 *
 * @throws {StorageError} when the device fails: then nothing could be kept for them.
 */
export async function admitOwner(owner: OwnerKey): Promise<void> {
  try {
    await withLock(WIPE_LOCK, () => removeMark(owner));
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * Whether nothing may be kept for an owner: writers outside these stores (the study cache) ask before and after writing,
 * and take back what they wrote when the second answer is yes.
 *
 * @throws {StorageError} when the device fails.
 */
export function isWiping(owner: OwnerKey): Promise<boolean> {
  return transact('readonly', (store) => isLeaving(store, owner));
}
