/** Sign-out of an owner: all that is readable of them leaves the device, even when it is cut off half-way (decisions §3). */
import * as z from 'zod/mini';

import { clearSessionOf, ownerKey } from '@/session/session';
import { withLock } from '@/storage/locks';
import { tellNews } from '@/storage/news';
import { now } from '@/storage/now';
import { admitOwned, forgetOwned, type KeptRecords } from '@/storage/owned-store';
import { toStorageError } from '@/storage/storage-error';

import { readSessionStrictly } from './own-session';
import { deleteEntries } from './queue';
import { done, isLeaving, rangeOf, transact } from './queue-store';
import { deleteReceipts } from './receipts';
import { studyCacheName } from './study-cache';

/** Wiping and admitting take turns, so that a wipe never overtakes a new sign-in of the same owner. */
const LOCK = 'wipe';
/** A mark outlives the wipe by this: longer than any request, so that a late write finds it. */
const MARK_KEPT_MS = 600_000;

/** The answers that are not submitted yet: ids, choices and texts, like those of a submit that waits. */
export const ANSWER_DRAFTS = { name: 'drafts', prefix: 'answers|' } as const satisfies KeptRecords;

/**
 * `isDone`: nothing is left to delete, the mark only keeps late writers out. `at`: ms since 1970. `keepsAnswers`: answers
 * that are not submitted yet stay.
 */
const markSchema = z.object({ at: z.number(), isDone: z.boolean(), keepsAnswers: z.optional(z.boolean()) });
type Mark = z.infer<typeof markSchema>;

export interface WipeOptions {
  /**
   * Also throws away what waits, was refused or is unreadable, and answers that are not submitted yet
   * (破棄してログアウト); otherwise those stay.
   */
  dropsEntries: boolean;
}

/** The mark and the queue's part of the wipe in one transaction: from here on nothing new is written for the owner. */
function markLeaving(owner: string, { dropsEntries }: WipeOptions): Promise<void> {
  return transact('readwrite', async (store) => {
    store.put({ at: now(), isDone: false, keepsAnswers: !dropsEntries } satisfies Mark, ['wipe', owner]);
    await deleteReceipts(store, owner);
    if (dropsEntries) await deleteEntries(store, owner);
  });
}

async function deleteStudyCache(owner: string): Promise<void> {
  // Absent on origins that are not secure, whatever the type says.
  const { caches } = globalThis as { caches?: CacheStorage };
  await caches?.delete(studyCacheName(owner));
}

/** Everything outside the queue's store; repeating it changes nothing. */
async function forget(owner: string, keepsAnswers: boolean): Promise<void> {
  try {
    await clearSessionOf(owner);
    await Promise.all([forgetOwned(owner, keepsAnswers ? ANSWER_DRAFTS : undefined), deleteStudyCache(owner)]);
  } catch (error) {
    throw toStorageError(error);
  }
}

async function markDone(owner: string, keepsAnswers: boolean): Promise<void> {
  const mark: Mark = { at: now(), isDone: true, keepsAnswers };
  await transact('readwrite', (store) => done(store.put(mark, ['wipe', owner])));
}

async function removeMark(owner: string): Promise<void> {
  await admitOwned(owner);
  await transact('readwrite', (store) => done(store.delete(['wipe', owner])));
}

/**
 * Signs an owner out of the device: session, receipts, stored queries, study cache, reading positions, drafts of forms
 * and, when asked, what waits and answers that are not submitted yet. Once the first transaction is done, {@link finishWipes} ends at the next start what is cut off.
 *
 * @throws {StorageError} when the device fails half-way; the next start goes on.
 */
export async function wipeOwner(owner: string, options: WipeOptions): Promise<void> {
  await withLock(LOCK, async () => {
    await markLeaving(owner, options);
    await forget(owner, !options.dropsEntries);
    await markDone(owner, !options.dropsEntries);
  });
  tellNews({ type: 'queue-changed', owner });
}

async function readMark(owner: string): Promise<Mark | undefined> {
  const raw = await transact('readonly', (store) => done<unknown>(store.get(['wipe', owner])));
  if (raw === undefined) return undefined;
  const parsed = z.safeParse(markSchema, raw);
  return parsed.success ? parsed.data : { at: now(), isDone: false };
}

async function finishWipe(owner: string): Promise<void> {
  const mark = await readMark(owner);
  if (!mark) return;
  const session = await readSessionStrictly();
  // Signed in again, past the wipe: what stands there is theirs.
  if (mark.isDone && session && ownerKey(session.owner) === owner) return removeMark(owner);
  const keepsAnswers = mark.keepsAnswers ?? false;
  await forget(owner, keepsAnswers);
  if (!mark.isDone) return markDone(owner, keepsAnswers);
  if (Math.abs(now() - mark.at) > MARK_KEPT_MS) await removeMark(owner);
}

/**
 * Ends the wipes that were cut off, and sweeps once more where one has just ended; to be called at every start, before
 * the session is read.
 *
 * @throws {StorageError} when the device fails; the next start goes on.
 */
export async function finishWipes(): Promise<void> {
  const keys = await transact('readonly', (store) => done(store.getAllKeys(rangeOf('wipe'))));
  if (keys.length === 0) return;
  await withLock(LOCK, async () => {
    for (const key of keys) await finishWipe(String((key as string[])[1]));
  });
}

/**
 * Lets an owner's records in again; to be called at sign-in, before the session is stored.
 *
 * @throws {StorageError} when the device fails: then nothing could be kept for them.
 */
export async function admitOwner(owner: string): Promise<void> {
  try {
    await withLock(LOCK, () => removeMark(owner));
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
export function isWiping(owner: string): Promise<boolean> {
  return transact('readonly', (store) => isLeaving(store, owner));
}
