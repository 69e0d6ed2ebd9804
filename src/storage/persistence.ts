/**
 * Requests persistent storage and reads its state: if the browser may evict this origin's data when space is short or the app was not
 * opened for long.
 */
import { browser } from './browser';
import { setItem, getItem } from './local-storage';

/** The localStorage key of the browser's last answer to a request for persistent storage. */
const ANSWER_KEY = 'manabiba-persist';

/** The protection of stored data. `unknown`: the browser does not report it. */
export type Protection = 'protected' | 'unprotected' | 'unknown';

/** Requests persistent storage and stores the answer. Does nothing where the browser has no such request. */
export async function requestPersistence(): Promise<void> {
  // Some browsers never answer, so no caller waits for this. A rejected request is not an answer.
  const isKept = await browser.navigator?.storage?.persist?.().catch(() => undefined);
  if (isKept !== undefined) setItem(ANSWER_KEY, isKept ? 'yes' : 'no');
}

/** Returns the current protection of stored data; if the browser does not report it, the browser's last answer to the request. */
export async function readProtection(): Promise<Protection> {
  const isKept = await browser.navigator?.storage?.persisted?.().catch(() => undefined);
  const answer = getItem(ANSWER_KEY);
  if (isKept === undefined && answer === undefined) return 'unknown';
  return (isKept ?? answer === 'yes') ? 'protected' : 'unprotected';
}
