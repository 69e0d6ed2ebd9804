/** Picks the current week from a year of study days. */
import type { ProgressSummary } from '@/api/progress';
import { dayInJapan } from '@/lib/japan-time';
import { daysFrom, mondayOf, type StudyDay, studyDaysOf } from '@/study/study-days';
import type { OwnProgress } from '@/study/unconfirmed';

const weekdays = ['月', '火', '水', '木', '金', '土', '日'] as const;

export interface WeekDay extends StudyDay {
  weekday: (typeof weekdays)[number];
}

/** Returns Monday to Sunday of the week that contains `nowMs` (ms since 1970), with 0 for days without study. */
export function studyWeek(studyDays: ProgressSummary['studyDays'], progress: OwnProgress, nowMs: number): WeekDay[] {
  const days = studyDaysOf(daysFrom(mondayOf(dayInJapan(nowMs)), weekdays.length), studyDays, progress);
  return days.map((day, index) => ({ ...day, weekday: weekdays[index] ?? '月' }));
}
