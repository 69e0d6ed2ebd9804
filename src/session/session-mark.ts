/** A mark in the session's store that a sign-out keeps: if it is missing, the browser has evicted the store. */
import { get, set } from 'idb-keyval';

import { sessionStore } from './session';

const SESSION_MARK_KEY = 'mark';

/** Returns true if the session's store still has the mark. @throws {DOMException} of the database. */
export async function hasSessionMark(): Promise<boolean> {
  return (await get<unknown>(SESSION_MARK_KEY, sessionStore)) === true;
}

/** Sets the mark of the session's store. @throws {DOMException} of the database. */
export function keepSessionMark(): Promise<void> {
  return set(SESSION_MARK_KEY, true, sessionStore);
}
