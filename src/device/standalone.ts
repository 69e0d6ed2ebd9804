/** How the app is opened. */
import { browser } from '@/storage/browser';

/** Whether the app runs as an installed one, in a window of its own. */
export function isStandalone(): boolean {
  return (
    browser.navigator?.standalone === true ||
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
  );
}
