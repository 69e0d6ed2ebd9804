/**
 * Boots the whole app in memory, as src/main.tsx does in a browser, against the real server of the whole-app tests
 * (trips).
 */
import '@/boot/zod-config';
import { readFileSync } from 'node:fs';

import { notifications } from '@mantine/notifications';
import { createMemoryHistory, type RegisteredRouter } from '@tanstack/react-router';
import { configure, waitFor } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

import { bootApp, type RunningApp } from '@/boot/boot-app';
import { begin } from '@/boot/first-requests';
import { setSessionStatus } from '@/session/session-status';

import { noteReachability } from '../../src/api/network/reachability';
import { abortReplay } from '../../src/offline/queue/replay';
import { signInAs, useTripServer } from './demo';
import { endPage, untilPageEnds } from './page-end';

/** Returns the text of the page. */
function readPage(): string {
  const texts = [...document.body.querySelectorAll('main, nav, header, [role="dialog"]')].map(
    (part) => part.textContent,
  );
  return texts.join(' / ').slice(0, 700);
}

const { setImmediate: setRealImmediate } = globalThis;
/**
 * Waits until React has finished rendering. React continues in later turns of the event loop; a few turns too many cost
 * little.
 */
const TURNS_AFTER_EVENT = 20;

configure({
  // Waits after each event: as in a browser, the effects of one key or click have run before the next event.
  asyncWrapper: async (press) => {
    const result = await press();
    for (let turn = 0; turn < TURNS_AFTER_EVENT; turn += 1) await new Promise((resolve) => setRealImmediate(resolve));
    return result;
  },
  getElementError: (message) => {
    const error = new Error(`${message ?? ''}\n\nThe page reads: ${readPage()}`);
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

const ORIGIN = 'http://localhost:3000';
const skeleton = /<div id="root">([\s\S]*)<\/div>\s*<script/.exec(readFileSync('index.html', 'utf8'))?.[1] ?? '';

// Style sheets are left out, because jsdom would spend most of its time matching Mantine's rules; the tests depend only
// on inline styles.
const noStyle = document.createElement('i').style;
globalThis.getComputedStyle = (element, pseudoElement) =>
  pseudoElement || !(element instanceof HTMLElement) ? noStyle : element.style;

// jsdom has no layout: every element gets a small box in view, so that no menu counts as scrolled away.
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 100, 20);
Object.defineProperty(document.documentElement, 'clientWidth', { value: 1366, configurable: true });
Object.defineProperty(document.documentElement, 'clientHeight', { value: 768, configurable: true });

const fetchWithoutEnd = globalThis.fetch;
globalThis.fetch = (input, init) => fetchWithoutEnd(input, untilPageEnds(init));

/** One loaded page of the simulated browser. */
interface Page {
  /** Resolves once the page has booted, or has failed to. */
  booting: Promise<RunningApp | undefined>;
  app: RunningApp | undefined;
  element: HTMLElement;
  /** The error if the page did not boot. */
  failure?: unknown;
}
let page: Page | undefined;
let loads: string[] = [];

/**
 * Stops all activity of a page when the test leaves it, so that it cannot affect the next page or the end of the test.
 */
async function leavePage(): Promise<void> {
  if (!page) return;
  const { booting, element } = page;
  page = undefined;
  endPage();
  // Aborts the replay run of the left page: the response body of an aborted request may never settle, and the next
  // page's replay would wait for this run.
  abortReplay();
  const app = await booting;
  app?.stop();
  // Removes all toasts: they are stored outside React, so the next page would show them.
  notifications.clean();
  // Blocks the router of the page that was left, so that a route that finishes loading now is not shown.
  if (app) app.router.startTransition = () => Promise.resolve(false);
  element.remove();
}

/** A fake `location`: loading a document ends the app and boots a new one on the same device. */
function placeLocation(path: string): void {
  const load = (target: string | URL) => {
    const { href, origin } = new URL(target, location.href);
    loads.push(origin === ORIGIN ? href.slice(ORIGIN.length) : href);
    if (origin === ORIGIN) void loadPage(href.slice(ORIGIN.length));
  };
  const here = new URL(path, ORIGIN);
  const value = Object.assign(here, {
    assign: load,
    replace: load,
    reload: () => load(router().history.location.href),
  });
  Object.defineProperty(globalThis, 'location', { value, configurable: true, writable: true });
}

/** Loads a document: index.html's skeleton is shown, then the app boots. */
async function loadPage(path: string): Promise<void> {
  delete document.documentElement.dataset.app;
  document.documentElement.style.visibility = '';
  await leavePage();
  noteReachability(true);
  setSessionStatus('live');
  document.title = 'まなびば';
  placeLocation(path);
  const element = document.createElement('div');
  element.id = 'root';
  element.innerHTML = skeleton;
  document.body.append(element);
  const booting = bootApp(element, begin(location.pathname), createMemoryHistory({ initialEntries: [path] })).then(
    (app) => (opened.app = app),
    (error: unknown) => {
      opened.failure = error;
      return undefined;
    },
  );
  const opened: Page = { booting, app: undefined, element };
  page = opened;
  await booting;
}

function router(): RegisteredRouter {
  if (!page?.app) throw new Error('The app has not booted');
  return page.app.router;
}

/** Navigates to an unencoded path, as a link does, and waits until its screen has resolved. */
async function goTo(path: string): Promise<void> {
  const { history } = router();
  history.push(path);
  await waitFor(() => {
    const { status, resolvedLocation } = router().state;
    // Reads the location again, because a redirect may have changed it.
    if (status !== 'idle' || resolvedLocation?.state.__TSR_key !== history.location.state.__TSR_key) {
      throw new Error(`${path} has not resolved`);
    }
  });
}

function deleteDatabase(name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const deletion = indexedDB.deleteDatabase(name);
    deletion.onsuccess = resolve;
    deletion.onerror = resolve;
  });
}

