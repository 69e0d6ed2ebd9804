/** A lesson to read: the text, its table of contents, its question sets, and 読了にする. */
import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';

import { courseQueries } from '@/queries/courses';
import { lessonQueries } from '@/queries/lessons';
import { EmptyState } from '@/ui/EmptyState';
import { formatDay } from '@/ui/formats';
import { PageTitle } from '@/ui/PageTitle';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { LessonFooter } from './LessonFooter';
import { LessonShare } from './LessonShare';
import { LessonText } from './LessonText';
import { QuestionSetList } from './QuestionSetList';

import classes from './LessonView.module.css';

export interface LessonViewProps {
  lessonId: string;
  /** Goes to another lesson: the footer's buttons and the keys j and k. */
  onOpenLesson: (lessonId: string) => void;
  /** What an editor may do here, beside the title. */
  actions?: ReactNode;
  /** An editor looks at what learners see: nothing can be recorded. */
  isPreview?: boolean;
}

export function LessonView({ lessonId, onOpenLesson, actions, isPreview }: LessonViewProps) {
  const { data: lesson } = useSuspenseQuery(lessonQueries.detail(lessonId));
  const { data: course } = useSuspenseQuery(courseQueries.detail(lesson.courseId));
  return (
    <>
      <article className={classes.lesson}>
        <div className={classes.head}>
          <Text size="sm" c="dimmed">
            {course.title}
            {lesson.minutes !== undefined && ` ・ 約${lesson.minutes}分`}
            {lesson.cachedAt && ` ・ 端末の保存 ${formatDay(lesson.cachedAt)}`}
          </Text>
          <LessonShare lesson={lesson} />
        </div>
        <PageTitle actions={!isPreview && actions}>{lesson.title}</PageTitle>
        {lesson.contentId ? (
          <Suspense fallback={<ScreenSkeleton shape="text" />}>
            <LessonText
              key={lesson.id}
              lessonId={lesson.id}
              title={lesson.title}
              contentId={lesson.contentId}
              course={course}
            />
          </Suspense>
        ) : (
          <EmptyState title="本文はまだありません" />
        )}
        <Stack className={classes.after} inert={isPreview}>
          <QuestionSetList lesson={lesson} />
        </Stack>
      </article>
      <LessonFooter key={lesson.id} lesson={lesson} course={course} onOpenLesson={onOpenLesson} isPreview={isPreview} />
    </>
  );
}
