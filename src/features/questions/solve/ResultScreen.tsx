/** The result of a submit: graded on this device while it waits, the server's as soon as that is there. */
import { Alert, Group } from '@mantine/core';

import type { QuestionSet } from '@/api/question-sets';
import { useQuestionsSeen } from '@/device/drafts/questions-seen';
import { useExplanation, useSubmit } from '@/queries/submits';
import { attemptOfEntry, type SubmitEntry } from '@/study/attempts';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';

import { AttemptBadge } from './AttemptBadge';
import { QuestionSetTitle } from './QuestionSetTitle';
import { ResultSummary } from './ResultSummary';

import classes from './SolveAttempt.module.css';
import '@mantine/core/styles/Alert.layer.css';

export interface ResultScreenProps {
  questionSet: QuestionSet;
  /** The `clientSubmitId`. */
  submitId: string;
  /** Opens a question in the review, from 1. */
  onReview: (number: number) => void;
}

function NextSteps({ questionSet }: { questionSet: QuestionSet }) {
  const params = { questionSetId: questionSet.id };
  return (
    <Group gap="sm">
      <LinkButton to="/question/review/$questionSetId" params={params}>
        解答と解説を見る
      </LinkButton>
      <LinkButton to="/question/solve/$questionSetId" params={params} variant="default">
        もう一度解く
      </LinkButton>
      <LinkButton to="/lessons/$lessonId" params={{ lessonId: questionSet.lessonId }} variant="default">
        レッスンに戻る
      </LinkButton>
    </Group>
  );
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

export function ResultScreen({ questionSet, submitId, onReview }: ResultScreenProps) {
  const entry = useSubmit(questionSet.id, submitId);
  const { explanation } = useExplanation(questionSet.id);
  const { questions } = useQuestionsSeen(questionSet, entry?.call.submit.questionSetUpdatedAt);
  const attempt = entry && attemptOfEntry(entry, explanation);
  return (
    <div className={classes.screen}>
      <QuestionSetTitle questionSet={questionSet} suffix="の結果" />
      {entry && attempt && (
        <ResultSummary
          questions={questions}
          answers={attempt.answers}
          grades={attempt.grades}
          badge={<AttemptBadge attempt={attempt} state={entry.state} />}
          onOpen={onReview}
        >
          <Refused entry={entry} />
          <NextSteps questionSet={questionSet} />
        </ResultSummary>
      )}
      {entry === null && (
        <>
          <EmptyState title="この結果は、もうこの端末にありません" />
          <NextSteps questionSet={questionSet} />
        </>
      )}
    </div>
  );
}
