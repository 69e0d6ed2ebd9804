/**
 * Optimistic locking: an edit names the version it started from, and is refused if a newer one was saved
 * (docs/wire.md).
 */
import { conflict } from './problem';

/**
 * Refuses an edit that started from another version than the current one. Call it in the transaction that saves, after
 * the row is locked.
 *
 * @param what the Japanese name of the edited thing, e.g. 'レッスン'.
 * @param current the current version as the API returns it; part of the 409 response.
 * @param startedFrom undefined if the client sends no version: the last writer wins.
 * @throws {Problem} 409 with `current`.
 */
export function requireVersion(what: string, current: { updatedAt: string }, startedFrom: string | undefined): void {
  if (startedFrom === undefined || Date.parse(startedFrom) === Date.parse(current.updatedAt)) return;
  throw conflict(`ほかの人がこの${what}を先に保存しました。`, current);
}
