/** Background Sync (Chromium): the browser wakes the worker when there is a network again (sw/sw.ts handles the event). */
import { browser } from '@/storage/browser';

/**
 * Returns a function that registers the sync tag at once, without waiting for anything, because a page that is being left has no time.
 * The function does nothing where the browser has no Background Sync. Where the browser refuses, the promise of this call or that of the
 * returned function rejects.
 */
export async function prepareBackgroundSync(): Promise<() => Promise<void>> {
  const registration = await browser.navigator?.serviceWorker?.getRegistration();
  return async () => registration?.sync?.register('replay');
}
