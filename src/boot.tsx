/** Boot: read the session, make that user's query cache, start the router, render. */
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter, RouterHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/errors';
import { APP_BUILD } from '@/device/app-update';
import { isChunkFailure, nameChunkFailures } from '@/device/chunk-failure';
import { followAnswerReceipts } from '@/device/drafts/submitted-drafts';
import { followNetwork } from '@/device/follow-network';
import { catchInstallOffer } from '@/device/install-offer';
import { followPacks } from '@/device/packs/follow-packs';
import { followReplayTriggers } from '@/device/replay-triggers';
import { restartOnSessionChange, watchLeaving } from '@/device/restart';
import { readStandingSession } from '@/offline/wipe';
import { createQueryClient } from '@/queries/query-client';
import { fetchSender, followQueue, loadCallStates } from '@/queries/queue';
import { readSlowWords } from '@/queries/slow-text';
import { AccessDeniedError } from '@/session/access-denied';
import { lendRefreshToken } from '@/session/refresh-token';
import { bindPage, ownerKey, type OwnerKey } from '@/session/session';
import { holdAppBuild } from '@/storage/app-build';
import { browser } from '@/storage/browser';
import { giveUpUnsavedWork } from '@/ui/forms/unsaved-work';

import { App } from './App';
import { createAppRouter } from './router';

/** After so long what waits is sent although the first screen does not stand, in ms. */
const SENDING_AFTER_MS = 2000;

/** An app that has booted. */
export interface RunningApp {
  router: RegisteredRouter;
  /** Takes it off the page and ends what it listens to: only trips do. */
  stop: () => void;
}

/**
 * Boots the app into an element, whose content stands until the first screen does.
 *
 * @param history where the app is, instead of the browser's address bar; trips pass one in memory.
 */
export async function bootApp(element: HTMLElement, history?: RouterHistory): Promise<RunningApp> {
  // Another tab may bring a worker while the first screen is on its way: what that reads before is read again then.
  const hadController = Boolean(browser.navigator?.serviceWorker?.controller);
  holdAppBuild(APP_BUILD);
  nameChunkFailures();
  catchInstallOffer();
  // A device that fails has nobody, and a login screen.
  const session = await readStandingSession().catch(() => undefined);
  bindPage(session);
  const queryClient = createQueryClient(session);
  const router = createAppRouter({ queryClient, session }, history && { history });
  if (session) fetchScreenCode(router);
  const stopLending = lendRefreshToken();
  const stopGoing = watchLeaving(giveUpUnsavedWork);
  const stopWatching = restartOnSessionChange(session);
  const loading = Promise.all([router.load(), session && loadCallStates(queryClient, ownerKey(session.owner))]);
  const stopFollowing = session ? followOwner(queryClient, ownerKey(session.owner), loading) : [];
  const stopTelling = tellSlowText(element);
  await loading;
  stopTelling();
  const root = createRoot(element, { onCaughtError: reportCaughtError });
  root.render(<App queryClient={queryClient} router={router} />);
  let stopWaiting: (() => void) | undefined;
  const stopMarking = router.subscribe('onRendered', () => {
    markReady();
    stopWaiting ??= whenIdle(() => void startWorker(queryClient, router, hadController).catch(() => undefined));
  });
  const stop = () => {
    for (const end of [stopLending, stopGoing, stopWatching, stopMarking, stopWaiting, ...stopFollowing]) end?.();
    root.unmount();
    void queryClient.cancelQueries();
  };
  return { router, stop };
}

/** Asks for the code of the first screen while the guard's loads and its own are on their way. */
function fetchScreenCode(router: RegisteredRouter): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  // What cannot be had is missed, and reported, where the screen is loaded.
  for (const route of matchedRoutes) router.loadRouteChunk(route)?.catch(() => undefined);
}

/** Until the first screen stands, its skeleton (index.html) says how far a slow text is. */
function tellSlowText(element: HTMLElement): () => void {
  const timer = setInterval(() => {
    const words = readSlowWords();
    const [status, main] = element.querySelectorAll<HTMLElement>('.skeleton-status, .skeleton-main');
    if (!words || !status || !main) return;
    status.textContent = words.spoken;
    main.dataset.words = words.shown;
  }, 1000);
  return () => clearInterval(timer);
}

/** What runs for whoever is signed in, as long as the app does. @param loading what the first screen waits for. */
function followOwner(queryClient: QueryClient, owner: OwnerKey, loading: Promise<unknown>): (() => void)[] {
  return [
    followQueue(queryClient, owner),
    followAnswerReceipts(owner),
    startAfter(loading, () => followReplayTriggers(owner)),
    followPacks(queryClient, owner),
    followNetwork(queryClient),
  ];
}

/**
 * Counting what waits, and the code that sends it, must not hold up the first screen; a screen that takes long holds up no
 * sending either. Returns how to stop.
 */
function startAfter(loading: Promise<unknown>, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const begin = () => (stop ??= start());
  const timer = setTimeout(begin, SENDING_AFTER_MS);
  void loading.then(begin, begin);
  return () => {
    clearTimeout(timer);
    stop ??= () => undefined;
    stop();
  };
}

/**
 * Where there is no worker (plain http, development), the app works online only, and what it will need to send is fetched
 * while there is a network.
 */
async function startWorker(queryClient: QueryClient, router: RegisteredRouter, hadController: boolean): Promise<void> {
  const workers = browser.navigator?.serviceWorker;
  if (!workers || import.meta.env.DEV) return void (await fetchSender());
  const { registerWorker } = await import('@/device/worker');
  await registerWorker(queryClient, hadController);
  if (hadController) (await import('@/routes/-paint-lessons')).startPainting(queryClient, router);
}

/** Errors that have a screen of their own are no news for the console: what does not fit was told there as it was read. */
function reportCaughtError(error: unknown): void {
  const hasScreen =
    error instanceof ApiError ||
    error instanceof NetworkError ||
    error instanceof UnexpectedAnswerError ||
    error instanceof AccessDeniedError ||
    isChunkFailure(error);
  if (!hasScreen) reportError(error);
}

/**
 * The worker fetches the whole app: that must not stand in the way of the first screen. Safari has no idle callback.
 * Returns how to call it off.
 */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 500);
  return () => clearTimeout(timer);
}

/** Tests and benches wait for this: the first screen stands. */
function markReady(): void {
  document.documentElement.dataset.version = __APP_VERSION__;
  document.documentElement.dataset.app = 'ready';
}
