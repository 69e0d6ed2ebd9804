/** Signing out: what it would leave behind, and what becomes of that; it ends in a restart of the app (docs/offline.md, "Sign-out"). */
import { revokeToken } from '@/api/authorize';
import { ApiError } from '@/api/errors';
import { infoSchema } from '@/api/info';
import { noteReachability } from '@/api/reachability';
import { readAnswer, send } from '@/api/transport';
import { detectEviction } from '@/offline/eviction/eviction-detector';
import { requestReplay } from '@/offline/page/request-replay';
import { countQueue, countUnreceived } from '@/offline/queue/queue-counts';
import { isLeaving, transact } from '@/offline/queue/queue-store';
import { wipeOwner, type WipeOptions } from '@/offline/wipe';
import { capabilitiesOf } from '@/session/capabilities';
import { clearRefreshToken, readRefreshToken } from '@/session/refresh-token';
import { ownerKey, type OwnerKey, readSession, type Session, sessionChanged } from '@/session/session';
import { listOwned } from '@/storage/owned-store';
import { StorageError } from '@/storage/storage-error';

import { clearBadge } from './badge';
import { markLeaving } from './restart';

/** Nobody who signs out is kept waiting for longer. */
const SERVER_CHECK_TIMEOUT_MS = 2000;

/** What happens at sign-out to what is not sent: left on the device, or thrown away. */
export type Leaving = 'keep' | 'discard';

/** What a sign-out would leave behind. */
export interface Unsent {
  /** Calls that wait. */
  waiting: number;
  /** Calls that were refused, or cannot be read: 要確認. */
  refused: number;
  /** How many of both are lessons that were read. */
  reads: number;
  /** How many of both are answers that were submitted. */
  submits: number;
  /** Question sets with answers that are not submitted yet. */
  drafts: number;
  /** Forms with values that are not saved: they cannot stay. */
  edits: number;
  /** Questions under spaced review. */
  reviews: number;
  /** Courses that are saved here: they cannot stay. */
  courses: number;
  /** The size of those. */
  courseBytes: number;
}

async function countDrafts(owner: OwnerKey): Promise<number> {
  const { countUnfinishedDrafts, clearSubmittedDrafts } = await import('./drafts/answer-drafts');
  // Where the queue cannot be read, answers that nobody has submitted can.
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

/** Counts what a sign-out would leave behind; none when the device cannot tell. */
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

/** Sends what waits, however that ends, and counts what is left. */
export async function sendUnsent(owner: OwnerKey): Promise<Unsent> {
  await requestReplay({ isUrgent: true }).catch(() => undefined);
  return countUnsent(owner);
}

/**
 * Whether the server answers now, so that somebody could sign in again: what this page last saw of it may be long ago. A
 * slow answer counts as none, and the page knows from then on.
 */
export async function isServerThere(): Promise<boolean> {
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

/** How to end the session on its server, with the tokens of now; a tab that never got the refresh token has the other. */
function endingOf(owner: OwnerKey, session: Session | undefined): () => void {
  if (!session || ownerKey(session.owner) !== owner || !capabilitiesOf(session).revokesTokens) return () => undefined;
  const refreshToken = readRefreshToken(session.owner);
  return () => revokeToken(refreshToken ?? session.accessToken, refreshToken ? 'refresh_token' : 'access_token');
}

/** On a device too full to note even that somebody leaves, their copies, which go anyway, make room for that. */
async function wipeSurely(owner: OwnerKey, options: WipeOptions): Promise<void> {
  try {
    await wipeOwner(owner, options);
  } catch (error) {
    if (!(error instanceof StorageError) || error.reason !== 'full') throw error;
    // One by one: Firefox cannot delete them all at once then.
    const { deleteAllCopies } = await import('@/offline/packs/course-pack-records');
    await deleteAllCopies(owner);
    await wipeOwner(owner, options);
  }
}

/** Whether it is noted that they leave: the next start ends then what could not be ended now. */
function hasBegun(owner: OwnerKey): Promise<boolean> {
  return transact('readonly', (store) => isLeaving(store, owner)).catch(() => false);
}

/**
 * Signs out: both session parts and everything readable of this user leave the device; what stays (`STORES` in
 * `wipe.ts`) is sent and shown only after the same user signs in again; 'discard' takes that too. The caller restarts
 * the app.
 *
 * @throws {StorageError} when the device failed so that somebody may still be signed in; called again it goes on.
 */
export async function signOut(owner: OwnerKey, leaving: Leaving): Promise<void> {
  const session = await readSession().catch(() => undefined);
  const endOnServer = endingOf(owner, session);
  clearRefreshToken();
  clearBadge();
  // A queue that the browser deleted is reported before the sign-out; on a failing device the next start does it. 破棄 needs no report.
  if (leaving === 'keep') await detectEviction(owner).catch(() => undefined);
  try {
    await wipeSurely(owner, { dropsEntries: leaving === 'discard' });
  } catch (error) {
    if ((await readSession().catch(() => true)) || !(await hasBegun(owner))) throw error;
  } finally {
    // Last: what is still on its way with the access token has had its time.
    endOnServer();
  }
  markLeaving();
  sessionChanged.publish({});
}
