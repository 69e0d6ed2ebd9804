/**
 * Unfinished rounds of 復習 (spaced review) and まちがえた問題だけ解き直す (retrying wrong answers), stored on the device until the
 * end of the day, so that a reloaded page continues them.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { dropOwned, keepOwned, readOwned } from '@/storage/owned-store';

/** The kind of round: `review`, or `wrong|` with the id of the question set whose wrong answers are tried again. */
export type RoundName = 'review' | `wrong|${string}`;

const roundKey = (name: RoundName) => `round|${name}`;

const roundSchema = z.object({
  /** When the last question was answered, ms since 1970. */
  at: z.number(),
  /** Keys of the round's questions (`spacedReviewKey`) in the order they are asked, including repeated ones. */
  queue: z.array(z.string()),
  /** The number of questions of the round that are done. */
  from: z.int(),
  /** For each question of the round, true if its first answer was right. */
  correct: z.array(z.tuple([z.string(), z.boolean()])),
});
export type StoredRound = z.infer<typeof roundSchema>;

const dayOf = (ms: number) => new Date(ms).toDateString();

/** Reads today's unfinished review round; null if there is none or the device's storage fails. */
async function readRound(owner: OwnerKey, name: RoundName): Promise<StoredRound | null> {
  const { data } = z.safeParse(roundSchema, await readOwned('drafts', owner, roundKey(name)).catch(() => undefined));
  return data && dayOf(data.at) === dayOf(now()) ? data : null;
}

const roundOptions = (owner: OwnerKey, name: RoundName) =>
  queryOptions({
    queryKey: ['reviews', owner, 'round', name],
    queryFn: () => readRound(owner, name),
    staleTime: 0,
    gcTime: 0,
  });

/** Returns today's unfinished review round; null if there is none, undefined while loading. */
export function useStoredRound(name: RoundName): StoredRound | null | undefined {
  return useQuery(roundOptions(useOwner(), name)).data;
}

/**
 * Returns functions that store a review round and delete it at its end; if the device's storage fails, a reload starts
 * a new round.
 */
export function useRoundKeeper(name: RoundName): {
  keep: (round: Omit<StoredRound, 'at'>) => void;
  forget: () => void;
} {
  const owner = useOwner();
  const key = roundKey(name);
  return {
    keep: (round) => void keepOwned('drafts', owner, key, { ...round, at: now() }).catch(() => undefined),
    forget: () => void dropOwned('drafts', owner, key).catch(() => undefined),
  };
}
