/** Signing in and out: both end in a restart of the app, so there is one boot path (offline design, law 8). */
import { authorize } from '@/api/authorize';
import { fetchOwner } from '@/api/me';
import { countQueue } from '@/offline/queue-lists';
import { admitOwner, wipeOwner } from '@/offline/wipe';
import { apiHost } from '@/session/api-host';
import { clearRefreshToken, saveRefreshToken } from '@/session/refresh-token';
import { ownerKey, readSession, saveSession } from '@/session/session';
import { tellNews } from '@/storage/news';

import { clearBadge } from './badge';
import { sendAll } from './queue';
import { markLeaving } from './restart';

/**
 * Signs in: authorize, then /me/; token data and owner are stored together (decisions §3). The caller restarts the app.
 *
 * @throws {ApiError} 401 for a wrong user name or password, 403 for a suspended account, 429 when throttled;
 * {NetworkError} when no answer came; {StorageError} when this device can keep nothing.
 */
export async function signIn(username: string, password: string): Promise<void> {
  const token = await authorize({ username, password });
  const tokens = { accessToken: token.access_token, tokenType: token.token_type };
  const user = await fetchOwner(tokens);
  const owner = { apiHost: apiHost(), userId: user.id };
  await admitOwner(ownerKey(owner));
  await saveSession({ ...tokens, owner });
  saveRefreshToken(owner, token.refresh_token);
  tellNews({ type: 'session-changed' });
}

/** What happens at sign-out to what waits (decisions §3): sent first, left on the device, or thrown away. */
export type Leaving = 'send' | 'keep' | 'discard';

/** How many calls a sign-out would leave behind: what waits and what was refused. 0 when the device cannot tell. */
export async function countUnsent(owner: string): Promise<number> {
  const counts = await countQueue(owner).catch(() => undefined);
  return counts ? counts.waiting + counts.refused + counts.unreadable : 0;
}

/**
 * Signs out: both session parts and everything readable of this user leave the device; kept calls stay, and are sent
 * only after the same user signs in again. Never blocked: what cannot be sent now is kept. The caller restarts the app.
 */
export async function signOut(leaving: Leaving): Promise<void> {
  const session = await readSession();
  if (leaving === 'send') await sendAll();
  clearRefreshToken();
  markLeaving();
  clearBadge();
  if (session) await wipeOwner(ownerKey(session.owner), { dropsEntries: leaving === 'discard' });
  tellNews({ type: 'session-changed' });
}
