/** Boot: start the router with what the page began with, follow what concerns whoever is here, render. */
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter, RouterHistory } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/errors';
import { APP_BUILD } from '@/device/app-update';
import { isChunkFailure, nameChunkFailures } from '@/device/chunk-failure';
import { catchInstallOffer } from '@/device/install-offer';
import { restartOnSessionChange, watchLeaving } from '@/device/restart';
import { whenIdle } from '@/lib/when-idle';
import { readDownloadProgress } from '@/queries/download-progress';
import { AccessDeniedError } from '@/session/access-denied';
import { lendRefreshToken } from '@/session/refresh-token';
import { ownerKey, type OwnerKey } from '@/session/session';
import { holdAppBuildLock } from '@/storage/app-build';
import { browser } from '@/storage/browser';
import { giveUpUnsavedWork } from '@/ui/forms/unsaved-work';

import { App } from './App';
import type { Beginning } from './first-requests';
import { createAppRouter } from './router';

/** The worker starts at the latest this long after the first screen. */
const MAX_WORKER_DELAY_MS = 5000;

/** An app that has booted. */
export interface RunningApp {
  router: RegisteredRouter;
  /** Takes it off the page and ends what it listens to: only trips do. */
  stop: () => void;
}

/**
 * Boots the app into an element, whose content stands until the first screen does.
 *
 * @param beginning whose page it is, and what is on its way.
 * @param history where the app is, instead of the browser's address bar; trips pass one in memory.
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
  // In slices: in one go the first screen holds a slow phone for half a second.
  startTransition(() => root.render(<App queryClient={queryClient} router={router} />));
  const stopped = new AbortController();
  let isWorkerAsked = false;
  const stopMarking = router.subscribe('onRendered', () => {
    markReady();
    if (!isWorkerAsked) void startWorkerWhenIdle().catch(() => undefined);
    isWorkerAsked = true;
  });
  // The worker downloads the whole app, which must not delay the first screen.
  async function startWorkerWhenIdle(): Promise<void> {
    await whenIdle(MAX_WORKER_DELAY_MS);
    if (!stopped.signal.aborted) await startWorker(queryClient, router, hadController);
  }
  const stop = () => {
    stopped.abort();
    for (const end of [stopLending, stopGoing, stopWatching, stopMarking, stopFollowing]) end?.();
    // Silently, and first: a loader that hears of an asking broken off begins anew.
    void queryClient.cancelQueries({}, { silent: true });
    root.unmount();
  };
  return { router, stop };
}

/** A task of its own for what follows, ahead of other tasks, where the browser has such; what was pressed comes first. */
async function breathe(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in scheduler) await scheduler.yield();
}

/** Its code is not the login screen's. Returns how to stop. */
async function followOwner(queryClient: QueryClient, owner: OwnerKey, loading: Promise<void>): Promise<() => void> {
  const signedIn = await import('./signed-in');
  return signedIn.followOwner(queryClient, owner, loading);
}

/** Asks for the code of the first screen while the guard's loads and its own are on their way. */
function fetchScreenCode(router: RegisteredRouter): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  // What cannot be had is missed, and reported, where the screen is loaded.
  for (const route of matchedRoutes) router.loadRouteChunk(route)?.catch(() => undefined);
}

/** Until the first screen stands, its skeleton (index.html) says how far a slow text is. */
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
 * Where there is no worker (plain http, development), the app works online only, and what it will need to send is fetched
 * while there is a network.
 */
async function startWorker(queryClient: QueryClient, router: RegisteredRouter, hadController: boolean): Promise<void> {
  const workers = browser.navigator?.serviceWorker;
  if (!workers || import.meta.env.DEV) return void (await (await import('./signed-in')).loadReplay());
  const { registerWorker } = await import('@/device/worker');
  await registerWorker(queryClient, hadController);
  if (hadController) (await import('@/routes/-prerender-lessons')).startPainting(queryClient, router);
}

/** Reports unexpected errors on the console; errors with a screen of their own are not reported, and a schema mismatch already was. */
function reportCaughtError(error: unknown): void {
  const hasScreen =
    error instanceof ApiError ||
    error instanceof NetworkError ||
    error instanceof UnexpectedAnswerError ||
    error instanceof AccessDeniedError ||
    isChunkFailure(error);
  if (!hasScreen) reportError(error);
}

/** Marks the document once the first screen is rendered; tests and benches wait for it. */
function markReady(): void {
  document.documentElement.dataset.version = __APP_VERSION__;
  document.documentElement.dataset.app = 'ready';
}
