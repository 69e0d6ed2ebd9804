/** The buttons after a result: retry the wrong questions, read the solutions, go on. */
import type { OutlineLesson } from '@/api/courses';
import type { QuestionSet } from '@/api/question-sets';
import { LinkButton } from '@/ui/LinkButton';

import classes from './ResultSteps.module.css';

export interface ResultStepsProps {
  questionSet: QuestionSet;
  /** The `clientSubmitId` of the submit. */
  submitId: string;
  /** The number of questions that can be retried; 0 if none was wrong, or the device cannot grade them. */
  wrongCount: number;
  next: OutlineLesson | undefined;
}

export function ResultSteps({ questionSet, submitId, wrongCount, next }: ResultStepsProps) {
  const params = { questionSetId: questionSet.id };
  const isNextFirst = wrongCount === 0 && next !== undefined;
  return (
    <nav className={classes.steps} aria-label="このあと">
      {wrongCount > 0 && (
        <LinkButton
          to="/question/solve/$questionSetId"
          params={params}
          search={{ submit: submitId, again: true }}
          className={classes.main}
        >
          まちがえた問題だけ解き直す（{wrongCount}問）
        </LinkButton>
      )}
      {next && (
        <LinkButton
          to="/lessons/$lessonId"
          params={{ lessonId: next.id }}
          variant={isNextFirst ? 'filled' : 'light'}
          className={classes.main}
        >
          次のレッスンへ：{next.title}
        </LinkButton>
      )}
      <div className={classes.others}>
        <LinkButton
          to="/question/review/$questionSetId"
          params={params}
          variant={wrongCount === 0 && !next ? 'filled' : 'default'}
        >
          解答と解説を見る
        </LinkButton>
        <LinkButton to="/question/solve/$questionSetId" params={params} variant="default">
          もう一度解く
        </LinkButton>
        {questionSet.lessonId && (
          <LinkButton to="/lessons/$lessonId" params={{ lessonId: questionSet.lessonId }} variant="default">
            レッスンに戻る
          </LinkButton>
        )}
      </div>
    </nav>
  );
}
