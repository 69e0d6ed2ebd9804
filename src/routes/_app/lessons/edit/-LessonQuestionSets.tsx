/** What is below a lesson's form: its question sets, with the player and the pictures of other features, and its copy. */
import type { Lesson } from '@/api/lessons';
import { CopyThing } from '@/features/copies/CopyThing';
import { QuestionSetsEditor } from '@/features/question-set-editor/QuestionSetsEditor';
import { PreviewAttempt } from '@/features/questions/preview/PreviewAttempt';
import { PicturePicker } from '@/features/text-editor/PicturePicker';

export function LessonQuestionSets({ lessonId, lesson }: { lessonId: string; lesson: Lesson | undefined }) {
  return (
    <>
      <QuestionSetsEditor
        lessonId={lessonId}
        renderPreview={(questionSet, explanation, onClose) => (
          <PreviewAttempt questionSet={questionSet} explanation={explanation} onClose={onClose} />
        )}
        renderPictures={(insertion) => <PicturePicker {...insertion} />}
      />
      {lesson && <CopyThing kind="lesson" id={lesson.id} title={lesson.title} courseId={lesson.courseId} />}
    </>
  );
}
