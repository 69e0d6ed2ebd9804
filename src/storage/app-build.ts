/** Which build a page is of, told by a lock that it holds for as long as it lives: so the worker knows who needs which files. */
import { browser } from './browser';

/** The name of that lock, followed by the path of the build's main file, e.g. "app-build:/assets/app-njcTvzR2.js". */
export const APP_BUILD_LOCK = 'app-build:';

/** Held while the worker puts the app's files together or clears them away. */
export const PRECACHE_LOCK = 'app-files';

let ownPath = '';
let end: () => void = () => undefined;

/** Holds it again, after {@link releaseAppBuildLock}. */
export function resumeAppBuildLock(): void {
  end();
  const held = new Promise<void>((resolve) => (end = resolve));
  // Refused where the document is not active any more: then nobody needs it.
  browser.navigator?.locks?.request(APP_BUILD_LOCK + ownPath, { mode: 'shared' }, () => held).catch(() => undefined);
}

/** Holds the lock of the build whose main file lies at `path`, until the page goes; without Web Locks nothing happens. */
export function holdAppBuildLock(path: string): void {
  ownPath = path;
  resumeAppBuildLock();
}

/** For a page in the back/forward cache: Chromium throws it away when another one asks for that lock, and when a newer worker is active. */
export function releaseAppBuildLock(): void {
  end();
}
