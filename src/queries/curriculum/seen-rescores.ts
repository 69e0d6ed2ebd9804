/**
 * Stores which corrected scores a learner has seen, so that each is shown once on this device. A sign-out deletes them.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';

import { timestampSchema } from '@/api/shapes';
import { useOwner } from '@/queries/queue';
import { keepOwned, readOwned } from '@/storage/owned-store';

const keyOf = (questionSetId: string) => `rescore-seen|${questionSetId}`;

/**
 * Returns true if a corrected score has not been shown yet, and stores that it is shown now; false until the stored
 * note has been read from the device. The result stays the same until the page is reloaded.
 *
 * @param rescoredAt when the server corrected the score, ISO 8601; undefined for a score that was not corrected.
 */
export function useIsNewRescore(questionSetId: string, rescoredAt: string | undefined): boolean {
  const owner = useOwner();
  const { data: seen } = useQuery(
    queryOptions({
      queryKey: ['rescores', owner, questionSetId],
      // Store nothing for a null key, as on a device whose storage fails.
      queryFn: async () => {
        const stored = await readOwned('queries', owner, keyOf(questionSetId)).catch(() => undefined);
        return z.safeParse(timestampSchema, stored).data ?? null;
      },
      enabled: rescoredAt !== undefined,
      networkMode: 'always',
      staleTime: Infinity,
    }),
  );
  const isNew = rescoredAt !== undefined && seen !== undefined && seen !== rescoredAt;
  useEffect(() => {
    if (isNew) void keepOwned('queries', owner, keyOf(questionSetId), rescoredAt).catch(() => false);
  }, [isNew, owner, questionSetId, rescoredAt]);
  return isNew;
}
