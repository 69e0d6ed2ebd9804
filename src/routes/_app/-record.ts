/**
 * Loaders and breadcrumbs of the study record (受講記録簿) and the certificate (修了証); part of their chunk, not of the first
 * load.
 */
import type { QueryClient } from '@tanstack/react-query';

import type { CurrentUser } from '@/api/users';
import { type Crumb, trailAbove } from '@/features/shell/crumbs';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { userQueries } from '@/queries/people/users';
import { progressQueries } from '@/queries/progress/progress';
import { recordQuery, restoreRecord } from '@/queries/progress/study-record';
import { personCrumbs } from '@/routes/-loaded-trails';
import { type OwnerKey, ownerKey, type Session } from '@/session/session';

/**
 * Time in ms after which the screen opens without the record if the network does not answer; the service worker waits
 * equally long before it answers from its cache.
 */
const PATIENCE_MS = 3000;

interface LoadContext {
  queryClient: QueryClient;
  me: CurrentUser;
}

/** Loads the progress, which the record requires, then the optional details of the record. */
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

/** Loads the user's own record. */
export async function loadOwnRecord(
  { queryClient, me, session }: LoadContext & { session?: Session },
  courseId: string | undefined,
): Promise<{ crumbs: Crumb[] }> {
  // Do not await the company: the record is shown without it.
  void queryClient.prefetchQuery(meQueries.company());
  await loadRecord(queryClient, { userId: me.id, courseId }, session && ownerKey(session.owner));
  return { crumbs: [...trailAbove('/_app/record/{-$courseId}', me.role), ...recordCrumbs('/record', courseId)] };
}

/** Loads the record of another user; the server checks the permission. */
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
