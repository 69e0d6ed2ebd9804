/** Reads the signed-in session, after finishing interrupted sign-outs. */
import { ownerKey, readSession, type Session } from '@/session/session';

import { isWiping, listOpenMarks } from './wipe-marks';

/** Finishes interrupted sign-outs; the code that does this is loaded only if there is a wipe to finish. */
async function finishOpenWipes(): Promise<void> {
  if ((await listOpenMarks()).length > 0) await (await import('./wipe')).finishWipes();
}

/**
 * Finishes interrupted wipes, then reads the session; undefined without a session, or if its sign-out could not be
 * finished.
 *
 * @throws {DOMException} when the device fails.
 */
export async function readCurrentSession(): Promise<Session | undefined> {
  await finishOpenWipes().catch(() => undefined);
  const session = await readSession();
  const isLeft = session && (await isWiping(ownerKey(session.owner)).catch(() => false));
  return isLeft ? undefined : session;
}
