/** The version of the questions that a learner answered, to show beside the answers. */
import { useQuery } from '@tanstack/react-query';

import type { QuestionSet } from '@/api/question-sets';
import { useOwner } from '@/queries/queue';

import { readSeenQuestions } from './answer-drafts';

/**
 * Returns the questions in the version that was answered, if the device still has it; else the current version.
 *
 * @param updatedAt the version that was answered; undefined when unknown.
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
