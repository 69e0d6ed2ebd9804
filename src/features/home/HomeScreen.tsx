/**
 * The home screen: learners see the next lesson, this week's study days, started courses and the service's notice;
 * editing roles see who is behind, and their courses.
 */
import { Card, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

import type { Course } from '@/api/courses';
import type { CurrentUser } from '@/api/users';
import { usePackMark } from '@/device/packs/packs';
import { useNow } from '@/device/use-now';
import { whenIdle } from '@/lib/wait';
import { courseQueries } from '@/queries/curriculum/courses';
import { useImageUrl } from '@/queries/files/contents';
import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import { useOwnRequiredCourses } from '@/queries/people/assignments';
import { progressQueries, useOwnProgress } from '@/queries/progress/progress';
import type { CourseStudy } from '@/study/completed';
import { type CompletedCourse, completedCourses } from '@/study/completed-courses';
import { countAllRead, countCompleted } from '@/study/course-progress';
import { courseStudyWords } from '@/study/course-study-words';
import { coursesUnderWay, nextCourse } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';
import { Meter } from '@/ui/charts/Meter';
import { DeviceMark } from '@/ui/DeviceMark';
import { EmptyState } from '@/ui/EmptyState';
import { formatDayInJapan } from '@/ui/formats';
import { lazyExtra } from '@/ui/lazy-extra';
import { LinkButton } from '@/ui/LinkButton';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';

import '@mantine/core/styles/Skeleton.layer.css';
import { PageTitle } from '@/ui/PageTitle';
import { Picture } from '@/ui/Picture';

import { ContinueCard } from './ContinueCard';
import { ProgressCard } from './ProgressCard';
import { RequiredCourses } from './RequiredCourses';
import { WeekCard } from './WeekCard';

import rowClasses from './CourseRow.module.css';
import classes from './HomeScreen.module.css';

interface CourseRowProps {
  course: Course;
  study: CourseStudy;
}

/** A started course as one row with a progress bar. */
function CourseRow({ course, study }: CourseRowProps) {
  const { url, onMissing } = useImageUrl(course.thumbnailContentId && `content:${course.thumbnailContentId}`);
  return (
    <Card className={`hover-edge relative grid gap-12`}>
      <div className="row gap-12">
        <div className={`${rowClasses.picture} cover flex-none overflow-hidden rounded-md edge`}>
          {url && <img src={url} alt="" crossOrigin="anonymous" onError={onMissing} />}
        </div>
        <div className="flex-1 min-w-0">
          <h3 className={`${rowClasses.title} m-0 text-lg`}>
            <Link to="/courses/$courseId" params={{ courseId: course.id }}>
              {course.title}
            </Link>
          </h3>
          <Text size="sm" c="dimmed">
            {courseStudyWords(study)}
          </Text>
        </div>
        <DeviceMark kind={usePackMark(course)} />
      </div>
      <Meter label={`${course.title}の進捗`} done={study.readCount} all={study.lessonCount} />
    </Card>
  );
}

/** The maximum number of courses listed; the study record has all of them. */
const MAX_LISTED = 3;

/** Lists the most recently completed courses, each with its certificate. */
function CompletedCourses({ completed }: { completed: readonly CompletedCourse[] }) {
  if (completed.length === 0) return null;
  return (
    <section aria-labelledby="completed">
      <h2 id="completed" className="m-0-0-8 text-xl">
        修了したコース
      </h2>
      <ul className="plain-list">
        {completed.slice(0, MAX_LISTED).map(({ courseId, title, completedAt }) => (
          <li key={courseId} className={`${classes.row} row justify-between gap-12 py-8 border-block-end`}>
            <span className="grid min-w-0">
              <span className="semibold break-anywhere">{title || 'コース'}</span>
              <span className="c-muted text-sm">{completedAt === '' ? '' : formatDayInJapan(completedAt)}</span>
            </span>
            <LinkButton to="/record/{-$courseId}" params={{ courseId }} variant="light" size="sm">
              <VisuallyHidden>「{title}」の</VisuallyHidden>
              修了証
            </LinkButton>
          </li>
        ))}
      </ul>
      {completed.length > MAX_LISTED && (
        <LinkButton to="/record/{-$courseId}" variant="subtle" size="sm">
          すべての記録
        </LinkButton>
      )}
    </section>
  );
}

interface CoursesUnderWayProps {
  courses: readonly Course[];
  progress: OwnProgress;
}

/** Lists the courses that are started and not finished, the last studied first. */
function CoursesUnderWay({ courses, progress }: CoursesUnderWayProps) {
  const underWay = coursesUnderWay(courses, progress);
  return (
    <section aria-labelledby="under-way">
      <h2 id="under-way" className="m-0-0-8 text-xl">
        学習中のコース
      </h2>
      {underWay.length === 0 ? (
        <Text c="dimmed">レッスンを1つ読み終えると、ここに並びます。</Text>
      ) : (
        <Stack gap="sm">
          {underWay.map(({ course, study }) => (
            <CourseRow key={course.id} course={course} study={study} />
          ))}
        </Stack>
      )}
    </section>
  );
}

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
      <h2 id="notice" className="m-0-0-8 text-xl">
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

/**
 * The home screen of editing roles: first the learners who are behind, and at the end one line on the user's own study.
 */
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
      <p className="row wrap gap-4-12 m-0 c-muted">
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
        <div className={`${classes.column} grid gap-16 content-start`}>
          {next ? <ContinueCard key={next.id} course={next} /> : <EmptyState title="コースはまだありません" />}
          <RequiredCourses courses={required} nowMs={nowMs} />
        </div>
        <div className={`${classes.column} grid gap-16 content-start`}>
          <WeekCard studyDays={summary?.studyDays} progress={progress} nowMs={nowMs} />
          {spacedReview}
        </div>
        <CoursesUnderWay courses={courses} progress={progress} />
        <div className={`${classes.column} grid gap-16 content-start`}>
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
 * The markdown renderer is loaded when the browser is idle: the notice is at the end of the home screen and must not
 * compete with pictures for bandwidth.
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
