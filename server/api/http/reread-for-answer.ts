/** Rereads what a call has just written, to put it into the call's response. */
import { unavailableCause, DatabaseUnavailableError } from '@server/db/database-unavailable';

/**
 * Waits for the result of a read that follows a successful write.
 *
 * @throws {DatabaseUnavailableError} with `isUnknown`, if the read fails: the client must not conclude that nothing was
 * saved.
 */
export async function rereadForAnswer<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const unavailable = unavailableCause(error);
    throw unavailable ? new DatabaseUnavailableError(unavailable.message, true, { cause: error }) : error;
  }
}
