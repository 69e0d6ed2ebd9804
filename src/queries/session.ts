/** Signing in and out: both end in a restart of the app, so there is one boot path (offline design, law 8). */
import { authorize } from '@/api/authorize';
import { fetchOwner } from '@/api/me';
import { apiHost } from '@/api/transport';
import { clearRefreshToken, saveRefreshToken } from '@/session/refresh-token';
import { clearSession, ownerKey, readSession, saveSession } from '@/session/session';
import { tellNews } from '@/storage/news';

import { forgetReadingPositions } from './reading-positions';

/**
 * Signs in: authorize, then /me/; token data and owner are stored together (decisions §3). The caller restarts the app.
 *
 * @throws {ApiError} 401 for a wrong user name or password, 403 for a suspended account, 429 when throttled;
 * {NetworkError} when no answer came.
 */
export async function signIn(username: string, password: string): Promise<void> {
  const token = await authorize({ username, password });
  const tokens = { accessToken: token.access_token, tokenType: token.token_type };
  const user = await fetchOwner(tokens);
  const owner = { apiHost: apiHost(), userId: user.id };
  await saveSession({ ...tokens, owner });
  saveRefreshToken(owner, token.refresh_token);
  tellNews({ type: 'session-changed' });
}

/** Signs out: both session parts leave the device (specification §4). The caller restarts the app. */
export async function signOut(): Promise<void> {
  const session = await readSession();
  clearRefreshToken();
  await clearSession();
  if (session) await forgetReadingPositions(ownerKey(session.owner));
  tellNews({ type: 'session-changed' });
}
