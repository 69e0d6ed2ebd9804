/** What a page begins with, beside the code of the app: whose it is, and what its first screen reads (docs/decisions/0049). */
import type { QueryClient } from '@tanstack/react-query';

import { isId } from '@/api/shapes';
import type { AppContext } from '@/app-context';
import { readStandingSession } from '@/offline/standing';
import { infoQueries } from '@/queries/info';
import { loadQuery, noteBeginning } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { createQueryClient } from '@/queries/query-client';
import { bindPage, type Session } from '@/session/session';
import { browser } from '@/storage/browser';

/** What the app boots with. */
export interface Beginning {
  context: AppContext;
  /** Whether a worker was in control before anything was read. */
  hadController: boolean;
}

/** Reads who is here; then asks for the code of the screen at `pathname`, and for what it reads, without waiting. */
export async function begin(pathname: string): Promise<Beginning> {
  // Another tab may bring a worker while the first screen is on its way: what that reads before is read again then.
  const hadController = Boolean(browser.navigator?.serviceWorker?.controller);
  // A device that fails has nobody, and a login screen.
  const session = await readStandingSession().catch(() => undefined);
  bindPage(session);
  const queryClient = createQueryClient(session);
  // The login screen asks by itself, and once, whether the session is live.
  if (session && pathname !== '/login') beginReads(queryClient, session, pathname);
  else ahead(import('@/features/login/LoginScreen'));
  return { context: { queryClient, session }, hadController };
}

/** What fails here is asked for once more, and told, where it is needed. */
function ahead(...loads: Promise<unknown>[]): void {
  for (const load of loads) load.catch(() => undefined);
}

/** The guard's reads, and a lesson's. */
function beginReads(queryClient: QueryClient, { owner }: Session, pathname: string): void {
  noteBeginning(queryClient);
  const signedIn = import('./signed-in');
  ahead(
    signedIn,
    loadQuery(queryClient, { ...meQueries.current(), staleTime: 0 }),
    loadQuery(queryClient, { ...infoQueries.general(), staleTime: 0 }),
  );
  const [, lessonId] = /^\/lessons\/(?!new$)([^/]+)$/.exec(pathname) ?? [];
  if (!isId(lessonId)) return;
  ahead(
    import('@/features/lessons/LessonView'),
    signedIn.then(({ loadLessonToRead }) => loadLessonToRead(queryClient, lessonId, owner.userId)),
  );
}
