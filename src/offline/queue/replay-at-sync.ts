/** What the worker does when Background Sync wakes it, because the browser believes in a network. */
import { replay } from './replay';

/**
 * Sends what is due.
 *
 * @throws {Error} when something that time may mend has kept a call here: so the browser wakes the worker again, unless this
 * was its last chance. Then the next start of the app sends it.
 */
export async function replayAtSync(): Promise<void> {
  const { stoppedBy, nextDueAt } = await replay('worker');
  const isLeft = stoppedBy === undefined ? nextDueAt !== undefined : stoppedBy !== 'session';
  if (isLeft) throw new Error(`Calls wait: ${stoppedBy ?? 'put off'}`);
}
