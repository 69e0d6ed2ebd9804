/** The number on the app's icon, where the device shows one: what waits to be sent, and what is to be reviewed. */
import { useEffect } from 'react';

import { setBadge } from '@/storage/browser';

/** Takes the number off; nothing happens where there is none. */
export function clearBadge(): void {
  void setBadge(0);
}

/** Keeps the number on the icon at `count`; 0 shows none, undefined (not known yet) leaves it as it is. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) void setBadge(count);
  }, [count]);
}
