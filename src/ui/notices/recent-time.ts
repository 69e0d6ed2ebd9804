/** Formats the time of an event that is mostly recent, for Japanese readers. */
import { daysApart } from '@/lib/japan-time';
import { inDeviceZone } from '@/ui/formats';

const timeFormat = new Intl.DateTimeFormat('ja-JP', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const yearFormat = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'UTC' });

function dayWords(date: Date, today: Date): string {
  const days = daysApart(date, today);
  if (days === 0) return '今日';
  if (days === 1) return '昨日';
  return (date.getUTCFullYear() === today.getUTCFullYear() ? dayFormat : yearFormat).format(date);
}

/**
 * Returns a time like 「今日 17:03」, 「昨日 09:00」, 「11月3日 17:03」, or the date with its year.
 *
 * @param nowMs milliseconds since 1970. @param inZone returns a date whose UTC fields are the date and time in a time
 * zone.
 */
export function formatRecentTime(timestamp: string, nowMs = Date.now(), inZone = inDeviceZone): string {
  const date = inZone(timestamp);
  return `${dayWords(date, inZone(nowMs))} ${timeFormat.format(date)}`;
}
