/** The questions as a learner saw them when they answered, for what is shown of those answers. */
import { useQuery } from '@tanstack/react-query';

import type { QuestionSet } from '@/api/question-sets';
import { useOwner } from '@/queries/queue';

import { readSeenQuestions } from './answer-drafts';

/**
 * The questions as they were answered, while the device still has them; else as they are now.
 *
 * @param updatedAt the version that was answered; undefined when it is not known.
 */
export function useQuestionsSeen(questionSet: QuestionSet, updatedAt: string | undefined): QuestionSet {
  const owner = useOwner();
  const isOther = updatedAt !== undefined && updatedAt !== questionSet.updatedAt;
  const { data } = useQuery({
    queryKey: ['questions-seen', owner, questionSet.id, updatedAt],
    queryFn: async () =>
      (await readSeenQuestions(owner, questionSet.id, updatedAt ?? '').catch(() => undefined)) ?? null,
    enabled: isOther,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (isOther && data) || questionSet;
}
