/**
 * Checks whether the server answers the signed-in owner: when a call is blocked, and before a refusal deletes or sets
 * aside anything.
 */
import { ApiError } from '@/api/network/errors';
import { readAnswer, send } from '@/api/network/transport';
import { userSchema } from '@/api/users';
import { ownerKey, type OwnerKey, readSession, type Session } from '@/session/session';

/** The result of the check. `retryAfterMs`: from `Retry-After`, in ms. */
export interface ServerCheck {
  isReachable: boolean;
  retryAfterMs?: number;
}

/**
 * Requests GET /me/ without caches: no portal, proxy or copy can answer with this owner's id.
 *
 * @throws the signal's reason when aborted.
 */
export async function checkServer(session: Session, signal: AbortSignal): Promise<ServerCheck> {
  try {
    const me = await readAnswer(await send('/me/', { cache: 'no-store', signal }, session), userSchema);
    return { isReachable: me.id === session.owner.userId };
  } catch (error) {
    signal.throwIfAborted();
    return { isReachable: false, retryAfterMs: error instanceof ApiError ? error.retryAfterMs : undefined };
  }
}

/**
 * Returns true if the server answers this owner now, so that a refusal that has just come is the server's.
 *
 * @throws like {@link checkServer}.
 */
export async function answersOwner(owner: OwnerKey, signal: AbortSignal): Promise<boolean> {
  const session = await readSession();
  return session !== undefined && ownerKey(session.owner) === owner && (await checkServer(session, signal)).isReachable;
}
