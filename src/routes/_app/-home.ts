/** What home shows beside courses and progress; with its screen, not in the first load. */
import type { QueryClient } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';
import { loadEarlierPacks } from '@/device/packs/earlier-packs';
import { loadSpacedReviews } from '@/device/spaced-reviews';
import { courseQueries } from '@/queries/courses';
import type { OwnerKey } from '@/session/session';
import { nextCourse } from '@/study/course-progress';

/** What lies on the device: nothing may jump when it has answered. */
export async function loadFromDevice(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  await Promise.all([loadSpacedReviews(queryClient, owner), loadEarlierPacks(queryClient, owner)]);
}

/** The outline of the course to go on with. Never fails: without a network the card does without it. */
export async function loadNextCourse(
  queryClient: QueryClient,
  courses: readonly Course[],
  progress: ProgressDetail,
): Promise<void> {
  const next = nextCourse(courses, progress);
  if (next) await queryClient.prefetchQuery(courseQueries.detail(next.id));
}
