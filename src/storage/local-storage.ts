/**
 * Wraps localStorage for settings of the device; where the browser stores nothing, values last for the page's lifetime.
 */
import { browser } from './browser';

/** Values that could not be stored; they last until the page is closed. */
const fallback = new Map<string, string>();

/** Returns the stored value of a key; undefined if there is none. */
export function getItem(key: string): string | undefined {
  try {
    return fallback.get(key) ?? browser.localStorage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value. Returns false if the browser stores nothing: then the value lasts for this page only. */
export function setItem(key: string, value: string): boolean {
  try {
    browser.localStorage?.setItem(key, value);
    fallback.delete(key);
    return true;
  } catch {
    fallback.set(key, value);
    return false;
  }
}
