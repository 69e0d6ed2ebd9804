/** Home: what to study next, this week, the courses under way, the notice. */
import { Card, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { courseQueries } from '@/queries/courses';
import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import { progressQueries, useOwnProgress } from '@/queries/progress';
import { countCompleted, coursesUnderWay, nextCourse } from '@/queries/study';
import { now } from '@/storage/now';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

import { ContinueCard } from './ContinueCard';
import { CourseRow } from './CourseRow';
import { Notice } from './Notice';
import { ProgressCard } from './ProgressCard';
import { WeekCard } from './WeekCard';

import classes from './HomeScreen.module.css';

export function HomeScreen() {
  const me = useMe();
  const progress = useOwnProgress();
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  const { data: summary } = useSuspenseQuery(progressQueries.summary(me.id));
  const { data: info } = useSuspenseQuery(infoQueries.general());
  const underWay = coursesUnderWay(courses, progress);
  const next = nextCourse(courses, progress);

  return (
    <Stack gap="md">
      <PageTitle>{me.name}さんのホーム</PageTitle>
      <div className={classes.grid}>
        <div className={classes.column}>
          {next ? <ContinueCard key={next.id} course={next} /> : <EmptyState title="コースはまだありません" />}
          <section aria-labelledby="under-way">
            <h2 id="under-way" className={classes.heading}>
              学習中のコース
            </h2>
            {underWay.length === 0 ? (
              <Text c="dimmed">レッスンを1つ読み終えると、ここに並びます。</Text>
            ) : (
              <Stack gap="sm">
                {underWay.map(({ course, readCount }) => (
                  <CourseRow key={course.id} course={course} readCount={readCount} />
                ))}
              </Stack>
            )}
          </section>
        </div>
        <div className={classes.column}>
          <WeekCard studyDays={summary.studyDays} progress={progress} nowMs={now()} />
          <ProgressCard summary={summary} progress={progress} completed={countCompleted(courses, progress)} />
          {info.notice && (
            <Card component="section" aria-labelledby="notice">
              <h2 id="notice" className={classes.heading}>
                お知らせ
              </h2>
              <Notice text={info.notice} />
            </Card>
          )}
        </div>
      </div>
    </Stack>
  );
}
