/**
 * Sign-out: counts what is unsent, sends or discards it, wipes the user's data; then the app restarts (docs/offline.md,
 * "Sign-out").
 */
import { revokeToken } from '@/api/authorize';
import { infoSchema } from '@/api/info';
import { ApiError } from '@/api/network/errors';
import { noteReachability } from '@/api/network/reachability';
import { readAnswer, send } from '@/api/network/transport';
import { detectEviction } from '@/offline/eviction/eviction-detector';
import { requestReplay } from '@/offline/page/request-replay';
import { countQueue, countUnreceived } from '@/offline/queue/queue-counts';
import { isLeaving, transact } from '@/offline/queue/queue-store';
import { wipeOwner, type WipeOptions } from '@/offline/wipe';
import { clearRefreshToken, readRefreshToken } from '@/session/refresh-token';
import { ownerKey, type OwnerKey, readSession, type Session, sessionChanged } from '@/session/session';
import { listOwned } from '@/storage/owned-store';
import { StorageError } from '@/storage/storage-error';

import { clearBadge } from './badge';
import { clearNewPasswords } from './new-passwords';
import { markLeaving } from './restart';

/** Maximum wait for the server at sign-out. */
const SERVER_CHECK_TIMEOUT_MS = 2000;

/** The choice for unsent calls at sign-out: kept on the device, or discarded. */
export type Leaving = 'keep' | 'discard';

/** Unsent work and stored data at sign-out. */
export interface Unsent {
  /** The number of queued calls. */
  waiting: number;
  /** The number of refused calls and unreadable queue records, listed as 要確認 (needs attention). */
  refused: number;
  /** The number of queued and refused calls that mark a lesson as read. */
  reads: number;
  /** The number of queued and refused calls that submit answers. */
  submits: number;
  /** The number of question sets with answers that are not submitted. */
  drafts: number;
  /** The number of forms with unsaved values (form drafts); sign-out always deletes them. */
  edits: number;
  /** The number of questions under spaced review. */
  reviews: number;
  /** The number of saved courses (packs); sign-out always deletes them. */
  courses: number;
  /** The total size of saved courses, bytes. */
  courseBytes: number;
}

async function countDrafts(owner: OwnerKey): Promise<number> {
  const { countUnfinishedDrafts, clearSubmittedDrafts } = await import('./drafts/answer-drafts');
  // A failure of this cleanup is ignored: even if the queue cannot be read, unsubmitted answers can still be counted.
  await clearSubmittedDrafts(owner).catch(() => undefined);
  return countUnfinishedDrafts(owner);
}

async function countEdits(owner: OwnerKey): Promise<number> {
  const { countFormDrafts } = await import('./drafts/form-draft-records');
  return countFormDrafts(owner);
}

async function countReviews(owner: OwnerKey): Promise<number> {
  return (await listOwned('reviews', owner)).length;
}

async function measurePacks(owner: OwnerKey): Promise<Pick<Unsent, 'courses' | 'courseBytes'>> {
  const { listPackRecords } = await import('@/offline/packs/course-pack-records');
  const packs = await listPackRecords(owner);
  return { courses: packs.length, courseBytes: packs.reduce((sum, { contents }) => sum + (contents?.bytes ?? 0), 0) };
}

/** Counts unsent work and stored data; 0 for each count that cannot be read. */
export async function countUnsent(owner: OwnerKey): Promise<Unsent> {
  const [counts, reads, submits, drafts, edits, reviews, packs] = await Promise.all([
    countQueue(owner).catch(() => undefined),
    countUnreceived(owner, 'lesson-read').catch(() => 0),
    countUnreceived(owner, 'answer-submit').catch(() => 0),
    countDrafts(owner).catch(() => 0),
    countEdits(owner).catch(() => 0),
    countReviews(owner).catch(() => 0),
    measurePacks(owner).catch(() => ({ courses: 0, courseBytes: 0 })),
  ]);
  return {
    waiting: counts?.waiting ?? 0,
    refused: counts ? counts.refused + counts.unreadable : 0,
    reads,
    submits,
    drafts,
    edits,
    reviews,
    ...packs,
  };
}

/** Sends queued calls, ignoring failures, and counts what is left. */
export async function sendUnsent(owner: OwnerKey): Promise<Unsent> {
  await requestReplay({ isUrgent: true }).catch(() => undefined);
  return countUnsent(owner);
}

/**
 * Returns true if the server responds to a request made now, so that signing in again will be possible; the page's last
 * request may be long ago. A timeout counts as no response. The result updates the page's reachability.
 */
export async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(SERVER_CHECK_TIMEOUT_MS);
    const session = await readSession();
    await readAnswer(await send('/info/', { cache: 'no-store', signal }, session), infoSchema);
    return true;
  } catch (error) {
    const isAnswered = error instanceof ApiError;
    noteReachability(isAnswered);
    return isAnswered;
  }
}

/**
 * Returns a function that revokes the current tokens on the server; without a refresh token in this tab, it revokes the
 * access token.
 */
function createRevocation(owner: OwnerKey, session: Session | undefined): () => void {
  if (!session || ownerKey(session.owner) !== owner) return () => undefined;
  const refreshToken = readRefreshToken(session.owner);
  const [token, hint] = [refreshToken ?? session.accessToken, refreshToken ? 'refresh_token' : 'access_token'] as const;
  return () => revokeToken(session, token, hint);
}

/**
 * Wipes the owner's data; if the disk is too full to store the wipe mark, first deletes the cached answers to free
 * space.
 */
async function wipeWhenFull(owner: OwnerKey, options: WipeOptions): Promise<void> {
  try {
    await wipeOwner(owner, options);
  } catch (error) {
    if (!(error instanceof StorageError) || error.reason !== 'full') throw error;
    // Deletes the cached answers one by one: on a full disk Firefox cannot delete a whole cache.
    const { deleteAllCopies } = await import('@/offline/packs/course-pack-records');
    await deleteAllCopies(owner);
    await wipeOwner(owner, options);
  }
}

/** Returns true if the wipe mark is stored, so that the next start finishes an interrupted wipe. */
function isMarkedForWipe(owner: OwnerKey): Promise<boolean> {
  return transact('readonly', (store) => isLeaving(store, owner)).catch(() => false);
}

/**
 * Signs out: deletes the stored session, this tab's refresh token, and everything readable of this user. Data that
 * remains on the device (`STORES` in `wipe.ts`) is sent and shown only after the same user signs in again; 'discard'
 * deletes that data, too. The caller restarts the app.
 *
 * @throws {StorageError} when the storage failed and the user may still be signed in; a repeated call continues.
 */
export async function signOut(owner: OwnerKey, leaving: Leaving): Promise<void> {
  const session = await readSession().catch(() => undefined);
  const revokeOnServer = createRevocation(owner, session);
  clearRefreshToken();
  clearBadge();
  clearNewPasswords();
  // Reports a queue that the browser evicted, while the user is still signed in; if the storage fails, the next start
  // reports it. When the queue is discarded (破棄), no report is needed.
  if (leaving === 'keep') await detectEviction(owner).catch(() => undefined);
  try {
    await wipeWhenFull(owner, { dropsEntries: leaving === 'discard' });
  } catch (error) {
    if ((await readSession().catch(() => true)) || !(await isMarkedForWipe(owner))) throw error;
  } finally {
    // Tokens are revoked last, so that requests in flight can still use the access token.
    revokeOnServer();
  }
  markLeaving();
  sessionChanged.publish({});
}
