/** Signing in and out: both end in a restart of the app, so there is one boot path (docs/offline.md, law 8). */
import { authorize, revokeToken } from '@/api/authorize';
import { fetchOwner } from '@/api/me';
import { countQueue } from '@/offline/queue/queue-counts';
import { admitOwner, wipeOwner, type WipeOptions } from '@/offline/wipe';
import { sendAll } from '@/queries/queue';
import { hasAbility } from '@/session/abilities';
import { apiHost } from '@/session/api-host';
import { clearRefreshToken, readRefreshToken, saveRefreshToken } from '@/session/refresh-token';
import { ownerKey, type OwnerKey, readSession, saveSession, type Session, sessionChanged } from '@/session/session';
import { StorageError } from '@/storage/storage-error';

import { clearBadge } from './badge';
import { markLeaving } from './restart';

/**
 * Signs in: authorize, then /me/; token data and owner are stored together (docs/security.md, "Sessions"). The caller restarts the app.
 *
 * @throws {ApiError} 401 for a wrong user name or password, 403 for a suspended account, 429 when throttled;
 * {NetworkError} when no answer came; {StorageError} when this device can keep nothing.
 */
export async function signIn(username: string, password: string): Promise<void> {
  const token = await authorize({ username, password, ...__LOGIN_FIELDS__ });
  const tokens = { accessToken: token.access_token, tokenType: token.token_type };
  const user = await fetchOwner(tokens);
  const owner = { apiHost: apiHost(), userId: user.id };
  await admitOwner(ownerKey(owner));
  await saveSession({ ...tokens, owner });
  saveRefreshToken(owner, token.refresh_token);
  sessionChanged.publish({});
}

/** What happens at sign-out to what waits (docs/offline.md, "Sign-out"): sent first, left on the device, or thrown away. */
export type Leaving = 'send' | 'keep' | 'discard';

/** What a sign-out would leave behind. */
export interface Unsent {
  /** Calls that wait or were refused. */
  calls: number;
  /** Question sets with answers that are not submitted yet. */
  drafts: number;
  /** Forms with values that are not saved: they cannot stay. */
  edits: number;
}

async function countDrafts(owner: OwnerKey): Promise<number> {
  const { countUnfinishedDrafts, clearSubmittedDrafts } = await import('./drafts/answer-drafts');
  await clearSubmittedDrafts(owner);
  return countUnfinishedDrafts(owner);
}

async function countEdits(owner: OwnerKey): Promise<number> {
  const { countFormDrafts } = await import('./drafts/form-drafts');
  return countFormDrafts(owner);
}

/** Counts what a sign-out would leave behind; none when the device cannot tell. */
export async function countUnsent(owner: OwnerKey): Promise<Unsent> {
  const [counts, drafts, edits] = await Promise.all([
    countQueue(owner).catch(() => undefined),
    countDrafts(owner).catch(() => 0),
    countEdits(owner).catch(() => 0),
  ]);
  return { calls: counts ? counts.waiting + counts.refused + counts.unreadable : 0, drafts, edits };
}

/** How to end the session on its server, with the tokens of now; a tab that never got the refresh token has the other. */
function endingOf(owner: OwnerKey, session: Session | undefined): () => void {
  if (!session || ownerKey(session.owner) !== owner || !hasAbility(session, 'revoke')) return () => undefined;
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

/**
 * Signs out: both session parts and everything readable of this user leave the device; kept calls and answers that
 * are not submitted yet stay, and are sent and shown only after the same user signs in again; 'discard' takes them too. Never blocked: what cannot be sent now is kept. The caller restarts the app.
 *
 * @throws {StorageError} when the device failed so that somebody may still be signed in; called again it goes on.
 */
export async function signOut(owner: OwnerKey, leaving: Leaving): Promise<void> {
  const session = await readSession().catch(() => undefined);
  if (leaving === 'send') await sendAll().catch(() => undefined);
  const endOnServer = endingOf(owner, session);
  clearRefreshToken();
  clearBadge();
  try {
    await wipeSurely(owner, { dropsEntries: leaving === 'discard' });
  } catch (error) {
    // Without a session the next start ends the rest.
    if (await readSession().catch(() => true)) throw error;
  } finally {
    // Last: what is still on its way with the access token has had its time.
    endOnServer();
  }
  markLeaving();
  sessionChanged.publish({});
}
