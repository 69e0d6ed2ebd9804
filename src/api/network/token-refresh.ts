/**
 * Refreshes the access token: one refresh at a time for all requests of all tabs (specification §4, docs/security.md,
 * "Sessions").
 */
import { refreshToken } from '@/api/authorize';
import { clearRefreshToken, findRefreshToken } from '@/session/refresh-token';
import { isSameOwner, readSession, renewSession, type Session } from '@/session/session';
import { withLock } from '@/storage/locks';

import { ApiError, UnexpectedAnswerError } from './errors';
import { isRetryable } from './server-answer';

/**
 * Refreshes the access token while holding the lock. A caller that waited for the lock finds the token of another
 * caller's refresh, and uses it.
 */
async function refreshLocked(refused: Session): Promise<Session | undefined> {
  const stored = await readSession();
  if (!stored || !isSameOwner(stored.owner, refused.owner)) return undefined;
  if (stored.accessToken !== refused.accessToken) return stored;
  const token = await findRefreshToken(refused.owner);
  if (!token) return undefined;
  try {
    const { access_token: accessToken, token_type: tokenType } = await refreshToken(token);
    const renewed = { accessToken, tokenType, owner: refused.owner };
    return (await renewSession(renewed)) ? renewed : undefined;
  } catch (error) {
    // The status of the refresh says nothing about the thing that the call is about.
    if (error instanceof UnexpectedAnswerError && error.gateway)
      throw new UnexpectedAnswerError(error.message, { cause: error, gateway: error.gateway, status: 401 });
    if (!(error instanceof ApiError) || isRetryable(error.status)) throw error;
    clearRefreshToken();
    return undefined;
  }
}

/**
 * Gets a session with a new access token after a 401.
 *
 * @param refused the session whose access token the server refused with 401.
 * @returns undefined when there is no refresh token, the refresh was refused, or another user signed in meanwhile: the
 * caller then reports the original 401. In a worker always undefined, unless a page has already refreshed.
 * @throws {NetworkError} when no response to the refresh came.
 */
export function refreshSession(refused: Session): Promise<Session | undefined> {
  return withLock('token-refresh', () => refreshLocked(refused));
}
