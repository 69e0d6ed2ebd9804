/** Dates, numbers and durations as a Japanese reader expects them, in the device's zone. */
import { DAY_MS } from '@/constants';
import { percentOf } from '@/percent';

const dayFormat = new Intl.DateTimeFormat('ja-JP', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
});
const timeFormat = new Intl.DateTimeFormat('ja-JP', { hour: '2-digit', minute: '2-digit' });

/** 「2026年11月21日(土)」 */
export function formatDay(timestamp: string): string {
  return dayFormat.format(new Date(timestamp));
}

/** 「2026年11月21日(土) 10:05」 */
export function formatDateTime(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dayFormat.format(date)} ${timeFormat.format(date)}`;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** 「今日 10:05」「昨日」「3日前」, and the day itself from a month on; `nowMs` is milliseconds since 1970. */
export function formatRelative(timestamp: string, nowMs: number): string {
  const date = new Date(timestamp);
  const days = Math.round((startOfDay(nowMs) - startOfDay(date.getTime())) / DAY_MS);
  if (days <= 0) return `今日 ${timeFormat.format(date)}`;
  if (days === 1) return '昨日';
  if (days < 30) return `${days}日前`;
  return dayFormat.format(date);
}

/** 「42%」 of `done` in `all`; 0 % of nothing. */
export function formatPercent(done: number, all: number): string {
  return `${percentOf(done, all)}%`;
}
