/** The review of a question set: the own last answers, or for staff those of another user. */
import { useSuspenseQuery } from '@tanstack/react-query';

import { useMe } from '@/queries/me';
import { progressQueries } from '@/queries/progress';
import { questionSetQueries } from '@/queries/question-sets';
import { newestAttempt, useExplanation, useQuestionsSeen, useSubmits } from '@/queries/submits';
import { userQueries } from '@/queries/users';

import type { ReviewSearch } from './question-search';
import { ReviewFlow } from './ReviewFlow';

export interface ReviewScreenProps {
  questionSetId: string;
  search: ReviewSearch;
  /** Shows another question, or only the wrong ones. */
  onGo: (search: ReviewSearch) => void;
}

/** The server's progress of one question set. */
function useQuestionSetProgress(userId: string, questionSetId: string) {
  const { data: progress } = useSuspenseQuery(progressQueries.detail(userId));
  return progress.courses
    .flatMap(({ questionSets }) => questionSets)
    .find((set) => set.questionSetId === questionSetId);
}

function OwnReview({ questionSetId, search, onGo }: ReviewScreenProps) {
  const { data: current } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  const { explanation, isMissing } = useExplanation(questionSetId);
  const submits = useSubmits(questionSetId);
  const progress = useQuestionSetProgress(useMe().id, questionSetId);
  const { attempt, entry } = newestAttempt(progress, submits, explanation);
  const questionSet = useQuestionsSeen(current, attempt?.questionSetUpdatedAt);
  const hasRefused = submits.at(-1)?.state === 'refused';
  return (
    <ReviewFlow
      questionSet={questionSet}
      attempt={attempt}
      entryState={entry?.state}
      explanation={explanation}
      isExplanationMissing={isMissing}
      hasRefused={hasRefused}
      search={search}
      onGo={onGo}
    />
  );
}

function UserReview({ questionSetId, search, onGo, userId }: ReviewScreenProps & { userId: string }) {
  const { data: questionSet } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { explanation, isMissing } = useExplanation(questionSetId);
  const { attempt } = newestAttempt(useQuestionSetProgress(userId, questionSetId), [], explanation);
  return (
    <ReviewFlow
      questionSet={questionSet}
      attempt={attempt}
      explanation={explanation}
      isExplanationMissing={isMissing}
      learnerName={user.name}
      search={search}
      onGo={onGo}
    />
  );
}

export function ReviewScreen(props: ReviewScreenProps) {
  const me = useMe();
  const { user } = props.search;
  return user === undefined || user === me.id ? <OwnReview {...props} /> : <UserReview {...props} userId={user} />;
}
