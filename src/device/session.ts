/**
 * Signs in. Sign-in restarts the app, as sign-out does, so that there is one boot path (docs/offline.md, law 8, and its
 * exception).
 */
import { authorize } from '@/api/authorize';
import { fetchOwner } from '@/api/me';
import { admitOwner } from '@/offline/wipe-marks';
import { apiHost } from '@/session/api-host';
import { clearRefreshToken, saveRefreshToken } from '@/session/refresh-token';
import { ownerKey, type OwnerKey, renewSession, saveSession, sessionChanged } from '@/session/session';
import { toStorageError } from '@/storage/storage-error';

/**
 * Signs in with POST /authorize and GET /me/, and stores token data and owner together (docs/security.md, "Sessions").
 * The caller restarts the app, unless the page already belongs to the returned owner.
 *
 * @throws {ApiError} 401 for a wrong user name or password, 403 for a suspended account, 429 when throttled;
 * {NetworkError} when the server did not respond; {StorageError} when the device's storage fails.
 */
export async function signIn(username: string, password: string): Promise<OwnerKey> {
  const token = await authorize({ username, password, ...__LOGIN_FIELDS__ });
  const tokens = { accessToken: token.access_token, tokenType: token.token_type };
  const user = await fetchOwner(tokens);
  const owner = { apiHost: apiHost(), userId: user.id };
  await admitOwner(ownerKey(owner));
  const session = { ...tokens, owner, username, role: user.role };
  // A new sign-in of the same user keeps the stored capabilities of the server.
  try {
    if (!(await renewSession(session))) await saveSession(session);
  } catch (error) {
    throw toStorageError(error);
  }
  if (token.refresh_token === undefined) clearRefreshToken();
  else saveRefreshToken(owner, token.refresh_token);
  sessionChanged.publish({});
  return ownerKey(owner);
}
