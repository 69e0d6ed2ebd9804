/** Sign-out of an owner: all that is readable of them leaves the device, even when it is cut off half-way (docs/offline.md, "Sign-out"). */
import * as z from 'zod/mini';

import { queueChanged } from '@/offline/queue/queue-news';
import { readSessionStrictly } from '@/session/own-session';
import { clearSessionOf, ownerKey, readSession, type Session, type OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';
import { withLock } from '@/storage/locks';
import { now } from '@/storage/now';
import { admitOwned, forgetOwned, type OwnedStoreName, type Stays } from '@/storage/owned-store';
import { toStorageError } from '@/storage/storage-error';

import { studyCacheName } from './copies/study-cache';
import { deleteEntries, deleteReceipts } from './queue/queue';
import { done, isLeaving, rangeOf, transact } from './queue/queue-store';

/** Wiping and admitting take turns, so that a wipe never overtakes a new sign-in of the same owner. */
const LOCK = 'wipe';
/** For so long after a wipe each start sweeps once more: longer than any request, so that what came late goes, too. */
const SWEEP_MS = 600_000;

/** The answers that are not submitted yet: ids, choices and texts, like those of a submit that waits. */
export const ANSWER_DRAFTS = { prefix: 'answers|' } as const satisfies Stays;
/** Of saved courses their ids, so that they can be saved again. */
export const EARLIER_PACKS = { prefix: 'earlier|', keepsKeys: true } as const satisfies Stays;

/**
 * All stores of the device, each with what a sign-out without 破棄 leaves in it. The last three are no stores of owned
 * records: of the queue stays what has not arrived, of the session nothing, and the clock is the device's.
 */
export const STORES = {
  queries: undefined,
  'reading-positions': undefined,
  drafts: ANSWER_DRAFTS,
  // Intervals, by the ids of question sets and questions.
  reviews: { prefix: '' },
  packs: EARLIER_PACKS,
  queue: undefined,
  session: undefined,
  clock: undefined,
} satisfies Record<OwnedStoreName, Stays | undefined> & Record<'queue' | 'session' | 'clock', undefined>;

/**
 * `isDone`: nothing is left to delete, the mark only keeps late writers out. `at`: ms since 1970. `keepsAnswers`: answers
 * that are not submitted yet stay, and the rest of what may ({@link STORES}).
 */
const markSchema = z.object({ at: z.number(), isDone: z.boolean(), keepsAnswers: z.optional(z.boolean()) });
type WipeMark = z.infer<typeof markSchema>;

export interface WipeOptions {
  /**
   * Also throws away what waits, was refused or is unreadable, and what would stay in other stores
   * (破棄してログアウト).
   */
  dropsEntries: boolean;
}

/** The mark and the queue's part of the wipe in one transaction: from here on nothing new is written for the owner. */
function markWiping(owner: OwnerKey, { dropsEntries }: WipeOptions): Promise<void> {
  return transact('readwrite', async (store) => {
    store.put({ at: now(), isDone: false, keepsAnswers: !dropsEntries } satisfies WipeMark, ['wipe', owner]);
    await deleteReceipts(store, owner);
    if (dropsEntries) await deleteEntries(store, owner);
  });
}

async function deleteStudyCache(owner: OwnerKey): Promise<void> {
  await browser.caches?.delete(studyCacheName(owner));
}

/** Everything outside the queue's store; repeating it changes nothing. */
async function forget(owner: OwnerKey, keepsAnswers: boolean): Promise<void> {
  try {
    await clearSessionOf(owner);
    await Promise.all([forgetOwned(owner, keepsAnswers ? STORES : undefined), deleteStudyCache(owner)]);
  } catch (error) {
    throw toStorageError(error);
  }
}

async function markDone(owner: OwnerKey, keepsAnswers: boolean): Promise<void> {
  const mark: WipeMark = { at: now(), isDone: true, keepsAnswers };
  await transact('readwrite', (store) => done(store.put(mark, ['wipe', owner])));
}

async function removeMark(owner: OwnerKey): Promise<void> {
  await admitOwned(owner);
  await transact('readwrite', (store) => done(store.delete(['wipe', owner])));
}

/**
 * Signs an owner out of the device: session, receipts, study cache, what {@link STORES} does not leave and, when asked,
 * what waits and all that would stay. Once the first transaction is done, {@link finishWipes} ends at the next start what is cut off.
 *
 * @throws {StorageError} when the device fails half-way; the next start goes on.
 */
export async function wipeOwner(owner: OwnerKey, options: WipeOptions): Promise<void> {
  await withLock(LOCK, async () => {
    await markWiping(owner, options);
    await forget(owner, !options.dropsEntries);
    await markDone(owner, !options.dropsEntries);
  });
  queueChanged.publish({ owner });
}

interface OpenWipeMark extends WipeMark {
  owner: OwnerKey;
  /** Signed in again, past the wipe: what stands there is theirs. */
  isBack: boolean;
}

function readMark(raw: unknown): WipeMark {
  const parsed = z.safeParse(markSchema, raw);
  return parsed.success ? parsed.data : { at: now(), isDone: false };
}

/** The marks that a start has something to do about; the others stand until their owners are back. */
async function listOpenMarks(): Promise<OpenWipeMark[]> {
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

async function finishWipe({ owner, isDone, isBack, keepsAnswers = false }: OpenWipeMark): Promise<void> {
  if (isDone && isBack) return removeMark(owner);
  await forget(owner, keepsAnswers);
  if (!isDone) await markDone(owner, keepsAnswers);
}

/**
 * Ends the wipes that were cut off, and sweeps once more where one has just ended; to be called at every start, before
 * the session is read.
 *
 * @throws {StorageError} when the device fails; the next start goes on.
 */
export async function finishWipes(): Promise<void> {
  if ((await listOpenMarks()).length === 0) return;
  await withLock(LOCK, async () => {
    for (const mark of await listOpenMarks()) await finishWipe(mark);
  });
}

/**
 * Who is here: ends what a sign-out left half done, then reads the session. Somebody whose sign-out could not be ended is
 * nobody.
 *
 * @throws {DOMException} when the device cannot tell.
 */
export async function readStandingSession(): Promise<Session | undefined> {
  await finishWipes().catch(() => undefined);
  const session = await readSession();
  const isLeft = session && (await isWiping(ownerKey(session.owner)).catch(() => false));
  return isLeft ? undefined : session;
}

/**
 * Lets an owner's records in again; to be called at sign-in, before the session is stored.
 *
 * @throws {StorageError} when the device fails: then nothing could be kept for them.
 */
export async function admitOwner(owner: OwnerKey): Promise<void> {
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
export function isWiping(owner: OwnerKey): Promise<boolean> {
  return transact('readonly', (store) => isLeaving(store, owner));
}
