/** A lesson's question sets to edit, with the player and the pictures of other features. */
import { PicturePicker } from '@/features/content/PicturePicker';
import { QuestionSetsEditor } from '@/features/question-sets/QuestionSetsEditor';
import { QuestionTrial } from '@/features/questions/QuestionTrial';

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
