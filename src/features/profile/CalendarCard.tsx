/** The study calendar: a heat map of a year, and the same data by month in a table. */
import { Card, Text } from '@mantine/core';
import { Suspense } from 'react';

import type { ProgressSummary } from '@/api/progress';
import {
  studyCount,
  type StudyDay,
  studyDayWords,
  type StudyMonth,
  studyMonths,
  studyYear,
  sumOf,
} from '@/study/study-days';
import type { OwnProgress } from '@/study/unconfirmed';
import type { CalendarLevel } from '@/ui/charts/YearCalendar';
import { lazyExtra } from '@/ui/lazy-extra';

import { Details } from './Details';

import classes from './ChartCard.module.css';

/** Returns the shade: 0 for no study, up to 4 for seven or more lessons and submits on the day. */
export function calendarLevel(count: number): CalendarLevel {
  if (count === 0) return 0;
  if (count === 1) return 1;
  if (count <= 3) return 2;
  return count <= 6 ? 3 : 4;
}

const calendarDayFormat = new Intl.DateTimeFormat('ja-JP', {
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  timeZone: 'UTC',
});
const calendarMonthFormat = new Intl.DateTimeFormat('ja-JP', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** Returns e.g. 「11月21日(土)」. @param date YYYY-MM-DD; the device's time zone has no effect. */
function formatCalendarDay(date: string): string {
  return calendarDayFormat.format(new Date(`${date}T00:00:00Z`));
}

/** Returns e.g. 「2026年11月」. @param month YYYY-MM. */
function formatCalendarMonth(month: string): string {
  return calendarMonthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

const YearCalendar = lazyExtra(() => import('@/ui/charts/YearCalendar').then((module) => module.YearCalendar));

export interface CalendarCardProps {
  studyDays: ProgressSummary['studyDays'];
  progress: OwnProgress;
  /** The current time, ms since 1970. */
  nowMs: number;
}

/** Makes a wide table a focusable scroll region, so that the keyboard can scroll it. */
const scrolls = { role: 'region', tabIndex: 0, 'aria-label': '月ごとの学習の表' };

const toCalendarDay = (isTold: boolean) => (day: StudyDay) => ({
  date: day.date,
  level: calendarLevel(studyCount(day)),
  words: `${formatCalendarDay(day.date)}：${studyDayWords(day, isTold) || '–'}`,
});

function MonthTable({ months, isTold }: { months: readonly StudyMonth[]; isTold: boolean }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">月</th>
          <th scope="col">学習した日</th>
          <th scope="col">読了</th>
          <th scope="col">解答</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, activeDays, reads, submits }) => (
          <tr key={month}>
            <th scope="row">{formatCalendarMonth(month)}</th>
            <td>{activeDays}日</td>
            <td>{reads ?? '–'}</td>
            <td>{(isTold ? submits : undefined) ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function CalendarCard({ studyDays, progress, nowMs }: CalendarCardProps) {
  const days = studyYear(studyDays, progress, nowMs);
  const months = studyMonths(days);
  const isTold = studyDays !== undefined;
  const [activeDays, reads, submits] = (['activeDays', 'reads', 'submits'] as const).map((kind) =>
    sumOf(months.map((month) => month[kind])),
  );
  const counts = [reads !== undefined && `読了${reads}`, isTold && submits !== undefined && `解答${submits}`]
    .filter(Boolean)
    .join('、');
  return (
    <Card component="section" aria-labelledby="study-calendar" className={`${classes.card} grid gap-8 content-start`}>
      <h2 id="study-calendar" className="m-0 text-xl">
        学習カレンダー
      </h2>
      <Text size="sm" c="dimmed">
        {activeDays === 0
          ? isTold && 'この1年の学習はまだありません。'
          : `この1年で${activeDays}日学習しました${counts && `（${counts}）`}。`}
      </Text>
      <div className={classes.calendarPlace}>
        <Suspense>
          <YearCalendar days={days.map(toCalendarDay(isTold))} label="1年の学習日" />
        </Suspense>
      </div>
      <Details summary="月ごとの表で見る">
        <div className="overflow-x-auto" {...scrolls}>
          <MonthTable months={months} isTold={isTold} />
        </div>
      </Details>
    </Card>
  );
}
