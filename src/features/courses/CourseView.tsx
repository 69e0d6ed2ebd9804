/** The screen of a course for learners: description, progress and outline. */
import { Card, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CourseDetail } from '@/api/courses';
import { lessonsOf } from '@/api/outline';
import { useOutlineState } from '@/device/outline-state';
import { useNow } from '@/device/use-now';
import { courseQueries } from '@/queries/curriculum/courses';
import { useOwnRequiredCourses } from '@/queries/people/assignments';
import { isCompleted } from '@/study/completed';
import { countRead, nextUnreadLesson } from '@/study/course-progress';
import { readWords } from '@/study/course-study-words';
import { dueWords } from '@/study/due-words';
import { courseStudyOf } from '@/study/next-course';
import { Meter } from '@/ui/charts/Meter';
import { EmptyState } from '@/ui/EmptyState';
import { formatDay, formatPercent } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { Outline } from '@/ui/Outline';
import { PageTitle } from '@/ui/PageTitle';

import { CompletedCourse } from './CompletedCourse';

import classes from './CourseView.module.css';

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
              <h2 id={`section-${section.id}`} className={`${classes.sectionTitle} m-0 text-115`} data-lasting>
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
