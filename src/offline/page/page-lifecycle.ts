/** A page that the browser freezes, or puts into its back/forward cache, runs nothing until it is woken: others must not wait for it (docs/decisions/0041, 0048). */
import { breakOffReplay } from '@/offline/queue/replay';
import { setDelivery } from '@/storage/broadcast';
import { browser } from '@/storage/browser';
import { suspendReads, resumeReads } from '@/storage/device-store';

/** What a frozen tab would have done at news that came meanwhile. */
let missed: (() => void)[] | undefined;

/**
 * Lets go of what others wait for as soon as this tab is left or frozen, and, frozen, hears news only when it is woken: Chromium tells them to a frozen
 * tab, but not what IndexedDB answers, and a look at the queue that never ends holds up all that other tabs write. A refresh token is
 * lent all the same: for that nothing is looked at.
 */
export function followPageLifecycle(): void {
  setDelivery((hear, type) => {
    if (!missed || type.startsWith('refresh-token')) hear();
    else missed.push(hear);
  });
  browser.window?.addEventListener('pagehide', ({ persisted }) => persisted && breakOffReplay());
  browser.document?.addEventListener('freeze', () => {
    missed = [];
    breakOffReplay();
    suspendReads();
  });
  browser.document?.addEventListener('resume', () => {
    resumeReads();
    const heard = missed ?? [];
    missed = undefined;
    for (const hear of heard) hear();
  });
}
