/** Finds the lesson that follows in the course, for editors. */
import { useQuery } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { courseQueries } from '@/queries/courses';
import { lessonsOf, neighbourOf } from '@/study/lesson-order';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { showToast } from '@/ui/toast';

export interface NextLessonOptions {
  /** The lesson on the screen; undefined for a new lesson, which has no place in the course yet. */
  lesson: Lesson | undefined;
  onOpen: (lessonId: string) => void;
  /** Called instead of `onOpen` after the course's last lesson; opens the course. */
  onEnd: (courseId: string) => void;
}

/** Returns the step to the next lesson, across chapters and sections; after the last lesson, the step to the course. */
export function useNextLesson({ lesson, onOpen, onEnd }: NextLessonOptions): NextStep | undefined {
  const { data: course } = useQuery({
    ...courseQueries.detail(lesson?.courseId ?? ''),
    enabled: lesson !== undefined,
  });
  if (!lesson || !course) return undefined;
  const next = neighbourOf(lessonsOf(course.sections), lesson.id, 1, undefined);
  if (next) return { label: '次のレッスン', saveLabel: '保存して次へ', go: () => onOpen(next.id) };
  return {
    label: 'コースに戻る',
    saveLabel: '保存してコースへ',
    note: 'コースの最後のレッスンです',
    go: () => {
      void showToast('info', '最後のレッスンです。コースの画面に戻りました。');
      onEnd(course.id);
    },
  };
}
