/** The current time for components that show days: they render again when a new day begins. */
import { useSyncExternalStore } from 'react';

import { MINUTE_MS } from '@/lib/constants';
import { dayInJapan } from '@/lib/japan-time';
import { now } from '@/storage/now';

/** Returns today in Japan and in the device's time zone. */
function readDays(): string {
  return `${dayInJapan(now())} ${new Date(now()).toDateString()}`;
}

/** Check every minute, and when the page becomes visible, because timers of hidden pages may be suspended. */
function watchDays(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** Returns the time of the current render, milliseconds since 1970. */
export function useNow(): number {
  useSyncExternalStore(watchDays, readDays);
  return now();
}
