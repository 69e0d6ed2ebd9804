/** The screen of a course for learners: description, progress and outline. */
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CourseDetail } from '@/api/courses';
import { lessonsOf } from '@/api/outline';
import { useOutlineState } from '@/device/outline-state';
import { useNow } from '@/device/use-now';
import { courseQueries } from '@/queries/curriculum/courses';
import { useOwnRequiredCourses } from '@/queries/people/assignments';
import { type CourseStudy, isCompleted } from '@/study/completed';
import { countRead, nextUnreadLesson } from '@/study/course-progress';
import { completionWords, readWords } from '@/study/course-study-words';
import { dueWords } from '@/study/due-words';
import { courseProgressOf, courseStudyOf, isAnswered, nextCourse } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';
import { Meter } from '@/ui/charts/Meter';
import { EmptyState } from '@/ui/EmptyState';
import { formatDay, formatDayInJapan, formatPercent } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { Outline } from '@/ui/Outline';
import { PageTitle } from '@/ui/PageTitle';

import completedClasses from './CompletedCourse.module.css';
import classes from './CourseView.module.css';

/** The answered question sets with their best results. */
function Scores({ course, progress }: { course: CourseDetail; progress: OwnProgress }) {
  const sets = courseProgressOf(progress, course.id)?.questionSets?.filter(isAnswered) ?? [];
  if (sets.length === 0) return null;
  return (
    <ul className={`${completedClasses.scores} plain-list grid`} aria-label="問題の結果">
      {sets.map(({ questionSetId, title, bestScore, maxScore }) => (
        <li key={questionSetId}>
          <span>{title || '問題'}</span>
          <span className="flex-none tabular">
            {bestScore === undefined ? '採点待ち' : `${bestScore} / ${maxScore ?? '–'}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The header of a completed course: when and how it was completed, scores, certificate, and the next step. */
interface CompletedCourseProps {
  course: CourseDetail;
  study: CourseStudy;
  progress: OwnProgress;
  /** The number of lessons whose read mark has not been sent to the server yet. */
  waitingCount: number;
}

function CompletedCourse({ course, study, progress, waitingCount }: CompletedCourseProps) {
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  const days = (courseProgressOf(progress, course.id)?.readLessons ?? [])
    .flatMap(({ readAt }) => (readAt ? [readAt] : []))
    .sort();
  const [from, to] = [days[0], study.completedAt ?? days.at(-1)];
  const period = [...new Set([from, to].flatMap((day) => (day ? [formatDayInJapan(day)] : [])))].join(' 〜 ');
  const next = nextCourse(courses, progress);
  const isSent = study.completedAt !== undefined || waitingCount === 0;
  return (
    <Card component="section" aria-labelledby="completed" className="grid gap-12">
      <Title order={2} id="completed" className="m-0 text-xl">
        {completionWords(study) ?? 'すべてのレッスンを読み終えました'}
      </Title>
      <Text size="sm">
        {[study.readCount !== undefined && `${study.readCount}レッスン`, period].filter(Boolean).join(' ・ ')}
      </Text>
      <Scores course={course} progress={progress} />
      {!isSent && <Text size="sm">読了が送信待ちです。サーバーに届くと、修了証ができます。</Text>}
      <Group gap="sm">
        {isSent && (
          <LinkButton to="/record/{-$courseId}" params={{ courseId: course.id }}>
            修了証を見る
          </LinkButton>
        )}
        {next && next.id !== course.id && (
          <LinkButton to="/courses/$courseId" params={{ courseId: next.id }} variant="default">
            次のコース：{next.title}
          </LinkButton>
        )}
      </Group>
    </Card>
  );
}

export interface CourseViewProps {
  courseId: string;
  /** Renders the card that saves the course on this device. */
  renderPack: (course: CourseDetail) => ReactNode;
}

export function CourseView({ courseId, renderPack }: CourseViewProps) {
  const { data: course } = useSuspenseQuery(courseQueries.detail(courseId));
  const { progress, marks } = useOutlineState();
  const { done, all } = countRead(course.sections, progress, course.id);
  const next = nextUnreadLesson(course, progress, marks.openableLessonIds);
  const nowMs = useNow();
  const required = useOwnRequiredCourses([course], progress);
  const study = courseStudyOf(progress, { id: course.id, lessonCount: all ?? course.lessonCount });
  const waitingCount = lessonsOf(course.sections).filter(({ id }) => marks.waitingLessonIds.has(id)).length;

  return (
    <Stack gap="lg">
      <PageTitle>{course.title}</PageTitle>
      {course.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(course.cachedAt)}
        </Text>
      )}
      <Text className="max-w-42em pre-line" data-lasting>
        {course.description}
      </Text>
      <Card className={`${classes.progress} grid gap-12`}>
        <div className={classes.numbers}>
          <Text fw={700}>{readWords({ readCount: done, lessonCount: all })}</Text>
          <Text c="dimmed">{formatPercent(done, all)}</Text>
        </div>
        <Meter label={`${course.title}の進捗`} done={done} all={all} />
        {required.map(({ assignmentId, dueAt }) => (
          <Text key={assignmentId} size="sm">
            必修 ・ {dueWords(dueAt, nowMs)}
          </Text>
        ))}
        {next && (
          <LinkButton to="/lessons/$lessonId" params={{ lessonId: next.id }}>
            {done === 0 ? '始める' : '続きから'}：{next.title}
          </LinkButton>
        )}
      </Card>
      {isCompleted(study) && (
        <CompletedCourse course={course} study={study} progress={progress} waitingCount={waitingCount} />
      )}
      {all !== undefined && all > 0 && renderPack(course)}
      {all === 0 && <EmptyState title="レッスンはまだありません" />}
      {course.sections?.map((section) => {
        const part = countRead([section], progress, course.id);
        return (
          <section key={section.id} aria-labelledby={`section-${section.id}`}>
            <div className={classes.sectionHead}>
              <h2 id={`section-${section.id}`} className={`${classes.sectionTitle} m-0 text-xl`} data-lasting>
                <Link to="/sections/$sectionId" params={{ sectionId: section.id }}>
                  {section.title}
                </Link>
              </h2>
              <Text size="sm" c="dimmed">
                {part.done ?? '–'} / {part.all ?? '–'}
              </Text>
            </div>
            <Outline chapters={section.chapters ?? []} headingOrder={3} {...marks} />
          </section>
        );
      })}
    </Stack>
  );
}
