/** The study calendar: a heat map of a year, and the same data by month in a table. */
import { Card, Text } from '@mantine/core';
import { Suspense } from 'react';

import type { ProgressSummary } from '@/api/progress';
import { type StudyDay, studyDayWords, type StudyMonth, studyMonths, studyYear } from '@/study/study-days';
import type { OwnProgress } from '@/study/unconfirmed';
import { lazyExtra } from '@/ui/lazy-extra';

import { formatCalendarDay, formatCalendarMonth } from './calendar-formats';
import { calendarLevel } from './calendar-level';
import { Details } from './Details';

import classes from './ChartCard.module.css';

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
  level: calendarLevel(day.reads + day.submits),
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
            <td>{reads}</td>
            <td>{isTold ? submits : '–'}</td>
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
  const sumOf = (kind: 'activeDays' | 'reads' | 'submits') => months.reduce((sum, month) => sum + month[kind], 0);
  const counts = `読了${sumOf('reads')}${isTold ? `、解答${sumOf('submits')}` : ''}`;
  return (
    <Card component="section" aria-labelledby="study-calendar" className={classes.card}>
      <h2 id="study-calendar" className={classes.heading}>
        学習カレンダー
      </h2>
      <Text size="sm" c="dimmed">
        {sumOf('activeDays') === 0
          ? isTold && 'この1年の学習はまだありません。'
          : `この1年で${sumOf('activeDays')}日学習しました（${counts}）。`}
      </Text>
      <div className={classes.calendarPlace}>
        <Suspense>
          <YearCalendar days={days.map(toCalendarDay(isTold))} label="1年の学習日" />
        </Suspense>
      </div>
      <Details summary="月ごとの表で見る">
        <div className={classes.wide} {...scrolls}>
          <MonthTable months={months} isTold={isTold} />
        </div>
      </Details>
    </Card>
  );
}
