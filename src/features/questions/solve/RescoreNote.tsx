/**
 * Notes on a score after the set's solution was corrected: the server has rescored the submit, or the score by the
 * current solution differs.
 */
import type { Explanation, QuestionSet } from '@/api/question-sets';
import { useIsNewRescore } from '@/queries/curriculum/seen-rescores';
import { type Attempt, gradesOfToday } from '@/study/attempts';

import classes from './SolveNotices.module.css';

/** Shows the learner once, on this device, that the score was corrected. */
export function RescoreNote({ questionSetId, attempt }: { questionSetId: string; attempt: Attempt }) {
  const { rescored, grades } = attempt;
  const isNew = useIsNewRescore(questionSetId, rescored?.at);
  if (!isNew || !rescored || !grades || rescored.scoreBefore === grades.score) return null;
  return (
    <div className={classes.notice} role="status">
      <p>{`正解が直され、${rescored.scoreBefore}点が${grades.score}点になりました。`}</p>
    </div>
  );
}

interface TodayScoreProps {
  attempt: Attempt;
  explanation: Explanation | undefined;
  /** The set's present questions. */
  questions: QuestionSet['questions'];
}

/** Shows the score by the current solution, if it differs from the graded one. */
export function TodayScore({ attempt, explanation, questions }: TodayScoreProps) {
  const today = attempt.isProvisional ? undefined : gradesOfToday(attempt, explanation, questions);
  if (!today || today.score === attempt.grades?.score) return null;
  return <p className={classes.today}>{`いまの正解では ${today.score} / ${today.maxScore}`}</p>;
}
