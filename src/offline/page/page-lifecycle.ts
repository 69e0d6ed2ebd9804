/**
 * Page Lifecycle API: a page that the browser freezes, or keeps in its back/forward cache, runs nothing until it is
 * resumed, so it must not hold what other tabs wait for (docs/decisions/0041, 0048).
 */
import { abortReplay } from '@/offline/queue/replay';
import { setDelivery } from '@/storage/broadcast';
import { browser } from '@/storage/browser';
import { suspendReads, resumeReads } from '@/storage/device-store';

/** Broadcasts that arrived while the tab was frozen; undefined while it is running. */
let missed: (() => void)[] | undefined;
let isFollowing = false;

/**
 * Aborts replay when this page is left or frozen, from now on. Chromium delivers broadcasts to a frozen tab, but not
 * the results of IndexedDB, and a read of the queue that never ends blocks the writes of other tabs; so broadcasts are
 * delivered only after the page is resumed. A request for the refresh token is answered even while frozen, because that
 * reads nothing. Further calls change nothing.
 */
export function followPageLifecycle(): void {
  if (isFollowing) return;
  isFollowing = true;
  setDelivery((deliver, type) => {
    if (!missed || type.startsWith('refresh-token')) deliver();
    else missed.push(deliver);
  });
  browser.window?.addEventListener('pagehide', ({ persisted }) => persisted && abortReplay());
  browser.document?.addEventListener('freeze', () => {
    missed = [];
    abortReplay();
    suspendReads();
  });
  browser.document?.addEventListener('resume', () => {
    resumeReads();
    const held = missed ?? [];
    missed = undefined;
    for (const deliver of held) deliver();
  });
}
