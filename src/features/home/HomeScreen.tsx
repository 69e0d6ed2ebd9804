/**
 * The home screen: learners see the next lesson, this week's study days, started courses and the service's notice;
 * editing roles see who is behind, and their courses.
 */
import { Button, Card, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

import type { Course, CourseDetail } from '@/api/courses';
import { allLessonsOf } from '@/api/outline';
import type { ProgressSummary } from '@/api/progress';
import type { CurrentUser } from '@/api/users';
import { saveFile } from '@/device/download';
import { useOpenableLessons } from '@/device/openable-lessons';
import { usePackMark } from '@/device/packs/packs';
import { useNow } from '@/device/use-now';
import { whenIdle } from '@/lib/wait';
import { courseQueries } from '@/queries/curriculum/courses';
import { useImageUrl } from '@/queries/files/contents';
import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import { type OwnRequiredCourse, useOwnRequiredCourses } from '@/queries/people/assignments';
import { progressQueries, useOwnProgress } from '@/queries/progress/progress';
import { useReachability } from '@/queries/reachability';
import { toCalendarFile } from '@/study/calendar-file';
import { type CourseStudy, isCompleted } from '@/study/completed';
import { type CompletedCourse, completedCourses } from '@/study/completed-courses';
import { correctRateWords } from '@/study/correct-rate';
import { countAllRead, countCompleted, countRead, nextUnreadLesson, type ReadCount } from '@/study/course-progress';
import { courseStudyWords, readWords } from '@/study/course-study-words';
import { dueWords } from '@/study/due-words';
import { coursesUnderWay, nextCourse } from '@/study/next-course';

import '@mantine/core/styles/Skeleton.layer.css';
import type { OwnProgress } from '@/study/unconfirmed';
import { Meter } from '@/ui/charts/Meter';
import { Ring } from '@/ui/charts/Ring';
import { DeviceMark } from '@/ui/DeviceMark';
import { EmptyState } from '@/ui/EmptyState';
import { formatDayInJapan, formatPercent } from '@/ui/formats';
import { lazyExtra } from '@/ui/lazy-extra';
import { LinkButton } from '@/ui/LinkButton';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { PageTitle } from '@/ui/PageTitle';
import { Picture } from '@/ui/Picture';

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
    <Card className="hover-edge relative grid gap-12">
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

/**
 * Returns the message for an offline learner; all messages have a similar length, so that the layout does not shift.
 * @param isHere true if the next lesson is on the device; undefined until the device's storage has been read.
 */
function offlineWords(isHere: boolean | undefined): string {
  if (isHere === undefined) return 'オフラインです。端末にあるレッスンを確かめています。';
  return isHere
    ? 'オフラインです。この端末にあるレッスンから続けます。'
    : 'オフラインです。このコースの続きは、この端末にありません。';
}

function NextLesson({ course }: { course: CourseDetail }) {
  const progress = useOwnProgress();
  const { done, all } = countRead(course.sections, progress, course.id);
  const isReachable = useReachability();
  const openable = useOpenableLessons();
  const next = nextUnreadLesson(course, progress, openable);
  if (!next) {
    return (
      <>
        <Text size="sm">{course.title}</Text>
        <h2 className={classes.title}>{all === 0 ? 'レッスンを準備しています' : 'すべて読み終えました'}</h2>
        <LinkButton to="/courses" className={classes.button}>
          ほかのコースを見る
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <Text size="sm">
        {done === 0 ? '始める' : '続きから'} ・ {course.title}
      </Text>
      <h2 className={classes.title}>{next.title}</h2>
      <Text size="sm">
        {readWords({ readCount: done, lessonCount: all })}
        {next.minutes !== undefined && ` ・ 約${next.minutes}分`}
      </Text>
      {!isReachable && <Text size="sm">{offlineWords(openable?.has(next.id))}</Text>}
      <LinkButton to="/lessons/$lessonId" params={{ lessonId: next.id }} className={classes.button}>
        {done === 0 ? '学習を始める' : '学習を続ける'}
      </LinkButton>
    </>
  );
}

/** Home's card 続きから (continue): a link to the next unread lesson. */
function ContinueCard({ course }: { course: Course }) {
  const { data: detail } = useQuery({ ...courseQueries.detail(course.id), retry: false });
  return (
    <Card className={`${classes.hero} grid gap-8 border-0 edge`}>
      {detail && allLessonsOf(detail.sections) ? (
        <NextLesson course={detail} />
      ) : (
        // Without the course's whole outline the next lesson is unknown, so link to the course.
        <>
          <Text size="sm">続きから</Text>
          <h2 className={classes.title}>{course.title}</h2>
          <LinkButton to="/courses/$courseId" params={{ courseId: course.id }} className={classes.button}>
            コースを見る
          </LinkButton>
        </>
      )}
    </Card>
  );
}

interface ProgressCardProps {
  summary: ProgressSummary;
  progress: OwnProgress;
  /** The number of completed courses, and of all courses. */
  completed: ReadCount;
}

/** The learner's progress in all courses, as a ring and in words. */
function ProgressCard({ summary, progress, completed }: ProgressCardProps) {
  const all = summary.lessonCount;
  const done = countAllRead(progress, all);
  const rate = correctRateWords(summary, progress);
  return (
    <Card className={`${classes.card} row flex-row gap-16`} component="section" aria-labelledby="progress">
      <Ring done={done} all={all} />
      <div>
        <h2 id="progress" className="m-0 text-xl">
          全体の進捗
        </h2>
        <Text>
          {readWords({ readCount: done, lessonCount: all })}
          {done !== undefined && all !== undefined && `（${formatPercent(done, all)}）`}
        </Text>
        <Text size="sm" c="dimmed">
          修了 {completed.done ?? '–'} / {completed.all} コース
        </Text>
        {rate && (
          <Text size="sm" c="dimmed">
            正答率 {rate}
          </Text>
        )}
      </div>
    </Card>
  );
}

function saveCalendar(courses: readonly OwnRequiredCourse[], nowMs: number): void {
  const events = courses.map(({ assignmentId, courseId, title, dueAt, note }) => ({
    uid: `${assignmentId}@${location.hostname}`,
    title: `必修「${title}」の期限`,
    at: dueAt,
    description: note,
    url: `${location.origin}/courses/${courseId}`,
  }));
  void saveFile('必修の期限.ics', toCalendarFile(events, nowMs), 'text/calendar;charset=utf-8');
}

function Row({ course, nowMs }: { course: OwnRequiredCourse; nowMs: number }) {
  const { courseId, title, dueAt, note } = course;
  const isDone = isCompleted(course);
  const isPast = Date.parse(dueAt) < nowMs;
  return (
    <li className="grid gap-2 py-8 border-block-end">
      <Link to="/courses/$courseId" params={{ courseId }} className="c-inherit semibold break-anywhere">
        {title}
      </Link>
      <span className={classes.due} data-tone={!isDone && isPast ? 'bad' : undefined}>
        {isDone ? courseStudyWords(course) : `${dueWords(dueAt, nowMs)} ・ ${courseStudyWords(course)}`}
      </span>
      {note && <span className="c-muted text-sm">{note}</span>}
    </li>
  );
}

/** Home's list of required courses (必修) with their dates, and a calendar file of them. */
function RequiredCourses({ courses, nowMs }: { courses: readonly OwnRequiredCourse[]; nowMs: number }) {
  if (courses.length === 0) return null;
  const open = courses.filter((course) => !isCompleted(course));
  return (
    <Card component="section" aria-labelledby="required">
      <h2 id="required" className="m-0-0-8 text-xl">
        必修
      </h2>
      <ul className="plain-list">
        {courses.map((course) => (
          <Row key={course.assignmentId} course={course} nowMs={nowMs} />
        ))}
      </ul>
      {open.length > 0 && (
        <Button variant="subtle" size="sm" onClick={() => saveCalendar(open, nowMs)}>
          期限をカレンダーに保存
        </Button>
      )}
    </Card>
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
