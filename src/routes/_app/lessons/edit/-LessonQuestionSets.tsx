/** A lesson's question sets to edit, with the player and the pictures of other features. */
import { QuestionSetsEditor } from '@/features/question-set-editor/QuestionSetsEditor';
import { QuestionTrial } from '@/features/questions/trial/QuestionTrial';
import { PicturePicker } from '@/features/text-editor/PicturePicker';

export function LessonQuestionSets({ lessonId }: { lessonId: string }) {
  return (
    <QuestionSetsEditor
      lessonId={lessonId}
      renderTrial={(questionSet, explanation, onClose) => (
        <QuestionTrial questionSet={questionSet} explanation={explanation} onClose={onClose} />
      )}
      renderPictures={(insertion) => <PicturePicker {...insertion} />}
    />
  );
}
