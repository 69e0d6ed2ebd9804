/** A learner's submits of one question set as screens see them, and the newest attempt at it. */
import { queryOptions, useQuery } from '@tanstack/react-query';

import type { QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import type { OwnerKey } from '@/session/session';
import { type Attempt, attemptOfEntry, attemptOfProgress, isInProgress, type SubmitEntry } from '@/study/attempts';

import { questionSetQueries } from './question-sets';
import { useOwner } from './queue';
import { findSubmit, listSubmits } from './submit-entries';

export const submitQueries = {
  // Read again with everything of the queue (queries/queue.ts); a device that cannot tell has none.
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

/** One submit; null where this device has none of that id, undefined until it has answered. */
export function useSubmit(questionSetId: string, submitId: string): SubmitEntry | null | undefined {
  return useQuery(submitQueries.one(useOwner(), questionSetId, submitId)).data;
}

/** The newest that wait, were refused or received of a question set, oldest first; undefined until the device has answered. */
export function useSubmits(questionSetId: string): SubmitEntry[] | undefined {
  return useQuery(submitQueries.ofQuestionSet(useOwner(), questionSetId)).data;
}

/** The explanation as far as it can be had: the screen stands without it, and shows it when it comes. */
export function useExplanation(questionSetId: string): { explanation: Explanation | undefined; isMissing: boolean } {
  const { data, isError } = useQuery({ ...questionSetQueries.explanation(questionSetId), throwOnError: false });
  return { explanation: data, isMissing: isError && data === undefined };
}

/** The newest attempt: what waits or was received, unless the server's progress shows it or a later one. */
export function newestAttempt(
  progress: QuestionSetProgress | undefined,
  submits: readonly SubmitEntry[],
  explanation: Explanation | undefined,
): { attempt: Attempt | undefined; entry?: SubmitEntry } {
  const entry = submits.findLast((each) => each.state !== 'refused' && !isInProgress(each, progress));
  if (entry) return { attempt: attemptOfEntry(entry, explanation), entry };
  return { attempt: attemptOfProgress(progress) };
}
