/** Whether the browser keeps what is stored here when space runs short, or when nobody has come for long. */
import { browser } from './browser';
import { setItem, getItem } from './local-storage';

/** What the browser said when it was last asked to keep it. */
const ANSWER_KEY = 'manabiba-persist';

/** `unknown`: the browser does not say. */
export type Protection = 'protected' | 'unprotected' | 'unknown';

/** Asks the browser to keep what is stored here, and keeps its answer; where it cannot, nothing happens. */
export async function requestPersistence(): Promise<void> {
  // Some never answer; a refusal to be asked is none.
  const isKept = await browser.navigator?.storage?.persist?.().catch(() => undefined);
  if (isKept !== undefined) setItem(ANSWER_KEY, isKept ? 'yes' : 'no');
}

/** What holds now; where the browser does not tell that, what it answered when it was asked. */
export async function readProtection(): Promise<Protection> {
  const isKept = await browser.navigator?.storage?.persisted?.().catch(() => undefined);
  const answer = getItem(ANSWER_KEY);
  if (isKept === undefined && answer === undefined) return 'unknown';
  return (isKept ?? answer === 'yes') ? 'protected' : 'unprotected';
}
