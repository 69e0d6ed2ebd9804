/** The actions of the buttons at the end of a lesson: mark the lesson as read, and open another lesson. */
import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { lessonsOf } from '@/api/outline';
import { useOpenableLessons } from '@/device/openable-lessons';
import { useMarkLessonRead } from '@/queries/progress/progress';
import { neighbourOf } from '@/study/outline/lesson-order';
import { showToast } from '@/ui/notices/toast';

export interface LessonStepsProps {
  lesson: Lesson;
  course: CourseDetail;
  onOpenLesson: (lessonId: string) => void;
}

/** Returns the function that marks the lesson as read, and true while the read mark is being stored. */
export function useReadPress(lesson: Lesson): { isPending: boolean; press: (onStored?: () => void) => void } {
  const { isPending, mutate } = useMarkLessonRead(lesson);
  const press = (onStored?: () => void) =>
    mutate(undefined, {
      onSuccess: onStored,
      // The session changed in another tab: this page is about to restart, so show no storage error.
      onError: ({ reason }) =>
        reason === 'leaving'
          ? location.reload()
          : void showToast('error', '端末に保存できませんでした。空き容量を確かめてください。'),
    });
  return { isPending, press };
}

/**
 * Returns the previous or next lesson. Offline, returns the nearest lesson that can be opened, and the button says that
 * lessons were skipped.
 */
export function useNeighbour({ lesson, course, onOpenLesson }: LessonStepsProps, step: -1 | 1) {
  const openable = useOpenableLessons();
  const nextTo = step === 1 ? lesson.nextLessonId : lesson.previousLessonId;
  const lessons = lessonsOf(course.sections);
  const found = openable && neighbourOf(lessons, lesson.id, step, openable);
  const id = found?.id ?? nextTo;
  const isAbsent = found && !openable.has(found.id);
  const isFurther = found && !isAbsent && found.id !== nextTo;
  return {
    id,
    title: (found ?? lessons.find((one) => one.id === id))?.title,
    words: isAbsent ? '（端末にありません）' : isFurther ? `（端末にある「${found.title}」）` : '',
    isAbsent,
    open: () => {
      if (!id) return;
      if (isFurther) void showToast('info', `端末にある「${found.title}」を開きました`);
      onOpenLesson(id);
    },
  };
}
