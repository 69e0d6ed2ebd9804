/** The badge on the app's icon (Badging API): queued calls plus due reviews. */
import { useEffect } from 'react';

import { browser } from '@/storage/browser';

import { isStandalone } from './standalone';

/** Returns true if the device supports badges and the app is installed. */
export function hasBadge(): boolean {
  return browser.navigator?.setAppBadge !== undefined && isStandalone();
}

/** Clears the badge. */
export function clearBadge(): void {
  browser.navigator?.clearAppBadge?.().catch(() => undefined);
}

/** Keeps the app's badge at `count`; 0 clears it, undefined (not known yet) leaves it unchanged. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count === 0) clearBadge();
    else if (count !== undefined) browser.navigator?.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
}
