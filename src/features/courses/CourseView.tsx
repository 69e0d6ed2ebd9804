/** One course: what it is about, how far one is, and its outline. */
import { Card, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CourseDetail } from '@/api/courses';
import { useOpenableLessons } from '@/device/openable-lessons';
import { courseQueries } from '@/queries/courses';
import { useOwnProgress, useWaitingLessonIds } from '@/queries/progress';
import { countRead, lessonScores, nextUnreadLesson, readLessonIds } from '@/study/course-progress';
import { lessonsOf } from '@/study/lesson-order';
import { Meter } from '@/ui/charts/Meter';
import { EmptyState } from '@/ui/EmptyState';
import { formatDay, formatPercent } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { Outline } from '@/ui/Outline';
import { PageTitle } from '@/ui/PageTitle';

import classes from './CourseView.module.css';

export interface CourseViewProps {
  courseId: string;
  /** What can be done to have the course without a network. */
  renderPack: (course: CourseDetail) => ReactNode;
}

export function CourseView({ courseId, renderPack }: CourseViewProps) {
  const { data: course } = useSuspenseQuery(courseQueries.detail(courseId));
  const progress = useOwnProgress();
  const read = readLessonIds(progress);
  const waiting = useWaitingLessonIds();
  const openable = useOpenableLessons();
  const { done, all } = countRead(lessonsOf(course.sections), read);
  const next = nextUnreadLesson(course, progress, openable);

  return (
    <Stack gap="lg">
      <PageTitle>{course.title}</PageTitle>
      {course.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(course.cachedAt)}
        </Text>
      )}
      <Text className={classes.description} data-lasting>
        {course.description}
      </Text>
      <Card className={classes.progress}>
        <div className={classes.numbers}>
          <Text fw={700}>
            {done} / {all} レッスン読了
          </Text>
          <Text c="dimmed">{formatPercent(done, all)}</Text>
        </div>
        <Meter label={`${course.title}の進み`} done={done} all={all} />
        {next && (
          <LinkButton to="/lessons/$lessonId" params={{ lessonId: next.id }}>
            {done === 0 ? 'はじめる' : '続きから'}：{next.title}
          </LinkButton>
        )}
        {!next && all > 0 && <Text>すべてのレッスンを読み終えました。</Text>}
      </Card>
      {all > 0 && renderPack(course)}
      {all === 0 && <EmptyState title="レッスンはまだありません" />}
      {course.sections.map((section) => {
        const part = countRead(lessonsOf([section]), read);
        return (
          <section key={section.id} aria-labelledby={`section-${section.id}`}>
            <div className={classes.sectionHead}>
              <h2 id={`section-${section.id}`} className={classes.sectionTitle} data-lasting>
                <Link to="/sections/$sectionId" params={{ sectionId: section.id }}>
                  {section.title}
                </Link>
              </h2>
              <Text size="sm" c="dimmed">
                {part.done} / {part.all}
              </Text>
            </div>
            <Outline
              chapters={section.chapters}
              headingOrder={3}
              readLessonIds={read}
              waitingLessonIds={waiting}
              openableLessonIds={openable}
              lessonScores={lessonScores(progress)}
            />
          </section>
        );
      })}
    </Stack>
  );
}
