/** What the screens of 受講記録簿 and 修了証 load, and the ways to them; with their screens, not in the first load. */
import type { QueryClient } from '@tanstack/react-query';

import type { User } from '@/api/users';
import { type Crumb, trailAbove } from '@/features/shell/crumbs';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { progressQueries } from '@/queries/progress';
import { recordQuery, restoreRecord } from '@/queries/study-record';
import { userQueries } from '@/queries/users';
import { personCrumbs } from '@/routes/-loaded-trails';
import { type OwnerKey, ownerKey, type Session } from '@/session/session';

/** A network that does not answer holds nobody up: as long as the worker waits before it shows a copy. */
const PATIENCE_MS = 3000;

interface LoadContext {
  queryClient: QueryClient;
  me: User;
}

/** Progress, which the record stands on, then what is told beside it, without which it stands as well. */
async function loadRecord(
  queryClient: QueryClient,
  { userId, courseId }: { userId: string; courseId?: string },
  owner?: OwnerKey,
): Promise<void> {
  await loadQuery(queryClient, progressQueries.detail(userId));
  if (owner) await restoreRecord(queryClient, userId, owner, courseId);
  const told = loadQuery(queryClient, recordQuery(userId, courseId, owner)).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

function recordCrumbs(to: string, courseId: string | undefined): Crumb[] {
  const crumb = { label: '受講記録簿', to };
  return courseId === undefined ? [crumb] : [crumb, { label: '修了証', to: `${to}/${courseId}` }];
}

/** The own record. */
export async function loadOwnRecord(
  { queryClient, me, session }: LoadContext & { session?: Session },
  courseId: string | undefined,
): Promise<{ crumbs: Crumb[] }> {
  // Not waited for: the record stands without it.
  void queryClient.prefetchQuery(meQueries.company());
  await loadRecord(queryClient, { userId: me.id, courseId }, session && ownerKey(session.owner));
  return { crumbs: [...trailAbove('/_app/record/{-$courseId}', me.role), ...recordCrumbs('/record', courseId)] };
}

/** Somebody else's record; the server decides whose may be seen. */
export async function loadRecordOf(
  context: LoadContext,
  { userId, courseId }: { userId: string; courseId?: string },
): Promise<{ crumbs: Crumb[] }> {
  const { queryClient } = context;
  const [user] = await Promise.all([
    loadQuery(queryClient, userQueries.detail(userId)),
    loadRecord(queryClient, { userId, courseId }),
  ]);
  return { crumbs: [...(await personCrumbs(context, user)), ...recordCrumbs(`/users/record/${userId}`, courseId)] };
}
