/** A mark in the session's store, by which a sign-out is told from a store that the browser has deleted: no sign-out takes it. */
import { get, set } from 'idb-keyval';

import { sessionStore } from './session';

const SESSION_MARK_KEY = 'mark';

/** Whether the store is the one that was marked. @throws {DOMException} of the database. */
export async function hasSessionMark(): Promise<boolean> {
  return (await get<unknown>(SESSION_MARK_KEY, sessionStore)) === true;
}

/** Marks the store. @throws {DOMException} of the database. */
export function keepSessionMark(): Promise<void> {
  return set(SESSION_MARK_KEY, true, sessionStore);
}
