/** The home screen: next lesson, this week, started courses and the notice; for editing roles also their company or courses. */
import { Card, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';

import { useNow } from '@/device/use-now';
import { useOwnRequiredCourses } from '@/queries/assignments';
import { courseQueries } from '@/queries/courses';
import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import { progressQueries, useOwnProgress } from '@/queries/progress';
import { completedCourses } from '@/study/completed-courses';
import { countCompleted } from '@/study/course-progress';
import { nextCourse } from '@/study/next-course';
import { EmptyState } from '@/ui/EmptyState';
import { lazyExtra } from '@/ui/lazy-extra';
import { PageTitle } from '@/ui/PageTitle';

import { CompletedCourses } from './CompletedCourses';
import { ContinueCard } from './ContinueCard';
import { CoursesUnderWay } from './CoursesUnderWay';
import { Notice } from './Notice';
import { ProgressCard } from './ProgressCard';
import { RequiredCourses } from './RequiredCourses';
import { WeekCard } from './WeekCard';

import classes from './HomeScreen.module.css';

const CareCard = lazyExtra(() => import('./CareCard').then((module) => module.CareCard));

export interface HomeScreenProps {
  /** Offers to save again the courses that were on this device until the last sign-out. */
  earlierPacks?: ReactNode;
  /** 復習: the questions answered wrong last time. */
  spacedReview?: ReactNode;
}

export function HomeScreen({ earlierPacks, spacedReview }: HomeScreenProps) {
  const me = useMe();
  const progress = useOwnProgress();
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  const { data: summary } = useQuery(progressQueries.summary(me.id));
  const { data: info } = useSuspenseQuery(infoQueries.general());
  const nowMs = useNow();
  const next = nextCourse(courses, progress);
  const required = useOwnRequiredCourses(courses, progress);

  return (
    <Stack gap="md">
      <PageTitle>
        <span translate="no">{me.name}</span>さんのホーム
      </PageTitle>
      {me.role !== 'STUDENT' && (
        <Suspense fallback={<div className={classes.carePlace} />}>
          <CareCard me={me} courses={courses} />
        </Suspense>
      )}
      {earlierPacks}
      <div className={classes.grid}>
        {next ? <ContinueCard key={next.id} course={next} /> : <EmptyState title="コースはまだありません" />}
        <div className={classes.column}>
          <RequiredCourses courses={required} nowMs={nowMs} />
          <WeekCard studyDays={summary?.studyDays ?? []} progress={progress} nowMs={nowMs} />
          {spacedReview}
        </div>
        <CoursesUnderWay courses={courses} progress={progress} />
        <div className={classes.column}>
          {summary && (
            <ProgressCard summary={summary} progress={progress} completed={countCompleted(courses, progress)} />
          )}
          <CompletedCourses completed={completedCourses(courses, progress)} />
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
