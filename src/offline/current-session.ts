/** Who is here, as every start and every look at the session tells it. */
import { ownerKey, readSession, type Session } from '@/session/session';

import { isWiping, listOpenMarks } from './wipe-marks';

/** Its code is fetched where there is something to end. */
async function finishOpenWipes(): Promise<void> {
  if ((await listOpenMarks()).length > 0) await (await import('./wipe')).finishWipes();
}

/**
 * Who is here: ends what a sign-out left half done, then reads the session. Somebody whose sign-out could not be ended is
 * nobody.
 *
 * @throws {DOMException} when the device cannot tell.
 */
export async function readCurrentSession(): Promise<Session | undefined> {
  await finishOpenWipes().catch(() => undefined);
  const session = await readSession();
  const isLeft = session && (await isWiping(ownerKey(session.owner)).catch(() => false));
  return isLeft ? undefined : session;
}
