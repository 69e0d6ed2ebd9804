/** Wraps the tab's session storage. */
import { browser, type WordStorage } from './browser';

/** Returns the tab's session storage; undefined in a worker, and where the browser refuses it. */
export function sessionWords(): WordStorage | undefined {
  try {
    return browser.sessionStorage;
  } catch {
    return undefined;
  }
}
