/** A round of 復習 that is under way: kept on the device for its day, so that a page that is loaded anew goes on with it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { dropOwned, keepOwned, readOwned } from '@/storage/owned-store';

const ROUND_KEY = 'round|review';

const roundSchema = z.object({
  /** When it was last answered, ms since 1970. */
  at: z.number(),
  /** Questions in their order by `spacedReviewKey`, those that come again included. */
  queue: z.array(z.string()),
  /** So many of them are over. */
  from: z.int(),
  /** What was right when it first came. */
  correct: z.array(z.tuple([z.string(), z.boolean()])),
});
export type StoredRound = Omit<z.infer<typeof roundSchema>, 'at'>;

const dayOf = (ms: number) => new Date(ms).toDateString();

/** A device that cannot tell has none. */
async function readRound(owner: OwnerKey): Promise<StoredRound | null> {
  const { data } = z.safeParse(roundSchema, await readOwned('drafts', owner, ROUND_KEY).catch(() => undefined));
  return data && dayOf(data.at) === dayOf(now()) ? data : null;
}

const roundOptions = (owner: OwnerKey) =>
  queryOptions({ queryKey: ['reviews', owner, 'round'], queryFn: () => readRound(owner), staleTime: 0, gcTime: 0 });

/** Today's round that was left in the middle; null for none, undefined until the device has answered. */
export function useStoredRound(): StoredRound | null | undefined {
  return useQuery(roundOptions(useOwner())).data;
}

/** How a round is kept, and forgotten at its end; where the device fails, the next page begins a new one. */
export function useRoundKeeper(): { keep: (round: StoredRound) => void; forget: () => void } {
  const owner = useOwner();
  return {
    keep: (round) => void keepOwned('drafts', owner, ROUND_KEY, { ...round, at: now() }).catch(() => undefined),
    forget: () => void dropOwned('drafts', owner, ROUND_KEY).catch(() => undefined),
  };
}
