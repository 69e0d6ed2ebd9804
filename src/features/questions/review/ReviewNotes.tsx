/** Notes above a review: a newer version of the set, a missing explanation, a refused submit. */
import type { QuestionSet } from '@/api/question-sets';
import type { Attempt } from '@/study/attempts';

import classes from '@/features/questions/solve/SolveNotices.module.css';

export interface ReviewNotesProps {
  questionSet: QuestionSet;
  attempt: Attempt | undefined;
  isExplanationMissing: boolean;
  hasRefused?: boolean;
}

/**
 * True if the question set was changed after these answers were given, and they were not re-marked with its current
 * solution.
 */
export function wasChangedSince(
  { updatedAt }: QuestionSet,
  { questionSetUpdatedAt, answeredAt, rescored }: Attempt,
): boolean {
  if (updatedAt === undefined) return false;
  if (rescored && Date.parse(rescored.at) >= Date.parse(updatedAt)) return false;
  if (questionSetUpdatedAt !== undefined) return Date.parse(questionSetUpdatedAt) !== Date.parse(updatedAt);
  return Date.parse(answeredAt) < Date.parse(updatedAt);
}

export function ReviewNotes({ questionSet, attempt, isExplanationMissing, hasRefused }: ReviewNotesProps) {
  const notes = [
    hasRefused && '最後に提出した解答は、サーバーが受け取れませんでした。画面上の「要確認」で再送できます。',
    attempt &&
      wasChangedSince(questionSet, attempt) &&
      '解いたあとに問題が更新されました。解答が、いまの問題と合わないことがあります。',
    isExplanationMissing &&
      attempt &&
      '正解と解説は、まだこの端末に保存されていません。つながるときに開くと表示されます。',
  ].filter((note) => typeof note === 'string');
  return (
    <>
      {notes.map((note) => (
        <div key={note} className={classes.notice} data-tone="wait">
          <p>{note}</p>
        </div>
      ))}
    </>
  );
}
