/**
 * Requests persistent storage and reads its state: if the browser may evict this origin's data when space is short or
 * the app was not opened for long.
 */
import { browser } from './browser';
import { setItem, getItem } from './local-storage';

/** The localStorage key of the browser's last answer to a request for persistent storage. */
const ANSWER_KEY = 'manabiba-persist';

/** How far stored data is protected from deletion by the browser. `unknown`: the browser does not say. */
export type Protection = 'protected' | 'unprotected' | 'unknown';

/**
 * Requests persistent storage and stores the browser's decision. Does nothing where the browser has no such request.
 */
export async function requestPersistence(): Promise<void> {
  // Some browsers never decide, so no caller waits for this. A rejected request is not a decision.
  const isKept = await browser.navigator?.storage?.persist?.().catch(() => undefined);
  if (isKept !== undefined) setItem(ANSWER_KEY, isKept ? 'yes' : 'no');
}

/**
 * Returns the current protection of stored data from deletion by the browser; if the browser does not report it, the
 * last decision on the request.
 */
export async function readProtection(): Promise<Protection> {
  const isKept = await browser.navigator?.storage?.persisted?.().catch(() => undefined);
  const answer = getItem(ANSWER_KEY);
  if (isKept === undefined && answer === undefined) return 'unknown';
  return (isKept ?? answer === 'yes') ? 'protected' : 'unprotected';
}
