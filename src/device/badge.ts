/** The number on the app's icon, where the device shows one: what waits to be sent, and what is to be reviewed. */
import { useEffect } from 'react';

import { browser } from '@/storage/browser';

import { isStandalone } from './standalone';

/** Whether this device shows a number on the app's icon, and the app has one. */
export function hasBadge(): boolean {
  return browser.navigator?.setAppBadge !== undefined && isStandalone();
}

/** Takes the number off; nothing happens where there is none. */
export function clearBadge(): void {
  browser.navigator?.clearAppBadge?.().catch(() => undefined);
}

/** Keeps the number on the icon at `count`; 0 shows none, undefined (not known yet) leaves it as it is. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count === 0) clearBadge();
    else if (count !== undefined) browser.navigator?.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
}
