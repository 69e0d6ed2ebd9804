/** Reads what a call has just written, for its answer. */
import { unavailableCause, DatabaseUnavailableError } from '@server/db/database-unavailable';

/** Waits for what was written; whoever cannot be told it must not think that nothing was done. */
export async function rereadForAnswer<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const away = unavailableCause(error);
    throw away ? new DatabaseUnavailableError(away.message, true, { cause: error }) : error;
  }
}
