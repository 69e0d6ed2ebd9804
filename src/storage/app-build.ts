/** Each page holds a Web Lock that names its build, so that the worker knows which builds' files are still needed. */
import { browser } from './browser';

/** The lock's name, followed by the path of the build's main file, e.g. "app-build:/assets/app-njcTvzR2.js". */
export const APP_BUILD_LOCK = 'app-build:';

/** The name of the lock held while the worker fetches or deletes the app's files. */
export const PRECACHE_LOCK = 'app-files';

let ownPath = '';
let end: () => void = () => undefined;

/** Takes the build's lock again, after {@link releaseAppBuildLock}. */
export function resumeAppBuildLock(): void {
  end();
  const held = new Promise<void>((resolve) => (end = resolve));
  // Ignore a rejection: the document is then no longer active and needs no lock.
  browser.navigator?.locks?.request(APP_BUILD_LOCK + ownPath, { mode: 'shared' }, () => held).catch(() => undefined);
}

/**
 * Holds the lock of the build with the main file at `path` until the page is closed. Does nothing without Web Locks.
 */
export function holdAppBuildLock(path: string): void {
  ownPath = path;
  resumeAppBuildLock();
}

/**
 * Releases the build's lock for a page that enters the back/forward cache: Chromium evicts a page from it when another
 * context requests a lock that the page holds, or a newer worker is activated.
 */
export function releaseAppBuildLock(): void {
  end();
}
