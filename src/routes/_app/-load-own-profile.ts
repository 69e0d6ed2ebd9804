/**
 * Loads the user's own profile, for /mypage and /users/detail/{own id}. Part of the app's first load: keep components
 * out of it.
 */
import type { QueryClient } from '@tanstack/react-query';

import type { CurrentUser } from '@/api/users';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { progressQueries } from '@/queries/progress/progress';

/** Loads the user's own progress; the summary may be missing. Works offline after the first visit. */
export async function loadOwnProfile({
  queryClient,
  me,
}: {
  queryClient: QueryClient;
  me: CurrentUser;
}): Promise<void> {
  // Not awaited: the screen reserves space for the company's name.
  void queryClient.prefetchQuery(meQueries.company());
  await Promise.all([
    loadQuery(queryClient, progressQueries.detail(me.id)),
    loadQuery(queryClient, progressQueries.summary(me.id)).catch(() => undefined),
  ]);
}
