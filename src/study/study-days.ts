/** Days of study: from the server, combined with queued and freshly received calls. */
import type { ProgressSummary } from '@/api/progress';
import { DAY_MS, HOUR_MS } from '@/lib/constants';
import { dayInJapan } from '@/lib/japan-time';

import type { OwnProgress } from './unconfirmed';

/** The number of days in the server's calendar of study days. */
const YEAR_DAYS = 365;

/**
 * The study of one day; `date` is YYYY-MM-DD in Japan's time zone. A number that the server leaves out is undefined.
 */
export interface StudyDay {
  date: string;
  reads: number | undefined;
  submits: number | undefined;
}

/** Returns a sum; undefined if one of its numbers is unknown. */
export function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce((sum, number) => (sum === undefined || number === undefined ? undefined : sum + number), 0);
}

/** Returns the number of reads and submits of a day, as far as it is known: at least 1 if one of the two is unknown. */
export function studyCount({ reads, submits }: StudyDay): number {
  return sumOf([reads, submits]) ?? Math.max(1, reads ?? submits ?? 1);
}

/** Returns `count` days starting with `first` (YYYY-MM-DD). */
export function daysFrom(first: string, count: number): string[] {
  const firstMs = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10));
}

/** Returns the Monday of a day's week (YYYY-MM-DD). */
export function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns a day's study as text, e.g. 「読了2、解答1」.
 *
 * @param isTold false if the server does not send its study days. Then only the last submit of each question set is
 * known, so the text has no
 *   number of submits and no 0.
 */
export function studyDayWords({ reads, submits }: StudyDay, isTold: boolean): string {
  if (reads === undefined || submits === undefined) {
    return [reads && `読了${reads}`, submits && `解答${submits}`].filter(Boolean).join('、') || '学習あり';
  }
  if (isTold) return `読了${reads}、解答${submits}`;
  return [reads > 0 && `読了${reads}`, submits > 0 && '解答あり'].filter(Boolean).join('、');
}

type DayCounts = ReadonlyMap<string, Record<'reads' | 'submits', number>>;

/** Returns a cached `dayInJapan`, one entry per hour, because thousands of calls may be queued. */
function createDayReader(): (timeMs: number) => string {
  const days = new Map<number, string>();
  return (timeMs) => {
    const hour = Math.floor(timeMs / HOUR_MS);
    const day = days.get(hour) ?? dayInJapan(timeMs);
    days.set(hour, day);
    return day;
  };
}

/** Counts reads and submits per day. */
function countDays(times: Record<'reads' | 'submits', readonly string[]>): DayCounts {
  const days = new Map<string, Record<'reads' | 'submits', number>>();
  const dayOf = createDayReader();
  for (const kind of ['reads', 'submits'] as const) {
    for (const time of times[kind].map((timestamp) => Date.parse(timestamp))) {
      if (Number.isNaN(time)) continue;
      const date = dayOf(time);
      const day = days.get(date) ?? { reads: 0, submits: 0 };
      day[kind] += 1;
      days.set(date, day);
    }
  }
  return days;
}

/** Counts per day from the progress, which knows only the last submit of each question set. */
function seenDays({ courses, unplacedQuestionSets }: OwnProgress): DayCounts {
  const sets = [...courses.flatMap(({ questionSets = [] }) => questionSets), ...unplacedQuestionSets];
  return countDays({
    reads: courses.flatMap(({ readLessons = [] }) => readLessons.flatMap(({ readAt }) => readAt ?? [])),
    submits: sets.flatMap(({ lastSubmittedAt }) => lastSubmittedAt ?? []),
  });
}

/**
 * Returns the study of each of these days (YYYY-MM-DD), including days without study. The result does not change when
 * the server receives queued calls.
 *
 * @param studyDays from the server, with every submit; `progress` has only the last submit of each question set, but
 * also calls that the server has not received.
 */
export function studyDaysOf(
  dates: readonly string[],
  studyDays: ProgressSummary['studyDays'],
  progress: OwnProgress,
): StudyDay[] {
  const seen = seenDays(progress);
  const fresh = progress.fresh && countDays(progress.fresh);
  const byDate = new Map(studyDays?.map((day) => [day.date, day]));
  return dates.map((date) => {
    const told = byDate.get(date) ?? { reads: 0, submits: 0 };
    const most = (kind: 'reads' | 'submits') => {
      const sum = sumOf([told[kind], fresh?.get(date)?.[kind] ?? 0]);
      return sum === undefined ? undefined : Math.max(sum, seen.get(date)?.[kind] ?? 0);
    };
    return { date, reads: most('reads'), submits: most('submits') };
  });
}

/** Returns the 365 days up to today in Japan, oldest first. */
export function studyYear(studyDays: ProgressSummary['studyDays'], progress: OwnProgress, nowMs: number): StudyDay[] {
  const first = dayInJapan(Date.parse(`${dayInJapan(nowMs)}T03:00:00Z`) - (YEAR_DAYS - 1) * DAY_MS);
  return studyDaysOf(daysFrom(first, YEAR_DAYS), studyDays, progress);
}

/** The study of a month (YYYY-MM). */
export interface StudyMonth {
  month: string;
  /** Number of days with any study. */
  activeDays: number;
  reads: number | undefined;
  submits: number | undefined;
}

/** Sums up days by month, newest first. */
export function studyMonths(days: readonly StudyDay[]): StudyMonth[] {
  const months = new Map<string, StudyMonth>();
  for (const day of days) {
    const month = day.date.slice(0, 7);
    const sum = months.get(month) ?? { month, activeDays: 0, reads: 0, submits: 0 };
    months.set(month, {
      month,
      activeDays: sum.activeDays + (studyCount(day) > 0 ? 1 : 0),
      reads: sumOf([sum.reads, day.reads]),
      submits: sumOf([sum.submits, day.submits]),
    });
  }
  return [...months.values()].reverse();
}
