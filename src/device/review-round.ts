/** An unfinished round of 復習, stored on the device until the end of its day, so that a reloaded page continues it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { dropOwned, keepOwned, readOwned } from '@/storage/owned-store';

const ROUND_KEY = 'round|review';

const roundSchema = z.object({
  /** When the last question was answered, ms since 1970. */
  at: z.number(),
  /** Keys of the questions (`spacedReviewKey`) in their order, including repeated ones. */
  queue: z.array(z.string()),
  /** How many of them are done. */
  from: z.int(),
  /** For each question, whether its first answer was right. */
  correct: z.array(z.tuple([z.string(), z.boolean()])),
});
export type StoredRound = Omit<z.infer<typeof roundSchema>, 'at'>;

const dayOf = (ms: number) => new Date(ms).toDateString();

/** Reads today's round; null on a failing device. */
async function readRound(owner: OwnerKey): Promise<StoredRound | null> {
  const { data } = z.safeParse(roundSchema, await readOwned('drafts', owner, ROUND_KEY).catch(() => undefined));
  return data && dayOf(data.at) === dayOf(now()) ? data : null;
}

const roundOptions = (owner: OwnerKey) =>
  queryOptions({ queryKey: ['reviews', owner, 'round'], queryFn: () => readRound(owner), staleTime: 0, gcTime: 0 });

/** Returns today's unfinished round; null for none, undefined while loading. */
export function useStoredRound(): StoredRound | null | undefined {
  return useQuery(roundOptions(useOwner())).data;
}

/** Returns functions that store a round and delete it at its end; on a failing device the next page starts a new round. */
export function useRoundKeeper(): { keep: (round: StoredRound) => void; forget: () => void } {
  const owner = useOwner();
  return {
    keep: (round) => void keepOwned('drafts', owner, ROUND_KEY, { ...round, at: now() }).catch(() => undefined),
    forget: () => void dropOwned('drafts', owner, ROUND_KEY).catch(() => undefined),
  };
}
