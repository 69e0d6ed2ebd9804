/** Whether the server answers whoever is signed in, asked when one of their calls is stopped and nobody else's was answered. */
import { ApiError } from '@/api/errors';
import { readAnswer, send } from '@/api/transport';
import { userSchema } from '@/api/users';
import type { Session } from '@/session/session';

/** `retryAfterMs`: how long the server asks to be left alone. */
export interface ServerCheck {
  isReachable: boolean;
  retryAfterMs?: number;
}

/** Asks GET /me/ past every cache: no portal, proxy or copy can say who this is. @throws the signal's reason when aborted. */
export async function checkServer(session: Session, signal: AbortSignal): Promise<ServerCheck> {
  try {
    const me = await readAnswer(await send('/me/', { cache: 'no-store', signal }, session), userSchema);
    return { isReachable: me.id === session.owner.userId };
  } catch (error) {
    signal.throwIfAborted();
    return { isReachable: false, retryAfterMs: error instanceof ApiError ? error.retryAfterMs : undefined };
  }
}
