/** The worker's run of replay when Background Sync wakes it, because the browser expects a network. */
import { replay } from './replay';

/**
 * Sends due calls when the worker is woken.
 *
 * @throws {Error} when a call is still queued for a reason that may pass: then the browser wakes the worker again,
 * unless this was the last attempt. After that the next start of the app sends it.
 */
export async function replayAtSync(): Promise<void> {
  const { stoppedBy, nextDueAt } = await replay('worker');
  const isLeft = stoppedBy === undefined ? nextDueAt !== undefined : stoppedBy !== 'session';
  if (isLeft) throw new Error(`Calls wait: ${stoppedBy ?? 'postponed'}`);
}
