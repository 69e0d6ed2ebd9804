/**
 * Runs 再採点 (grading all submits of a question set again): computes what would change, and carries it out batch by
 * batch.
 */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type Rescore, rescoreBatch } from '@/api/rescore';

export type ScoreChange = Rescore['changes'][number];

/** Adds up the score changes of all batches, the most frequent first. */
function sumChanges(batches: readonly Rescore[]): ScoreChange[] {
  const sums = new Map<string, ScoreChange>();
  for (const change of batches.flatMap(({ changes }) => changes)) {
    const key = [change.before, change.after, change.maxScore].join();
    sums.set(key, { ...change, count: change.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].sort((a, b) => b.count - a.count);
}

/**
 * Runs all batches of 再採点 (grading again).
 *
 * @param onBatch gets the number of submits checked so far, and the number of all submits.
 */
async function rescoreAll(
  questionSetId: string,
  dryRun: boolean,
  onBatch?: (done: number, all: number) => void,
): Promise<ScoreChange[]> {
  const batches: Rescore[] = [];
  let after: string | undefined;
  let done = 0;
  do {
    const batch = await rescoreBatch(questionSetId, { dryRun, after });
    batches.push(batch);
    done += batch.checkedCount;
    onBatch?.(done, done - batch.checkedCount + batch.submitCount);
    after = batch.next;
  } while (after !== undefined);
  return sumChanges(batches);
}

export const rescoreQueries = {
  /** The query of the score changes that 再採点 (grading again) would make. @param version of the set as it is saved. */
  plan: (questionSetId: string, version: string) =>
    queryOptions({
      queryKey: ['rescore', questionSetId, version],
      queryFn: () => rescoreAll(questionSetId, true),
      staleTime: 0,
      gcTime: 0,
      retry: false,
      throwOnError: false,
    }),
};

/**
 * Carries out 再採点 (grading again); `done` and `all` count submits. After a failure another run continues where this one
 * stopped.
 */
export function useRescore(questionSetId: string) {
  const queryClient = useQueryClient();
  const [{ done, all }, setProgress] = useState({ done: 0, all: 0 });
  const { mutate, status, data } = useMutation({
    mutationFn: () =>
      rescoreAll(questionSetId, false, (doneNow, allNow) => setProgress({ done: doneNow, all: allNow })),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['progress'] });
    },
  });
  return { start: () => mutate(), status, changes: data, done, all };
}
