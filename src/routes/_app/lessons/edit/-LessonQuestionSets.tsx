/** A lesson's question sets to edit, with the player and the pictures of other features. */
import { QuestionSetsEditor } from '@/features/question-set-editor/QuestionSetsEditor';
import { PreviewAttempt } from '@/features/questions/preview/PreviewAttempt';
import { PicturePicker } from '@/features/text-editor/PicturePicker';

export function LessonQuestionSets({ lessonId }: { lessonId: string }) {
  return (
    <QuestionSetsEditor
      lessonId={lessonId}
      renderPreview={(questionSet, explanation, onClose) => (
        <PreviewAttempt questionSet={questionSet} explanation={explanation} onClose={onClose} />
      )}
      renderPictures={(insertion) => <PicturePicker {...insertion} />}
    />
  );
}
