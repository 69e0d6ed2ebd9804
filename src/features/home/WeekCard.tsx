/** Home's card with this week's study days, Monday to Sunday. */
import { Card, Text, VisuallyHidden } from '@mantine/core';

import type { ProgressSummary } from '@/api/progress';
import { dayInJapan } from '@/lib/japan-time';
import { daysFrom, mondayOf, studyCount, type StudyDay, studyDaysOf, studyDayWords, sumOf } from '@/study/study-days';
import type { OwnProgress } from '@/study/unconfirmed';

import classes from './WeekCard.module.css';

const weekdays = ['月', '火', '水', '木', '金', '土', '日'] as const;

/** Picks the current week from a year of study days. */
interface WeekDay extends StudyDay {
  weekday: (typeof weekdays)[number];
}

/** Returns Monday to Sunday of the week that contains `nowMs` (ms since 1970), with 0 for days without study. */
export function studyWeek(studyDays: ProgressSummary['studyDays'], progress: OwnProgress, nowMs: number): WeekDay[] {
  const days = studyDaysOf(daysFrom(mondayOf(dayInJapan(nowMs)), weekdays.length), studyDays, progress);
  return days.map((day, index) => ({ ...day, weekday: weekdays[index] ?? '月' }));
}

export interface WeekCardProps {
  studyDays: ProgressSummary['studyDays'];
  progress: OwnProgress;
  /** The current time, in milliseconds since 1970. */
  nowMs: number;
}

export function WeekCard({ studyDays, progress, nowMs }: WeekCardProps) {
  const week = studyWeek(studyDays, progress, nowMs);
  const activeDays = week.filter((day) => studyCount(day) > 0).length;
  const reads = sumOf(week.map((day) => day.reads));
  const counts = [`${activeDays}日`, reads !== undefined && `${reads}レッスン`].filter(Boolean).join(' ・ ');
  return (
    <Card className={classes.card} component="section" aria-labelledby="this-week">
      <div className="flex items-baseline justify-between">
        <h2 id="this-week" className="m-0 text-xl">
          今週の学習
        </h2>
        <Text size="sm" c="dimmed">
          {(studyDays || activeDays > 0) && counts}
        </Text>
      </div>
      <ol className={`${classes.days} plain-list grid gap-6 c-muted text-xs text-center`}>
        {week.map((day) => (
          <li key={day.date}>
            <span
              className={`${classes.box} block bg-track edge`}
              data-level={Math.min(2, studyCount(day))}
              aria-hidden
            />
            <span aria-hidden>{day.weekday}</span>
            <VisuallyHidden>
              {day.weekday}曜日：{studyDayWords(day, studyDays !== undefined) || '–'}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
    </Card>
  );
}
