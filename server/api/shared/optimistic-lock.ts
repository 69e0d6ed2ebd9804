/** Optimistic locking: an edit says which version it started from, and is refused where a newer one has been saved (docs/wire.md). */
import { conflict } from './problem';

/**
 * Refuses an edit that started from another version than the one that is there. To be asked in the transaction that saves,
 * when nobody else can save any more.
 *
 * @param what in words, e.g. 'レッスン'.
 * @param current as a reader gets it: the refusal carries it.
 * @param startedFrom undefined from an app that does not say: the last writer wins.
 * @throws {Problem} 409 with `current`.
 */
export function requireVersion(what: string, current: { updatedAt: string }, startedFrom: string | undefined): void {
  if (startedFrom === undefined || Date.parse(startedFrom) === Date.parse(current.updatedAt)) return;
  throw conflict(`ほかの人がこの${what}を先に保存しました。`, current);
}
