/** 復習 as the page remembers it: the schedule lies on the device, for the API has no call for it (docs/decisions/0019). */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { QuestionSetProgress } from '@/api/progress';
import { useMe } from '@/queries/me';
import { progressQueries, useOwnProgress } from '@/queries/progress';
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
  /** By how many ms the server's clock is ahead: submits, which reviews are compared with, go by it. */
  aheadMs: number;
}

/** A device that cannot tell has no records: then what was wrong last time is due. */
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

/** The clock of spaced reviews, milliseconds since 1970: the server's, as far as the device has heard it. */
export function useReviewClock(): () => number {
  const { data } = useQuery(scheduleOptions(useOwner()));
  return () => now() + (data?.aheadMs ?? 0);
}

/** Reads the schedule before a screen that shows it. */
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

/** The questions under spaced review, and those of them that are due; undefined until the device has answered. */
export function useSpacedReviews(): SpacedReviews | undefined {
  const { courses, unplacedQuestionSets } = useOwnProgress();
  const { data: schedule } = useQuery(scheduleOptions(useOwner()));
  // What comes back tomorrow is due in the morning, on a page that has stood over night as well.
  useNow();
  if (!schedule) return undefined;
  const sets = [...courses.flatMap(({ questionSets }) => questionSets), ...unplacedQuestionSets];
  return itemsOf(sets, schedule);
}

/**
 * How many questions are due by the server's progress, for the number on the app's icon; undefined until that is known.
 * Unlike {@link useSpacedReviews} it neither waits nor fails, so that it may stand beside every screen.
 */
export function useDueSpacedReviewCount(): number | undefined {
  const owner = useOwner();
  const { id } = useMe();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    // Asked anew with the progress. A query of its own: leaving this one must not break off what a loader waits for.
    queryKey: ['progress', id, 'due-reviews'],
    queryFn: async () => {
      const [{ courses }, schedule] = await Promise.all([
        queryClient.fetchQuery(progressQueries.detail(id)),
        readSchedule(owner),
      ]);
      const sets = courses.flatMap(({ questionSets }) => questionSets);
      return itemsOf(sets, schedule).due.length;
    },
    throwOnError: false,
  });
  return data;
}

/** Keeps what came of a spaced review. The function rejects with a StorageError when it is NOT on the device. */
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
