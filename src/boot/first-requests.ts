/**
 * The page's first requests: the signed-in user and the first screen's data, sent before the app's code runs
 * (docs/decisions/0049).
 */
import type { QueryClient } from '@tanstack/react-query';

import { countSent } from '@/api/network/in-flight';
import { isId } from '@/api/shapes';
import { readCurrentSession } from '@/offline/current-session';
import { infoQueries } from '@/queries/info';
import { loadQuery } from '@/queries/load-query';
import { meQueries } from '@/queries/me';
import { createQueryClient } from '@/queries/query-client';
import type { AppContext, ReadContext } from '@/session/app-context';
import { bindPage, type Session } from '@/session/session';
import { browser } from '@/storage/browser';

import type * as signedInModule from './signed-in';

/** The state at the start of the page: the session and the first requests, with which the app boots. */
export interface Beginning {
  context: AppContext;
  /** True when a service worker controlled the page before the first read. */
  hadController: boolean;
  /**
   * Resolves once the first screen's reads are sent, and never rejects. The app's code waits for it, because running
   * the code would delay the reads.
   */
  asked: Promise<unknown>;
}

/**
 * Maximum time, ms, that the app's code waits for the first reads to be sent. Reads answered from a fresh cache send no
 * request.
 */
const MAX_CODE_DELAY_MS = 500;

/**
 * Reads the session that the device has stored, then begins to fetch the code and data of the screen at `pathname`,
 * without waiting for them.
 *
 * @param pathname of the address bar.
 */
export async function begin(pathname: string): Promise<Beginning> {
  // Check for a service worker before the first read: another tab may install one while the first screen loads.
  const hadController = Boolean(browser.navigator?.serviceWorker?.controller);
  // Ignore a failing storage: the login screen is shown then.
  const session = await readCurrentSession().catch(() => undefined);
  bindPage(session);
  const context: AppContext = { queryClient: createQueryClient(session), session, freshSince: Date.now() };
  // Send no first reads for the login screen, which itself checks once if the session is valid.
  const asked = session && pathname !== '/login' ? beginReads(context, session, pathname, hadController) : undefined;
  // Preload the code of the service worker's registration for the login screen, too: there are no first reads that this
  // could delay.
  if (!asked) ignoreFailures(import('@/features/login/LoginScreen'), import('@/device/worker'));
  return { context, hadController, asked: asked ?? Promise.resolve() };
}

/**
 * Marks rejections of preloads as handled: the code is loaded again where it is needed, and a failure is reported
 * there.
 */
function ignoreFailures(...loads: Promise<unknown>[]): void {
  for (const load of loads) load.catch(() => undefined);
}

/** A screen that users often open first, with the functions that fetch its code and its data. */
interface FirstScreen {
  fetchCode: () => Promise<unknown>;
  /**
   * Begins the screen's reads. It calls the same function as the route's loader, so that the query cache dedupes the
   * reads.
   */
  read: (loaders: typeof signedInModule, context: ReadContext, userId: string, role?: string) => Promise<unknown>;
}

function findFirstScreen(pathname: string): FirstScreen | undefined {
  if (pathname === '/') {
    return {
      fetchCode: () => import('@/features/home/HomeScreen'),
      read: ({ loadHome }, context, userId) => loadHome(context, userId),
    };
  }
  if (pathname === '/courses') {
    return {
      fetchCode: () => import('@/features/courses/CourseList'),
      read: ({ loadCourseList }, ...reader) => loadCourseList(...reader),
    };
  }
  const [, lessonId] = /^\/lessons\/(?!new$)([^/]+)$/.exec(pathname) ?? [];
  if (!isId(lessonId)) return undefined;
  return {
    fetchCode: () => import('@/features/lessons/LessonView'),
    read: ({ loadLessonToRead }, context, userId) => loadLessonToRead(context, lessonId, userId),
  };
}

/** Calls `begin` and counts the queries that it begins to fetch. */
function countBegun<T>(queryClient: QueryClient, begin: () => T): { begun: T; count: number } {
  const before = queryClient.isFetching();
  const begun = begin();
  return { begun, count: queryClient.isFetching() - before };
}

/**
 * Begins the reads of the route guard and of the first screen, then fetches the screen's code.
 *
 * @returns a promise that never rejects and resolves when code may be loaded: at once where a service worker has the
 * code, else when all these reads have been sent or answered, after 500 ms at the latest.
 */
function beginReads(
  context: ReadContext,
  { owner: { userId }, role }: Session,
  pathname: string,
  hadController: boolean,
): Promise<unknown> {
  const { queryClient, freshSince } = context;
  const untilSent = countSent();
  const screen = findFirstScreen(pathname);
  const signedIn = import('./signed-in');
  const guard = countBegun(queryClient, () => [
    loadQuery(queryClient, { ...meQueries.current(), staleTime: 0 }, { freshSince }),
    loadQuery(queryClient, { ...infoQueries.general(), staleTime: 0 }, { freshSince }),
  ]);
  const counted = signedIn.then((loaders) =>
    countBegun(queryClient, () => screen?.read(loaders, context, userId, role)),
  );
  const screenCount = screen ? counted.then(({ count }) => count).catch(() => 0) : Promise.resolve(0);
  const reads = [...guard.begun, counted.then(({ begun }) => begun)];
  ignoreFailures(...reads);
  const mayFetch = hadController
    ? Promise.resolve()
    : Promise.race([
        screenCount.then((count) => untilSent(guard.count + count)),
        Promise.allSettled(reads),
        new Promise((resolve) => setTimeout(resolve, MAX_CODE_DELAY_MS)),
      ]);
  if (screen) ignoreFailures(mayFetch.then(screen.fetchCode));
  return mayFetch;
}
