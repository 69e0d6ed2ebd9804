/** The days on which somebody studied: the server's, and what waits or was just received on this device. */
import type { ProgressSummary } from '@/api/progress';
import { DAY_MS } from '@/constants';

import type { OwnProgress } from './unconfirmed';

/** As far back as the server counts. */
const YEAR_DAYS = 365;

/** The server counts study days in Japan's zone (docs/decisions), wherever the device is. */
const japaneseDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' });

/** What was done on one day; `date` is YYYY-MM-DD in Japan's zone. */
export interface StudyDay {
  date: string;
  reads: number;
  submits: number;
}

/** The day in Japan's zone, YYYY-MM-DD, of a time in milliseconds since 1970. */
export function dayInJapan(timeMs: number): string {
  return japaneseDay.format(timeMs);
}

/** `count` days from `first` (YYYY-MM-DD) on. */
export function daysFrom(first: string, count: number): string[] {
  const firstMs = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10));
}

/** The Monday of the week that a day (YYYY-MM-DD) lies in. */
export function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/** What each day saw, from the progress in detail: what waits or was just received is in it (docs/offline.md, law 1). */
function countDays({ courses, unplacedQuestionSets }: OwnProgress): Map<string, StudyDay> {
  const days = new Map<string, StudyDay>();
  const count = (timestamp: string, kind: 'reads' | 'submits') => {
    if (Number.isNaN(Date.parse(timestamp))) return;
    const date = dayInJapan(Date.parse(timestamp));
    const day = days.get(date) ?? { date, reads: 0, submits: 0 };
    days.set(date, { ...day, [kind]: day[kind] + 1 });
  };
  for (const { readLessons } of courses) for (const { readAt } of readLessons) count(readAt, 'reads');
  for (const { lastSubmittedAt } of [...courses.flatMap(({ questionSets }) => questionSets), ...unplacedQuestionSets]) {
    if (lastSubmittedAt) count(lastSubmittedAt, 'submits');
  }
  return days;
}

/**
 * What was done on each of these days (YYYY-MM-DD), with zeros where nothing was.
 *
 * @param studyDays the server's; it knows every submit of a day, `progress` only the last of each question set.
 */
export function studyDaysOf(
  dates: readonly string[],
  studyDays: ProgressSummary['studyDays'],
  progress: OwnProgress,
): StudyDay[] {
  const seen = countDays(progress);
  const told = new Map(studyDays.map((day) => [day.date, day]));
  return dates.map((date) => {
    const most = (kind: 'reads' | 'submits') => Math.max(told.get(date)?.[kind] ?? 0, seen.get(date)?.[kind] ?? 0);
    return { date, reads: most('reads'), submits: most('submits') };
  });
}

/** The 365 days up to today in Japan, oldest first. */
export function studyYear(studyDays: ProgressSummary['studyDays'], progress: OwnProgress, nowMs: number): StudyDay[] {
  const first = dayInJapan(Date.parse(`${dayInJapan(nowMs)}T03:00:00Z`) - (YEAR_DAYS - 1) * DAY_MS);
  return studyDaysOf(daysFrom(first, YEAR_DAYS), studyDays, progress);
}

/** What a month (YYYY-MM) saw. */
export interface StudyMonth {
  month: string;
  /** Days on which something was done. */
  activeDays: number;
  reads: number;
  submits: number;
}

/** The months of these days, the newest first. */
export function studyMonths(days: readonly StudyDay[]): StudyMonth[] {
  const months = new Map<string, StudyMonth>();
  for (const { date, reads, submits } of days) {
    const month = date.slice(0, 7);
    const sum = months.get(month) ?? { month, activeDays: 0, reads: 0, submits: 0 };
    months.set(month, {
      month,
      activeDays: sum.activeDays + (reads + submits > 0 ? 1 : 0),
      reads: sum.reads + reads,
      submits: sum.submits + submits,
    });
  }
  return [...months.values()].toReversed();
}
