/** What a page begins with, beside the code of the app: whose it is, and what its first screen reads (docs/decisions/0049). */
import type { QueryClient } from '@tanstack/react-query';

import { untilSent } from '@/api/in-flight';
import { isId } from '@/api/shapes';
import { readCurrentSession } from '@/offline/current-session';
import { infoQueries } from '@/queries/info';
import { loadQuery, noteBeginning } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { createQueryClient } from '@/queries/query-client';
import type { AppContext } from '@/session/app-context';
import { bindPage, type Session } from '@/session/session';
import { browser } from '@/storage/browser';

import type * as signedInModule from './signed-in';

/** What the app boots with. */
export interface Beginning {
  context: AppContext;
  /** Whether a worker was in control before anything was read. */
  hadController: boolean;
  /** Never fails. Resolves once what the first screen reads is on its way: running the app's code would hold that up. */
  asked: Promise<unknown>;
}

/** So long reads may hold up the app's code, in ms: those that are answered from fresh copies are never sent. */
const LONGEST_MS = 500;

/** The current user and the info. */
const GUARD_REQUESTS = 2;

/** Reads who is here; then asks for the code of the screen at `pathname`, and for what it reads, without waiting. */
export async function begin(pathname: string): Promise<Beginning> {
  // Another tab may bring a worker while the first screen is on its way: what that reads before is read again then.
  const hadController = Boolean(browser.navigator?.serviceWorker?.controller);
  // A device that fails has nobody, and a login screen.
  const session = await readCurrentSession().catch(() => undefined);
  bindPage(session);
  const queryClient = createQueryClient(session);
  // The login screen asks by itself, and once, whether the session is live.
  const reads =
    session && pathname !== '/login' ? beginReads(queryClient, session, pathname, hadController) : undefined;
  // Its visitor reads nothing that the worker's code could stand in the way of.
  if (!reads) ahead(import('@/features/login/LoginScreen'), import('@/device/worker'));
  return { context: { queryClient, session }, hadController, asked: reads ?? Promise.resolve() };
}

/** What fails here is asked for once more, and told, where it is needed. */
function ahead(...loads: Promise<unknown>[]): void {
  for (const load of loads) load.catch(() => undefined);
}

/** A screen that many begin with: its code, and what it reads beside the guard. */
interface FirstScreen {
  fetchCode: () => Promise<unknown>;
  read: (queryClient: QueryClient, userId: string) => Promise<unknown>;
  /** How many requests reading begins with. */
  requests: number;
}

function findFirstScreen(pathname: string, signedIn: Promise<typeof signedInModule>): FirstScreen | undefined {
  if (pathname === '/') {
    return {
      fetchCode: () => import('@/features/home/HomeScreen'),
      read: async (...reader) => (await signedIn).loadHome(...reader),
      requests: 3,
    };
  }
  if (pathname === '/courses') {
    return {
      fetchCode: () => import('@/features/courses/CourseList'),
      read: async (...reader) => (await signedIn).loadCourseList(...reader),
      requests: 2,
    };
  }
  const [, lessonId] = /^\/lessons\/(?!new$)([^/]+)$/.exec(pathname) ?? [];
  if (!isId(lessonId)) return undefined;
  return {
    fetchCode: () => import('@/features/lessons/LessonView'),
    read: async (queryClient, userId) => (await signedIn).loadLessonToRead(queryClient, lessonId, userId),
    requests: 2,
  };
}

/**
 * The guard's reads, and the first screen's; then its code, unless a worker has that. Resolves when code may follow: where
 * copies are at hand at once, else once all are on their way.
 */
function beginReads(
  queryClient: QueryClient,
  { owner }: Session,
  pathname: string,
  hadController: boolean,
): Promise<unknown> {
  noteBeginning(queryClient);
  const signedIn = import('./signed-in');
  const screen = findFirstScreen(pathname, signedIn);
  const asked = untilSent(GUARD_REQUESTS + (screen?.requests ?? 0));
  const reads = [
    loadQuery(queryClient, { ...meQueries.current(), staleTime: 0 }),
    loadQuery(queryClient, { ...infoQueries.general(), staleTime: 0 }),
    screen?.read(queryClient, owner.userId) ?? signedIn,
  ];
  ahead(...reads);
  // Where copies are at hand less is asked.
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  const mayFetch = hadController ? Promise.resolve() : Promise.race([asked, Promise.allSettled(reads), late]);
  if (screen) ahead(mayFetch.then(screen.fetchCode));
  return mayFetch;
}
