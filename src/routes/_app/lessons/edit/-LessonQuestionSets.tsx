/**
 * The part of the screen below a lesson's form: the lesson's question sets, with the player and the pictures of other
 * features, and the button that copies the lesson.
 */
import { Suspense } from 'react';

import { DuplicateThing } from '@/features/duplicates/DuplicateThing';
import type { LessonSetsProps } from '@/features/lessons/LessonPane';
import { QuestionSetsEditor } from '@/features/question-set-editor/QuestionSetsEditor';
import { PreviewAttempt } from '@/features/questions/preview/PreviewAttempt';
import { lazyAsked } from '@/ui/lazy-asked';

const PicturePicker = lazyAsked(() =>
  import('@/features/text-editor/PicturePicker').then((module) => module.PicturePicker),
);

export function LessonQuestionSets({ lesson, ...sets }: LessonSetsProps) {
  return (
    <>
      <QuestionSetsEditor
        {...sets}
        renderPreview={(questionSet, explanation, onClose) => (
          <PreviewAttempt questionSet={questionSet} explanation={explanation} onClose={onClose} />
        )}
        renderPictures={(insertion) => (
          <Suspense>
            <PicturePicker {...insertion} onMissing={insertion.onClose} />
          </Suspense>
        )}
      />
      {lesson && !sets.isCovered && (
        <DuplicateThing kind="lesson" id={lesson.id} title={lesson.title} courseId={lesson.courseId} />
      )}
    </>
  );
}
