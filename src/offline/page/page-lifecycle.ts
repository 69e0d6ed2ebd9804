/**
 * Page Lifecycle API: a page that the browser freezes, or keeps in its back/forward cache, runs nothing until it is resumed, so it must
 * not hold what other tabs wait for (docs/decisions/0041, 0048).
 */
import { abortReplay } from '@/offline/queue/replay';
import { setDelivery } from '@/storage/broadcast';
import { browser } from '@/storage/browser';
import { suspendReads, resumeReads } from '@/storage/device-store';

/** Broadcasts that arrived while the tab was frozen; undefined while it is running. */
let missed: (() => void)[] | undefined;
let isFollowing = false;

/**
 * From now on aborts replay when this page is left or frozen. While it is frozen, broadcasts are delivered only after it is resumed: Chromium
 * delivers them to a frozen tab, but not what IndexedDB answers, and a read of the queue that never ends blocks the writes of other tabs. A
 * request for the refresh token is answered all the same, because that reads nothing. Calling it again changes nothing.
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
