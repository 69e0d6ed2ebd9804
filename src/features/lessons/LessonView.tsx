/** A lesson's screen for learners: text, table of contents, the card at the end and the bar with 読了にする (mark as read). */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

import { courseQueries } from '@/queries/courses';
import { lessonQueries } from '@/queries/lessons';
import { lazyExtra } from '@/ui/lazy-extra';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { LessonArticle, NoText } from './LessonArticle';
import { LessonFooter } from './LessonFooter';
import { LessonShare } from './LessonShare';
import { LessonText } from './LessonText';

const LessonEnd = lazyExtra(() => import('./after-reading').then((module) => module.LessonEnd));

export interface LessonViewProps {
  lessonId: string;
  /** Opens another lesson; called by the footer's buttons and the keys j and k. */
  onOpenLesson: (lessonId: string) => void;
  /** Buttons for editors, beside the title. */
  actions?: ReactNode;
  /** True in an editor's preview, which records nothing. */
  isPreview?: boolean;
}

export function LessonView({ lessonId, onOpenLesson, actions, isPreview }: LessonViewProps) {
  // The search query to highlight.
  const find = useLocation({ select: ({ state }) => state.find });
  const foundAt = useLocation({ select: ({ state }) => state.foundAt });
  const { data: lesson } = useSuspenseQuery(lessonQueries.detail(lessonId));
  const { data: course } = useSuspenseQuery(courseQueries.detail(lesson.courseId));
  return (
    <>
      <LessonArticle
        lesson={lesson}
        course={course}
        tools={<LessonShare key={`${lesson.id} ${find} ${foundAt}`} lesson={lesson} find={find} />}
        actions={!isPreview && actions}
        after={
          <div inert={isPreview}>
            <Suspense>
              <LessonEnd key={lesson.id} lesson={lesson} course={course} onOpenLesson={onOpenLesson} />
            </Suspense>
          </div>
        }
      >
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
          <NoText />
        )}
      </LessonArticle>
      <LessonFooter lesson={lesson} course={course} onOpenLesson={onOpenLesson} isPreview={isPreview} />
    </>
  );
}
