/**
 * Boots the app: starts the router with the page's first requests, starts the signed-in owner's background work,
 * renders the first screen.
 */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RegisteredRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/network/errors';
import { isChunkFailure, nameChunkFailures } from '@/device/chunk-failure';
import { catchInstallOffer } from '@/device/install-prompt';
import { restartOnSessionChange, watchLeaving } from '@/device/restart';
import { APP_BUILD } from '@/device/update-state';
import { whenIdle } from '@/lib/wait';
import { readDownloadProgress } from '@/queries/files/download-progress';
import { AccessDeniedError } from '@/session/access-denied';
import { lendRefreshToken } from '@/session/refresh-token';
import { ownerKey, type OwnerKey } from '@/session/session';
import { holdAppBuildLock } from '@/storage/app-build';
import { browser } from '@/storage/browser';
import { giveUpUnsavedWork } from '@/ui/forms/unsaved-work';
import { colorSchemeManager, theme, tokenVariables } from '@/ui/theme';

import type { Beginning } from './first-requests';
import { createAppRouter } from './router';

/** Maximum time after the rendering of the first screen, ms, until the service worker is started. */
const MAX_WORKER_DELAY_MS = 5000;

/** An app that has booted. */
export interface RunningApp {
  router: RegisteredRouter;
  /** Unmounts the app and removes its listeners; only whole-app tests (trips) use it. */
  stop: () => void;
}

interface AppProps {
  queryClient: QueryClient;
  router: RegisteredRouter;
}

/** The app's root component: theme, query cache and router around all screens. */
function App({ queryClient, router }: AppProps) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={tokenVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

/**
 * Boots the app into an element, whose content is kept until the first screen is rendered.
 *
 * @param beginning the session, and the first requests in flight.
 * @param history replaces the browser's history; whole-app tests (trips) pass one in memory.
 */
export async function bootApp(
  element: HTMLElement,
  beginning: Promise<Beginning>,
  history?: RouterHistory,
): Promise<RunningApp> {
  holdAppBuildLock(APP_BUILD);
  nameChunkFailures();
  catchInstallOffer();
  const { context, hadController } = await beginning;
  const { queryClient, session } = context;
  const stopLending = lendRefreshToken();
  const stopGoing = watchLeaving(giveUpUnsavedWork);
  const stopWatching = restartOnSessionChange(session);
  await breathe();
  const router = createAppRouter(context, history && { history });
  if (session) fetchScreenCode(router);
  await breathe();
  const loading = router.load();
  const following = session && followOwner(queryClient, ownerKey(session.owner), loading);
  const stopProgress = showDownloadProgress(element);
  const [stopFollowing] = await Promise.all([following, loading]);
  stopProgress();
  router.update({ ...router.options, context: { ...context, freshSince: undefined } });
  const root = createRoot(element, { onCaughtError: reportCaughtError });
  // Render the app as a transition, in slices: otherwise the first screen blocks a slow phone for half a second.
  startTransition(() => root.render(<App queryClient={queryClient} router={router} />));
  const stopped = new AbortController();
  let isWorkerAsked = false;
  const stopMarking = router.subscribe('onRendered', () => {
    markReady();
    if (!isWorkerAsked) void startWorkerWhenIdle().catch(() => undefined);
    isWorkerAsked = true;
  });
  // Start the service worker late: it downloads the whole app, which must not delay the first screen.
  async function startWorkerWhenIdle(): Promise<void> {
    await whenIdle(MAX_WORKER_DELAY_MS);
    if (!stopped.signal.aborted) await startWorker(queryClient, router, hadController);
  }
  const stop = () => {
    stopped.abort();
    for (const end of [stopLending, stopGoing, stopWatching, stopMarking, stopFollowing]) end?.();
    // Cancel the queries silently and before unmounting: a loader whose query is cancelled with an error would start
    // again.
    void queryClient.cancelQueries({}, { silent: true });
    root.unmount();
  };
  return { router, stop };
}

/**
 * Lets the browser handle pending input first, where it supports `scheduler.yield`; the continuation then runs before
 * other tasks.
 */
async function breathe(): Promise<void> {
  await globalThis.scheduler?.yield?.();
}

/**
 * Starts the background work of a signed-in owner (user); the login screen does not load its code. @returns a function
 * that stops the work.
 */
async function followOwner(queryClient: QueryClient, owner: OwnerKey, loading: Promise<void>): Promise<() => void> {
  const signedIn = await import('./signed-in');
  return signedIn.followOwner(queryClient, owner, loading);
}

/** Fetches the code of the first screen in parallel with the data that the route guard and the screen load. */
function fetchScreenCode(router: RegisteredRouter): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  // Ignore a failure to fetch the screen's code: the router reports it when it loads the screen.
  for (const route of matchedRoutes) router.loadRouteChunk(route)?.catch(() => undefined);
}

/**
 * Shows the download progress of a slow lesson text in the skeleton (index.html) until the first screen is rendered.
 */
function showDownloadProgress(element: HTMLElement): () => void {
  const timer = setInterval(() => {
    const words = readDownloadProgress();
    const [status, bar] = element.querySelectorAll<HTMLElement>('.skeleton-status, .skeleton-bar');
    if (!words || !status || !bar) return;
    status.textContent = words.spoken;
    bar.dataset.words = words.shown;
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * Registers the service worker and starts prerendering lessons. Without a service worker (plain http, development) the
 * app works online only, so the code that sends the queue of answers is fetched now, while there is a network.
 */
async function startWorker(queryClient: QueryClient, router: RegisteredRouter, hadController: boolean): Promise<void> {
  const workers = browser.navigator?.serviceWorker;
  if (!workers || import.meta.env.DEV) return void (await (await import('./signed-in')).loadReplay());
  const { registerWorker } = await import('@/device/worker');
  await registerWorker(queryClient, hadController);
  if (hadController) (await import('@/routes/-prerender-lessons')).startPainting(queryClient, router);
}

/**
 * Reports unexpected errors on the console, except errors with their own error screen, and schema mismatches, which
 * were already reported.
 */
function reportCaughtError(error: unknown): void {
  const hasScreen =
    error instanceof ApiError ||
    error instanceof NetworkError ||
    error instanceof UnexpectedAnswerError ||
    error instanceof AccessDeniedError ||
    isChunkFailure(error);
  if (!hasScreen) reportError(error);
}

/** Marks the document once the first screen is rendered; tests and benchmarks wait for this mark. */
function markReady(): void {
  document.documentElement.dataset.version = __APP_VERSION__;
  document.documentElement.dataset.app = 'ready';
}
