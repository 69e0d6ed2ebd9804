/** The days on which somebody studied: the server's, and what waits or was just received on this device. */
import type { ProgressSummary } from '@/api/progress';
import { DAY_MS, HOUR_MS } from '@/lib/constants';

import type { OwnProgress } from './unconfirmed';

/** As far back as the server counts. */
const YEAR_DAYS = 365;

/** The server counts study days in Japan's zone (docs/decisions), wherever the device is; its clocks have not been changed since 1951. */
const JAPAN_AHEAD_MS = 9 * HOUR_MS;

/** What was done on one day; `date` is YYYY-MM-DD in Japan's zone. */
export interface StudyDay {
  date: string;
  reads: number;
  submits: number;
}

/** The day in Japan's zone, YYYY-MM-DD, of a time in milliseconds since 1970. */
export function dayInJapan(timeMs: number): string {
  return new Date(timeMs + JAPAN_AHEAD_MS).toISOString().slice(0, 10);
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

type DayCounts = ReadonlyMap<string, StudyDay>;

/** Asks the calendar once an hour: its days begin on the hour, and thousands of calls may wait. */
function createDayReader(): (timeMs: number) => string {
  const days = new Map<number, string>();
  return (timeMs) => {
    const hour = Math.floor(timeMs / HOUR_MS);
    const day = days.get(hour) ?? dayInJapan(timeMs);
    days.set(hour, day);
    return day;
  };
}

/** How much was done on each day, by when it was. */
function countDays(times: Record<'reads' | 'submits', readonly string[]>): DayCounts {
  const days = new Map<string, StudyDay>();
  const dayOf = createDayReader();
  for (const kind of ['reads', 'submits'] as const) {
    for (const time of times[kind].map((timestamp) => Date.parse(timestamp))) {
      if (Number.isNaN(time)) continue;
      const date = dayOf(time);
      const day = days.get(date) ?? { date, reads: 0, submits: 0 };
      day[kind] += 1;
      days.set(date, day);
    }
  }
  return days;
}

/** What each day saw, from the progress in detail: of each question set the last submit alone. */
function seenDays({ courses, unplacedQuestionSets }: OwnProgress): DayCounts {
  const sets = [...courses.flatMap(({ questionSets }) => questionSets), ...unplacedQuestionSets];
  return countDays({
    reads: courses.flatMap(({ readLessons }) => readLessons.map(({ readAt }) => readAt)),
    submits: sets.flatMap(({ lastSubmittedAt }) => lastSubmittedAt ?? []),
  });
}

/**
 * What was done on each of these days (YYYY-MM-DD), with zeros where nothing was: the same before what waits is received, and
 * after it.
 *
 * @param studyDays the server's; it knows every submit of a day, `progress` only the last of each question set, and all that
 * the server does not know yet.
 */
export function studyDaysOf(
  dates: readonly string[],
  studyDays: ProgressSummary['studyDays'],
  progress: OwnProgress,
): StudyDay[] {
  const seen = seenDays(progress);
  const fresh = progress.fresh && countDays(progress.fresh);
  const told = new Map(studyDays.map((day) => [day.date, day]));
  return dates.map((date) => {
    const most = (kind: 'reads' | 'submits') =>
      Math.max((told.get(date)?.[kind] ?? 0) + (fresh?.get(date)?.[kind] ?? 0), seen.get(date)?.[kind] ?? 0);
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
