/** The result of a submit: graded on this device while the submit is queued, by the server once its result has arrived. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { OutlineLesson } from '@/api/courses';
import type { QuestionSet } from '@/api/question-sets';
import { useQuestionsSeen } from '@/device/drafts/questions-seen';
import { WrongAgain } from '@/features/questions/spaced/WrongAgain';
import { useMe } from '@/queries/me';
import { progressQueries, setProgressIn } from '@/queries/progress';
import { useHasSubmitHistory } from '@/queries/submit-history';
import { useExplanation, useSubmit } from '@/queries/submits';
import { attemptOfEntry, countWrong, type SubmitEntry } from '@/study/attempts';
import { EmptyState } from '@/ui/EmptyState';

import { AttemptBadge } from './AttemptBadge';
import { QuestionSetTitle } from './QuestionSetTitle';
import { RescoreNote, TodayScore } from './RescoreNote';
import { ResultSteps } from './ResultSteps';
import { ResultSummary } from './ResultSummary';
import { Tries } from './Tries';

import classes from './SolveAttempt.module.css';
import '@mantine/core/styles/Alert.layer.css';

export interface ResultScreenProps {
  questionSet: QuestionSet;
  /** The `clientSubmitId` of the submit. */
  submitId: string;
  /** The lesson that follows the question set's lesson. */
  next: OutlineLesson | undefined;
  /** True while the learner retries the wrong answers. */
  isAgain: boolean;
  /** Returns to the result from 解き直し (retrying wrong answers). */
  onClose: () => void;
  /** Opens a question in the review by its number, from 1. */
  onReview: (number: number) => void;
}

function Refused({ entry }: { entry: SubmitEntry }) {
  if (entry.state !== 'refused') return null;
  return (
    <Alert color="red" title="サーバーが受け取れませんでした（要確認）">
      {entry.refusal.reason && <>サーバーの説明：{entry.refusal.reason} </>}
      解答はこの端末に残っています。画面上の「要確認」を開くと、再送・コピー・破棄を選べます。
    </Alert>
  );
}

export function ResultScreen({ questionSet, submitId, next, isAgain, onClose, onReview }: ResultScreenProps) {
  const entry = useSubmit(questionSet.id, submitId);
  const { explanation } = useExplanation(questionSet.id);
  const { questions } = useQuestionsSeen(questionSet, entry?.call.submit.questionSetUpdatedAt);
  const hasTries = useHasSubmitHistory();
  const { data: progress } = useQuery({ ...progressQueries.detail(useMe().id), throwOnError: false });
  const attempt = entry && attemptOfEntry(entry, explanation, setProgressIn(progress, questionSet.id));
  const steps = {
    questionSet,
    submitId,
    next,
    wrongCount: (explanation && attempt && countWrong(questionSet, attempt)) ?? 0,
  };
  if (isAgain && attempt?.grades) {
    return (
      <div className={classes.screen}>
        <QuestionSetTitle questionSet={questionSet} suffix="の解き直し" />
        <WrongAgain questionSet={questionSet} attempt={attempt} closeLabel="結果に戻る" onClose={onClose} />
      </div>
    );
  }
  return (
    <div className={classes.screen}>
      <QuestionSetTitle questionSet={questionSet} suffix="の結果" />
      {attempt && <RescoreNote questionSetId={questionSet.id} attempt={attempt} />}
      {entry && attempt && (
        <ResultSummary
          questions={questions}
          answers={attempt.answers}
          grades={attempt.grades}
          badge={
            <>
              <TodayScore attempt={attempt} explanation={explanation} questions={questionSet.questions} />
              <AttemptBadge attempt={attempt} state={entry.state} />
            </>
          }
          onOpen={onReview}
        >
          <Refused entry={entry} />
          <ResultSteps {...steps} />
        </ResultSummary>
      )}
      {attempt && hasTries && <Tries questionSetId={questionSet.id} answeredAt={attempt.answeredAt} />}
      {entry === null && (
        <>
          <EmptyState title="この結果は、もうこの端末にありません" />
          <ResultSteps {...steps} />
        </>
      )}
    </div>
  );
}
