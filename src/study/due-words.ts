/** Formats the date of a required course in Japanese; days are days in Japan. */
import { daysApart, dayWordsInJapan, inJapan } from '@/lib/japan-time';

/** Returns how many days lie between now and a date; negative after it. @param nowMs ms since 1970. */
export function daysUntil(dueAt: string, nowMs: number): number {
  return daysApart(inJapan(nowMs), inJapan(dueAt));
}

/** Returns the required date, e.g. 「12月31日まで」, with the year if it is another one. @param nowMs ms since 1970. */
export function dueDayWords(dueAt: string, nowMs: number): string {
  const isThisYear = inJapan(dueAt).getUTCFullYear() === inJapan(nowMs).getUTCFullYear();
  const day = dayWordsInJapan(dueAt);
  return `${isThisYear ? day.replace(/^.*年/, '') : day}まで`;
}

/**
 * Returns the required date with the days left, e.g. 「12月31日まで・あと35日」「11月26日まで・今日まで」「11月21日まで・5日過ぎています」.
 *
 * @param nowMs ms since 1970.
 */
export function dueWords(dueAt: string, nowMs: number): string {
  const days = daysUntil(dueAt, nowMs);
  if (days === 0) return `${dueDayWords(dueAt, nowMs)}・今日まで`;
  return `${dueDayWords(dueAt, nowMs)}・${days > 0 ? `あと${days}日` : `${-days}日過ぎています`}`;
}
