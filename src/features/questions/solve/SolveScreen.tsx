/** The screen for solving a question set, and for the result after 提出 (submit). */
import { useSuspenseQuery } from '@tanstack/react-query';

import { useNextLesson } from '@/device/next-lesson';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { useExplanation } from '@/queries/progress/submits';
import { EmptyState } from '@/ui/EmptyState';

import type { SolveSearch } from './question-search';
import { QuestionSetTitle } from './QuestionSetTitle';
import { ResultScreen } from './ResultScreen';
import { SolveAttempt } from './SolveAttempt';
import type { SolveSteps } from './use-solve-steps';

export interface SolveScreenProps extends SolveSteps {
  questionSetId: string;
  search: SolveSearch;
  /** Returns to the result from 解き直し (retrying wrong answers). */
  onClose: () => void;
  /** Opens a question in the review by its number, from 1. */
  onReview: (number: number) => void;
}

export function SolveScreen({ questionSetId, search, onReview, onClose, ...steps }: SolveScreenProps) {
  const { data: questionSet } = useSuspenseQuery(questionSetQueries.detail(questionSetId));
  // Prefetch the explanation after the first render, so that answers can be graded offline.
  useExplanation(questionSetId);
  // Prefetch the next lesson, too, because the result links to it.
  const next = useNextLesson(questionSet.lessonId);
  if (search.submit !== undefined) {
    return (
      <ResultScreen
        questionSet={questionSet}
        submitId={search.submit}
        next={next}
        isAgain={search.again === true}
        onClose={onClose}
        onReview={onReview}
      />
    );
  }
  if (questionSet.questions.length === 0) {
    return (
      <>
        <QuestionSetTitle questionSet={questionSet} />
        <EmptyState title="問題はまだありません" />
      </>
    );
  }
  return <SolveAttempt key={questionSetId} questionSet={questionSet} search={search} {...steps} />;
}
