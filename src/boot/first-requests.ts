/** The page's first requests: the signed-in user and the first screen's data, sent before the app's code runs (docs/decisions/0049). */
import type { QueryClient } from '@tanstack/react-query';

import { countSent } from '@/api/in-flight';
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

/** The state of the start that the app boots with. */
export interface Beginning {
  context: AppContext;
  /** True when a worker controlled the page before the first read. */
  hadController: boolean;
  /** A promise that never rejects and resolves once the first screen's reads are sent: running the app's code would delay them. */
  asked: Promise<unknown>;
}

/** Maximum time, ms, that the app's code waits for the first reads to be sent: reads answered from fresh copies send nothing. */
const MAX_CODE_DELAY_MS = 500;

/**
 * Reads the device's session; then begins to fetch the code of the screen at `pathname` and its data, without waiting.
 *
 * @param pathname of the address bar.
 */
export async function begin(pathname: string): Promise<Beginning> {
  // The worker's presence is read first: another tab may bring a worker while the first screen loads.
  const hadController = Boolean(browser.navigator?.serviceWorker?.controller);
  // If the storage fails, the login screen is shown.
  const session = await readCurrentSession().catch(() => undefined);
  bindPage(session);
  const context: AppContext = { queryClient: createQueryClient(session), session, freshSince: Date.now() };
  // Not for the login screen, which checks by itself, once, whether the session is valid.
  const asked = session && pathname !== '/login' ? beginReads(context, session, pathname, hadController) : undefined;
  // The login screen preloads the worker's code, too: it has no reads that this could delay.
  if (!asked) ignoreFailures(import('@/features/login/LoginScreen'), import('@/device/worker'));
  return { context, hadController, asked: asked ?? Promise.resolve() };
}

/** Marks rejections as handled: code that fails to load here is loaded again, and the failure reported, where it is needed. */
function ignoreFailures(...loads: Promise<unknown>[]): void {
  for (const load of loads) load.catch(() => undefined);
}

/** A frequent first screen, with the functions that fetch its code and its data. */
interface FirstScreen {
  fetchCode: () => Promise<unknown>;
  /** Begins the screen's reads by the same function that its route's loader awaits, so that the query cache joins both. */
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
 * Begins the guard's reads and the first screen's, then fetches the screen's code.
 *
 * @returns a promise that never rejects and resolves when code may be loaded: at once where a worker has the code, else
 * when all these reads have been sent or answered, after 500 ms at the latest.
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
