/** Formats the date of a required course in Japanese. */
import { DAY_MS } from '@/lib/constants';

const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric' });
const dayOfYearFormat = new Intl.DateTimeFormat('ja-JP', { year: 'numeric', month: 'long', day: 'numeric' });

/** Returns the calendar day of the device, as a number of days. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

/** Returns how many calendar days of the device lie between now and a date; negative after it. @param nowMs ms since 1970. */
export function daysUntil(dueAt: string, nowMs: number): number {
  return dayNumber(new Date(dueAt)) - dayNumber(new Date(nowMs));
}

/** Returns the required date, e.g. 「12月31日まで」, with the year if it is another one. @param nowMs ms since 1970. */
export function dueDayWords(dueAt: string, nowMs: number): string {
  const due = new Date(dueAt);
  const isThisYear = due.getFullYear() === new Date(nowMs).getFullYear();
  return `${(isThisYear ? dayFormat : dayOfYearFormat).format(due)}まで`;
}

/** Returns the required date with the days left, e.g. 「12月31日まで・あと35日」「11月26日まで・今日まで」「11月21日まで・5日過ぎています」. @param nowMs ms since 1970. */
export function dueWords(dueAt: string, nowMs: number): string {
  const days = daysUntil(dueAt, nowMs);
  if (days === 0) return `${dueDayWords(dueAt, nowMs)}・今日まで`;
  return `${dueDayWords(dueAt, nowMs)}・${days > 0 ? `あと${days}日` : `${-days}日過ぎています`}`;
}
