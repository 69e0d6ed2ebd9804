/** Detects an installed app. */
import { browser } from '@/storage/browser';

/** Returns true if the app runs installed, in its own window. */
export function isStandalone(): boolean {
  return (
    browser.navigator?.standalone === true ||
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
  );
}
