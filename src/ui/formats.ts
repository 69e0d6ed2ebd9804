/**
 * Formats of dates, percentages and texts for Japanese readers; dates in the device's time zone, unless the name says
 * otherwise.
 */
import { MINUTE_MS } from '@/lib/constants';
import { daysApart, inJapan } from '@/lib/japan-time';
import { percentOf } from '@/lib/percent';

const WEEKDAYS = '日月火水木金土';

/** Returns a date whose UTC fields are the date and time in the device's time zone. */
export function inDeviceZone(time: string | number): Date {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
}

// Formats the UTC fields of a date without Intl, whose first use takes 60 ms on a slow phone, before the first paint.
function dayOf(date: Date): string {
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日(${WEEKDAYS[date.getUTCDay()]})`;
}

function timeOf(date: Date): string {
  return [date.getUTCHours(), date.getUTCMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns a date like 「2026年11月21日(土)」. */
export function formatDay(timestamp: string): string {
  return dayOf(inDeviceZone(timestamp));
}

/** Returns the day in Japan like 「2026年11月21日(土)」. */
export function formatDayInJapan(time: string | number): string {
  return dayOf(inJapan(time));
}

/** Returns a date and time like 「2026年11月21日(土) 10:05」. */
export function formatDateTime(timestamp: string): string {
  const date = inDeviceZone(timestamp);
  return `${dayOf(date)} ${timeOf(date)}`;
}

/**
 * Returns a relative date like 「今日 10:05」, 「昨日」, 「3日前」, or the date from 30 days on.
 *
 * @param nowMs milliseconds since 1970.
 */
export function formatRelative(timestamp: string, nowMs: number): string {
  const date = inDeviceZone(timestamp);
  const days = daysApart(date, inDeviceZone(nowMs));
  if (days <= 0) return `今日 ${timeOf(date)}`;
  if (days === 1) return '昨日';
  if (days < 30) return `${days}日前`;
  return dayOf(date);
}

/** Returns the first letters of a text without splitting surrogate pairs such as 𠮷. */
export function firstLetters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}

/** Returns a share like 「42%」; 0 % when `all` is 0, 「–」 when a number is unknown. */
export function formatPercent(done: number | undefined, all: number | undefined): string {
  const percent = percentOf(done, all);
  return percent === undefined ? '–' : `${percent}%`;
}
