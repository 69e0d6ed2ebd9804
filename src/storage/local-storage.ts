/** Short words that this device keeps for whoever uses it: how it shows things, what was answered once. */
import { browser } from './browser';

/** What a device that keeps nothing is told holds until the page goes. */
const unkept = new Map<string, string>();

/** The word of a key, at once; undefined where there is none. */
export function getItem(key: string): string | undefined {
  try {
    return unkept.get(key) ?? browser.localStorage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a word; false on a device that keeps nothing, where it holds for this page only. */
export function setItem(key: string, word: string): boolean {
  try {
    browser.localStorage?.setItem(key, word);
    unkept.delete(key);
    return true;
  } catch {
    unkept.set(key, word);
    return false;
  }
}
