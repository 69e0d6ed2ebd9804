/**
 * Spaced repetition (復習): the schedule is stored on the device only, because the API has no call for it
 * (docs/decisions/0019).
 */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { QuestionSetProgress } from '@/api/progress';
import { useMe } from '@/queries/me';
import { progressQueries, useOwnProgress } from '@/queries/progress/progress';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { keepOwned, listOwned } from '@/storage/owned-store';
import { serverNowAfterUpdate } from '@/storage/server-time';
import { toStorageError } from '@/storage/storage-error';
import {
  isSpacedReviewDue,
  type SpacedReviewItem,
  spacedReviewItems,
  spacedReviewKey,
  type SpacedReviewRecord,
} from '@/study/spaced-review-schedule';

import { useNow } from './use-now';

const recordSchema = z.object({ streak: z.int().check(z.minimum(0)), at: z.number() });

interface Schedule {
  records: [string, SpacedReviewRecord][];
  /** How far the server's clock is ahead, ms: reviews are compared with submits, which use the server's clock. */
  aheadMs: number;
}

/**
 * Reads the schedule of spaced reviews; empty if the device's storage fails, and then every question answered wrongly
 * last time is due.
 */
async function readSchedule(owner: OwnerKey): Promise<Schedule> {
  const [stored, aheadMs] = await Promise.all([
    listOwned('reviews', owner).catch(() => []),
    serverNowAfterUpdate().then((serverMs) => serverMs - now()),
  ]);
  const records = stored.flatMap(([key, value]) => {
    const parsed = z.safeParse(recordSchema, value);
    return parsed.success ? [[key, parsed.data] satisfies [string, SpacedReviewRecord]] : [];
  });
  return { records, aheadMs };
}

const scheduleOptions = (owner: OwnerKey) =>
  queryOptions({ queryKey: ['reviews', owner], queryFn: () => readSchedule(owner), staleTime: 0 });

/** Returns the stored results of reviews by `spacedReviewKey`; undefined while loading. */
export function useReviewRecords(): ReadonlyMap<string, SpacedReviewRecord> | undefined {
  const { data } = useQuery(scheduleOptions(useOwner()));
  return data && new Map(data.records);
}

/** Returns the current time for spaced reviews, ms since 1970, by the server's clock as far as it is known. */
export function useReviewClock(): () => number {
  const { data } = useQuery(scheduleOptions(useOwner()));
  return () => now() + (data?.aheadMs ?? 0);
}

/** Loads the schedule of spaced reviews before a screen that shows it. */
export function loadSpacedReviews(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  return queryClient.prefetchQuery(scheduleOptions(owner));
}

interface SpacedReviews {
  items: SpacedReviewItem[];
  due: SpacedReviewItem[];
}

function itemsOf(sets: readonly QuestionSetProgress[], { records, aheadMs }: Schedule): SpacedReviews {
  const items = spacedReviewItems(sets, new Map(records));
  return { items, due: items.filter(({ record }) => isSpacedReviewDue(record, now() + aheadMs)) };
}

/** Returns the questions under spaced repetition, and the due ones among them; undefined while loading. */
export function useSpacedReviews(): SpacedReviews | undefined {
  const { courses, unplacedQuestionSets } = useOwnProgress();
  const { data: schedule } = useQuery(scheduleOptions(useOwner()));
  // Rerenders when a new day begins, because more questions become due.
  useNow();
  if (!schedule) return undefined;
  const sets = [...courses.flatMap(({ questionSets = [] }) => questionSets), ...unplacedQuestionSets];
  return itemsOf(sets, schedule);
}

/**
 * Returns how many questions are due by the server's progress, for the badge; undefined while loading. Unlike
 * {@link useSpacedReviews} it never suspends or throws, so that it can run on every screen.
 */
export function useDueSpacedReviewCount(): number | undefined {
  const owner = useOwner();
  const { id } = useMe();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    // A key below the progress query's, so that invalidating the progress invalidates this query, too. A query of its
    // own, so that its unmount does not cancel the progress fetch that a route loader awaits.
    queryKey: ['progress', id, 'due-reviews'],
    queryFn: async () => {
      const [{ courses }, schedule] = await Promise.all([
        queryClient.fetchQuery(progressQueries.detail(id)),
        readSchedule(owner),
      ]);
      const sets = courses.flatMap(({ questionSets = [] }) => questionSets);
      return itemsOf(sets, schedule).due.length;
    },
    throwOnError: false,
  });
  return data;
}

/**
 * Returns a function that stores the result of a review; it rejects with {StorageError} when the result is NOT stored.
 */
export function useKeepSpacedReview(): (item: SpacedReviewItem, record: SpacedReviewRecord) => Promise<void> {
  const owner = useOwner();
  const queryClient = useQueryClient();
  return async (item, record) => {
    try {
      await keepOwned('reviews', owner, spacedReviewKey(item), record);
    } catch (error) {
      throw toStorageError(error);
    }
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('due-reviews') });
    await queryClient.invalidateQueries({ queryKey: ['reviews', owner] });
  };
}
