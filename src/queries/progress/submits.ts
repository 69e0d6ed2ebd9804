/** Reads a learner's submits of one question set, and the newest attempt. */
import { queryOptions, useQuery } from '@tanstack/react-query';

import type { QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import {
  type Attempt,
  attemptOfEntry,
  attemptOfProgress,
  findUnansweredLast,
  isInProgress,
  type SubmitEntry,
} from '@/study/attempts';

import { findSubmit, listSubmits } from './submit-entries';

export const submitQueries = {
  // This query is invalidated with the rest of the queue's queries (queries/queue.ts); its result is empty when the
  // device's storage fails.
  ofQuestionSet: (owner: OwnerKey, questionSetId: string) =>
    queryOptions({
      queryKey: ['queue', owner, 'submits', questionSetId],
      queryFn: () => listSubmits(owner, questionSetId).catch((): SubmitEntry[] => []),
      staleTime: 0,
    }),
  one: (owner: OwnerKey, questionSetId: string, submitId: string) =>
    queryOptions({
      queryKey: ['queue', owner, 'submit', questionSetId, submitId],
      queryFn: () =>
        findSubmit(owner, questionSetId, submitId).then(
          (entry) => entry ?? null,
          () => null,
        ),
      staleTime: 0,
    }),
};

/** Returns one submit; null when the device has none with this id, undefined while loading. */
export function useSubmit(questionSetId: string, submitId: string): SubmitEntry | null | undefined {
  return useQuery(submitQueries.one(useOwner(), questionSetId, submitId)).data;
}

/** Returns the newest queued, refused and received submits of a question set, oldest first; undefined while loading. */
export function useSubmits(questionSetId: string): SubmitEntry[] | undefined {
  return useQuery(submitQueries.ofQuestionSet(useOwner(), questionSetId)).data;
}

/** Returns the explanation once it is available; until then the screen is shown without it. */
export function useExplanation(questionSetId: string): { explanation: Explanation | undefined; isMissing: boolean } {
  const { data, isError } = useQuery({ ...questionSetQueries.explanation(questionSetId), throwOnError: false });
  return { explanation: data, isMissing: isError && data === undefined };
}

/**
 * Returns the newest attempt: a queued or received submit, unless the server's progress already includes it or a later
 * one.
 */
export function newestAttempt(
  progress: QuestionSetProgress | undefined,
  submits: readonly SubmitEntry[],
  explanation: Explanation | undefined,
): { attempt: Attempt | undefined; entry?: SubmitEntry } {
  const fresh = submits.findLast((each) => each.state !== 'refused' && !isInProgress(each, progress));
  const entry = fresh ?? findUnansweredLast(progress, submits);
  if (entry) return { attempt: attemptOfEntry(entry, explanation), entry };
  return { attempt: attemptOfProgress(progress) };
}
