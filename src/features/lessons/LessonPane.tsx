/** The editor of one lesson, with its question sets and the step to the next lesson. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useRef, useState } from 'react';

import type { Lesson } from '@/api/lessons';
import { allLessonsOf } from '@/api/outline';
import { courseQueries } from '@/queries/curriculum/courses';
import type { PlacedLesson } from '@/queries/curriculum/lessons';
import { neighbourOf } from '@/study/outline/lesson-order';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { showToast } from '@/ui/notices/toast';
import { useTwoPanes } from '@/ui/use-two-panes';

import { LessonEditor } from './LessonEditor';
import type { LessonFormProps } from './LessonForm';

export interface LessonSetsProps {
  lessonId: string;
  lesson: PlacedLesson | undefined;
  /**
   * True beside the outline: an open question set then takes the place of the lesson's form, which is hidden but keeps
   * its values.
   */
  isBesideOutline: boolean;
  isCovered: boolean;
  onCover: (isCovered: boolean) => void;
  next?: NextStep;
}

export interface LessonPaneProps extends Pick<LessonFormProps, 'lesson' | 'text' | 'renderText'> {
  lessonId: string;
  /** The component that renders the question sets; passed in by the route. */
  Sets: ComponentType<LessonSetsProps>;
}

export function LessonPane({ lessonId, lesson, text, renderText, Sets }: LessonPaneProps) {
  const navigate = useNavigate();
  const isBesideOutline = useTwoPanes();
  const [isCovered, setCovered] = useState(false);
  const goOn = useRef<() => void>(null);
  const open = (id: string, replace = false) =>
    void navigate({ to: '/lessons/edit/$lessonId', params: { lessonId: id }, replace });
  const toCourse = (courseId: string) => void navigate({ to: '/courses/$courseId', params: { courseId } });
  const next = useNextLesson({ lesson, onOpen: open, onEnd: toCourse });
  const sets = {
    lessonId,
    lesson,
    isBesideOutline,
    isCovered,
    onCover: setCovered,
    // The step to the next lesson goes through the lesson's form, which saves its unsaved changes first.
    next: next && { ...next, go: () => goOn.current?.() },
  };
  return (
    <LessonEditor
      lesson={lesson}
      draftOf={lesson ? undefined : lessonId}
      text={text}
      renderText={renderText}
      questionSets={<Sets {...sets} />}
      isCovered={isCovered}
      next={next}
      goOnRef={goOn}
      onSaved={({ id }) => id !== lessonId && open(id, true)}
      onCancel={() => void navigate(lesson ? { to: '/lessons/$lessonId', params: { lessonId } } : { to: '/courses' })}
    />
  );
}

/** Finds the lesson that follows in the course, for editors. */
interface NextLessonOptions {
  /** The lesson on the screen; undefined for a new lesson, which has no place in the course yet. */
  lesson: Lesson | undefined;
  onOpen: (lessonId: string) => void;
  /** Called instead of `onOpen` after the course's last lesson; opens the course. */
  onEnd: (courseId: string) => void;
}

/**
 * Returns the step to the next lesson, or after the last lesson to the course; undefined while the course's lessons are
 * not all known.
 */
function useNextLesson({ lesson, onOpen, onEnd }: NextLessonOptions): NextStep | undefined {
  const { data: course } = useQuery({
    ...courseQueries.detail(lesson?.courseId ?? ''),
    enabled: lesson !== undefined,
  });
  if (!lesson || !course) return undefined;
  const lessons = allLessonsOf(course.sections);
  if (!lessons) return undefined;
  const next = neighbourOf(lessons, lesson.id, 1, undefined);
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
