/** A note on how a score changed since its key was corrected: the server has rescored it, or what the score would be by the present key. */
import type { Explanation } from '@/api/question-sets';
import { useIsNewRescore } from '@/queries/seen-rescores';
import { type Attempt, gradesOfToday } from '@/study/attempts';

import classes from './SolveNotices.module.css';

/** Tells the learner once, on this device, that their score was corrected. */
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

/** The score by the present key, if it differs. */
export function TodayScore({ attempt, explanation }: { attempt: Attempt; explanation: Explanation | undefined }) {
  const today = attempt.isProvisional ? undefined : gradesOfToday(attempt, explanation);
  if (!today || today.score === attempt.grades?.score) return null;
  return <p className={classes.today}>{`いまの正解では ${today.score} / ${today.maxScore}`}</p>;
}
