/** Test helpers for the session that is stored on the device. */
import { clearSessionOf, ownerKey, readSession } from '@/session/session';

/** Deletes the session. */
export async function clearSession(): Promise<void> {
  const session = await readSession();
  if (session) await clearSessionOf(ownerKey(session.owner));
}
