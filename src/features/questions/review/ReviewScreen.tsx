/** The review of a question set: the user's own last answers, or for staff those of another user. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { nameOf } from '@/api/users';
import { useQuestionsSeen } from '@/device/drafts/questions-seen';
import type { ReviewSearch } from '@/features/questions/solve/question-search';
import { QuestionSetTitle } from '@/features/questions/solve/QuestionSetTitle';
import { WrongAgain } from '@/features/questions/spaced/WrongAgain';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { useMe } from '@/queries/me';
import { userQueries } from '@/queries/people/users';
import { progressQueries, setProgressIn } from '@/queries/progress/progress';
import { newestAttempt, useExplanation, useSubmits } from '@/queries/progress/submits';

import { ReviewFlow } from './ReviewFlow';

export interface ReviewScreenProps {
  questionSetId: string;
  search: ReviewSearch;
  /** Shows another question, or restricts the review to wrong answers. */
  onGo: (search: ReviewSearch) => void;
  /** Returns to the review from 解き直し (retrying wrong answers). */
  onClose: () => void;
}

function OwnReview({ questionSetId, search, onGo, onClose }: ReviewScreenProps) {
  const { data: current } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  const { explanation, isMissing } = useExplanation(questionSetId);
  const submits = useSubmits(questionSetId);
  // The progress may be missing: a submit queued on this device can be reviewed without the server.
  const { data: progress, error } = useQuery(progressQueries.detail(useMe().id));
  const { attempt, entry } = newestAttempt(setProgressIn(progress, questionSetId), submits ?? [], explanation);
  const questionSet = useQuestionsSeen(current, attempt?.questionSetUpdatedAt);
  if (!submits) return null;
  if (error && !progress && !attempt) throw error;
  if (search.again && attempt?.grades) {
    return (
      <div className="grid gap-16 max-w-720 min-w-0 footer-room">
        <QuestionSetTitle questionSet={current} suffix="の解き直し" />
        <WrongAgain questionSet={current} attempt={attempt} closeLabel="解答と解説に戻る" onClose={onClose} />
      </div>
    );
  }
  return (
    <ReviewFlow
      questionSet={questionSet}
      attempt={attempt}
      entryState={entry?.state}
      explanation={explanation}
      isExplanationMissing={isMissing}
      hasRefused={submits.at(-1)?.state === 'refused'}
      search={search}
      onGo={onGo}
    />
  );
}

function UserReview({ questionSetId, search, onGo, userId }: ReviewScreenProps & { userId: string }) {
  const { data: questionSet } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { data: progress } = useSuspenseQuery(progressQueries.detail(userId));
  const { explanation, isMissing } = useExplanation(questionSetId);
  const { attempt } = newestAttempt(setProgressIn(progress, questionSetId), [], explanation);
  return (
    <ReviewFlow
      questionSet={questionSet}
      attempt={attempt}
      explanation={explanation}
      isExplanationMissing={isMissing}
      learnerName={nameOf(user)}
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
