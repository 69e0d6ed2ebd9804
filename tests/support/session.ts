/** The session of the device, as tests handle it. */
import { clearSessionOf, ownerKey, readSession } from '@/session/session';

/** Forgets whoever is signed in. */
export async function clearSession(): Promise<void> {
  const session = await readSession();
  if (session) await clearSessionOf(ownerKey(session.owner));
}
