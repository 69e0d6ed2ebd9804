/** The time, for what speaks of days: drawn anew when another day has begun, however long the page has stood. */
import { useSyncExternalStore } from 'react';

import { MINUTE_MS } from '@/lib/constants';
import { now } from '@/storage/now';
import { dayInJapan } from '@/study/study-days';

/** The day of the calendar, and the device's. */
function readDays(): string {
  return `${dayInJapan(now())} ${new Date(now()).toDateString()}`;
}

/** A page that was put away hears of no minute. */
function watchDays(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** Milliseconds since 1970, as of when this was drawn. */
export function useNow(): number {
  useSyncExternalStore(watchDays, readDays);
  return now();
}
