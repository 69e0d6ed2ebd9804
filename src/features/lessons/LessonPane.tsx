/** The editor of one lesson, with its question sets and the step to the next lesson. */
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useRef, useState } from 'react';

import type { PlacedLesson } from '@/queries/lessons';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { useTwoPanes } from '@/ui/use-two-panes';

import { LessonEditor } from './LessonEditor';
import type { LessonFormProps } from './LessonForm';
import { useNextLesson } from './use-next-lesson';

export interface LessonSetsProps {
  lessonId: string;
  lesson: PlacedLesson | undefined;
  /** True beside the outline: an open question set then takes the place of the lesson's form, which is hidden but keeps its values. */
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
