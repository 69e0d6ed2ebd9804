/**
 * The home screen: learners see the next lesson, this week's study days, started courses and the service's notice; editing roles see who
 * is behind, and their courses.
 */
import { Card, Stack, Skeleton } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';

import type { Course } from '@/api/courses';
import type { CurrentUser } from '@/api/users';
import { useNow } from '@/device/use-now';
import { whenIdle } from '@/lib/when-idle';
import { useOwnRequiredCourses } from '@/queries/assignments';
import { useImageUrl } from '@/queries/contents';
import { courseQueries } from '@/queries/courses';
import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import { progressQueries, useOwnProgress } from '@/queries/progress';
import { completedCourses } from '@/study/completed-courses';
import { countAllRead, countCompleted } from '@/study/course-progress';
import { nextCourse } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';
import { EmptyState } from '@/ui/EmptyState';
import { lazyExtra } from '@/ui/lazy-extra';
import { LinkButton } from '@/ui/LinkButton';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { PageTitle } from '@/ui/PageTitle';
import { Picture } from '@/ui/Picture';

import { CompletedCourses } from './CompletedCourses';
import { ContinueCard } from './ContinueCard';
import { CoursesUnderWay } from './CoursesUnderWay';
import { ProgressCard } from './ProgressCard';
import { RequiredCourses } from './RequiredCourses';
import { WeekCard } from './WeekCard';

import classes from './HomeScreen.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

const CareCard = lazyExtra(() => import('./CareCard').then((module) => module.CareCard));

export interface HomeScreenProps {
  /** Offers to save again the courses that were on this device until the last sign-out. */
  earlierPacks?: ReactNode;
  /** 復習 (review): the questions that were answered wrong last time. */
  spacedReview?: ReactNode;
}

function NoticeCard({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Card component="section" aria-labelledby="notice">
      <h2 id="notice" className={classes.heading}>
        お知らせ
      </h2>
      <Notice text={text} />
    </Card>
  );
}

interface HomeProps extends HomeScreenProps {
  me: CurrentUser;
  courses: readonly Course[];
  progress: OwnProgress;
  notice: ReactNode;
}

/** The home screen of editing roles: first the learners who are behind, and at the end one line on the user's own study. */
function StaffHome({ me, courses, progress, earlierPacks, notice }: HomeProps) {
  const next = nextCourse(courses, progress);
  const done = countAllRead(progress);
  return (
    <>
      <Suspense fallback={<div className={classes.carePlace} />}>
        <CareCard me={me} courses={courses} />
      </Suspense>
      {earlierPacks}
      {notice}
      <p className={classes.ownStudy}>
        <span>自分の学習：{done === undefined ? '–' : `${done}レッスン読了`}</span>
        {next && (
          <LinkButton to="/courses/$courseId" params={{ courseId: next.id }} variant="subtle" size="sm">
            続き：{next.title}
          </LinkButton>
        )}
      </p>
    </>
  );
}

function LearnerHome({ me, courses, progress, spacedReview, earlierPacks, notice }: HomeProps) {
  const { data: summary } = useQuery(progressQueries.summary(me.id));
  const nowMs = useNow();
  const next = nextCourse(courses, progress);
  const required = useOwnRequiredCourses(courses, progress);
  return (
    <>
      {earlierPacks}
      <div className={classes.grid}>
        <div className={classes.column}>
          {next ? <ContinueCard key={next.id} course={next} /> : <EmptyState title="コースはまだありません" />}
          <RequiredCourses courses={required} nowMs={nowMs} />
        </div>
        <div className={classes.column}>
          <WeekCard studyDays={summary?.studyDays} progress={progress} nowMs={nowMs} />
          {spacedReview}
        </div>
        <CoursesUnderWay courses={courses} progress={progress} />
        <div className={classes.column}>
          {summary && (
            <ProgressCard summary={summary} progress={progress} completed={countCompleted(courses, progress)} />
          )}
          <CompletedCourses completed={completedCourses(courses, progress)} />
          {notice}
        </div>
      </div>
    </>
  );
}

export function HomeScreen(slots: HomeScreenProps) {
  const me = useMe();
  const progress = useOwnProgress();
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  const { data: info } = useSuspenseQuery(infoQueries.general());
  const Home = me.role === 'STUDENT' ? LearnerHome : StaffHome;
  return (
    <Stack gap="md">
      <PageTitle>
        <span translate="no">{me.name}</span>さんのホーム
      </PageTitle>
      <Home {...slots} {...{ me, courses, progress }} notice={<NoticeCard text={info.notice} />} />
    </Stack>
  );
}

/**
 * The markdown renderer is loaded when the browser is idle: the notice is at the end of the home screen and must not compete with
 * pictures for bandwidth.
 */
const Markdown = lazyExtra(async () => {
  await whenIdle(2000);
  return (await import('@/ui/markdown/Markdown')).Markdown;
});

function NoticeImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

/** The service's notice in markdown. The renderer is loaded only if there is a notice, when the browser is idle. */
function Notice({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton height={72} />}>
      <Markdown text={text} Image={NoticeImage} variant="inline" />
    </Suspense>
  );
}
