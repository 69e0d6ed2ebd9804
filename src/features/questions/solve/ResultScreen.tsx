/**
 * The result of a submit: graded on this device while the submit is queued, by the server once its result has arrived.
 */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { OutlineLesson } from '@/api/courses';
import type { QuestionSet } from '@/api/question-sets';
import { useQuestionsSeen } from '@/device/drafts/questions-seen';
import { WrongAgain } from '@/features/questions/spaced/WrongAgain';
import { useMe } from '@/queries/me';
import { progressQueries, setProgressIn } from '@/queries/progress/progress';
import { useHasSubmitHistory, type Try, useOwnTries } from '@/queries/progress/submit-history';
import { useExplanation, useSubmit } from '@/queries/progress/submits';
import { attemptOfEntry, countWrong, type SubmitEntry } from '@/study/attempts';
import { EmptyState } from '@/ui/EmptyState';
import { formatDateTime } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import { AttemptBadge } from './AttemptBadge';
import { QuestionSetTitle } from './QuestionSetTitle';
import { RescoreNote, TodayScore } from './RescoreNote';
import { ResultSummary } from './ResultSummary';

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
      <div className="grid gap-8 max-w-720">
        <QuestionSetTitle questionSet={questionSet} suffix="の解き直し" />
        <WrongAgain questionSet={questionSet} attempt={attempt} closeLabel="結果に戻る" onClose={onClose} />
      </div>
    );
  }
  return (
    <div className="grid gap-8 max-w-720">
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

/** The buttons after a result: retry the wrong questions, read the solutions, go on. */
interface ResultStepsProps {
  questionSet: QuestionSet;
  /** The `clientSubmitId` of the submit. */
  submitId: string;
  /** The number of questions that can be retried; 0 if none was wrong, or the device cannot grade them. */
  wrongCount: number;
  next: OutlineLesson | undefined;
}

function ResultSteps({ questionSet, submitId, wrongCount, next }: ResultStepsProps) {
  const params = { questionSetId: questionSet.id };
  const isNextFirst = wrongCount === 0 && next !== undefined;
  return (
    <nav className="grid gap-8" aria-label="このあと">
      {wrongCount > 0 && (
        <LinkButton to="/question/solve/$questionSetId" params={params} search={{ submit: submitId, again: true }}>
          まちがえた問題だけ解き直す（{wrongCount}問）
        </LinkButton>
      )}
      {next && (
        <LinkButton to="/lessons/$lessonId" params={{ lessonId: next.id }} variant={isNextFirst ? 'filled' : 'light'}>
          次のレッスンへ：{next.title}
        </LinkButton>
      )}
      <div className={`${classes.others} flex wrap gap-8`}>
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

/**
 * これまでの結果 (earlier results): all submits of a question set, newest first; the best one and the shown one are marked.
 */
interface TriesProps {
  questionSetId: string;
  /** When the submit on the screen was submitted, ISO 8601. */
  answeredAt: string;
}

/** The number of submits shown before 「すべて表示」 (show all) is pressed. */
const MAX_SHOWN_TRIES = 5;

function scoreWords({ result, vouching }: Try): string {
  if (result) return `${result.score} / ${result.maxScore} 問正解`;
  return vouching === 'waiting' ? '送信待ち' : '記録なし';
}

function Tries({ questionSetId, answeredAt }: TriesProps) {
  const tries = useOwnTries(questionSetId);
  const [isWhole, setWhole] = useState(false);
  // Don't list a single submit, because the screen already shows its result.
  if (tries.length < 2) return null;
  const shown = isWhole ? tries : tries.slice(0, MAX_SHOWN_TRIES);
  return (
    <section aria-labelledby="tries" className="grid gap-8 justify-items-start">
      <h2 id="tries" className="m-0 text-lg">
        これまでの結果（{tries.length}回）
      </h2>
      <ol className="plain-list divided w-full border rounded-lg bg-surface" reversed start={tries.length}>
        {shown.map((one) => (
          <li key={one.studiedAt} className={`${classes.row} row wrap touch p-8-16 text-sm`}>
            <span className="bold">{scoreWords(one)}</span>
            <span className="flex gap-6">
              {one.isBest && <span className="pill tone-ok">最高</span>}
              {Date.parse(one.studiedAt) === Date.parse(answeredAt) && <span className="pill bg-track">今回</span>}
            </span>
            <time dateTime={one.studiedAt}>{formatDateTime(one.studiedAt)}</time>
          </li>
        ))}
      </ol>
      {shown.length < tries.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          すべて表示（{tries.length}回）
        </Button>
      )}
    </section>
  );
}