/** Empties the device's storage repeatedly until it stays empty, because a write may still be in flight. */
async function wipeDevice(): Promise<void> {
  window.sessionStorage.clear();
  window.localStorage.clear();
  let found = await indexedDB.databases();
  do {
    await Promise.all(found.map(({ name }) => deleteDatabase(name ?? '')));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    found = await indexedDB.databases();
  } while (found.length > 0);
}

/** Removes all state that a test has left in the page and on the device. */
export async function endTrip(): Promise<void> {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await leavePage();
  loads = [];
  await wipeDevice();
  document.body.replaceChildren();
}

export interface OpenedApp {
  /** The TanStack Query client of the current page. */
  readonly router: RegisteredRouter;
  /** Returns the current path, search and hash. */
  readonly href: string;
  /** The documents that the app has loaded since it was opened. */
  readonly loads: readonly string[];
  /** Simulates a user's keys and clicks. */
  readonly user: UserEvent;
  /** Navigates to an unencoded path, as a link does, and waits until its screen has resolved. */
  goTo: (path: string) => Promise<void>;
  /** Reloads the page. */
  reload: () => Promise<void>;
}

export interface OpenOptions {
  path?: string;
  /** The demo user who is signed in on this device; no user is signed in if omitted. */
  user?: string;
}

/** Waits until the first screen is shown, or the boot has failed. */
async function waitForFirstScreen(): Promise<void> {
  await waitFor(() => {
    if (page?.failure) return;
    if (document.documentElement.dataset.app !== 'ready') throw new Error('The first screen does not stand yet');
  });
  if (page?.failure) throw page.failure;
}

/** Opens the app without waiting, for tests of the boot. */
export async function openApp({ path = '/', user }: OpenOptions = {}): Promise<OpenedApp> {
  await (user === undefined ? useTripServer() : signInAs(user));
  void loadPage(path);
  return {
    get router() {
      return router();
    },
    get href() {
      return router().state.location.href;
    },
    get loads() {
      return loads;
    },
    user: userEvent.setup({ delay: null }),
    goTo,
    reload: async () => {
      void loadPage(router().state.location.href);
      await waitForFirstScreen();
    },
  };
}

/** Opens the app and waits until its first screen is shown. */
export async function renderApp(options: OpenOptions = {}): Promise<OpenedApp> {
  const app = await openApp(options);
  await waitForFirstScreen();
  return app;
}
