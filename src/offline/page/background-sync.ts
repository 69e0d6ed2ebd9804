/** Background Sync (Chromium): the browser wakes the worker when there is a network again (sw/sw.ts handles the event). */
import { browser } from '@/storage/browser';

/** Registers the sync tag; does nothing where the browser has no Background Sync. Rejects where the browser refuses. */
export async function registerBackgroundSync(): Promise<void> {
  const registration = await browser.navigator?.serviceWorker?.getRegistration();
  await registration?.sync?.register('replay');
}
