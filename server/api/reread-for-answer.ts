/** Reads what a call has just written, for its answer. */
import { awayBehind, DatabaseAwayError } from '@server/db/database-away';

/** Waits for what was written; whoever cannot be told it must not think that nothing was done. */
export async function rereadForAnswer<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const away = awayBehind(error);
    throw away ? new DatabaseAwayError(away.message, true, { cause: error }) : error;
  }
}
