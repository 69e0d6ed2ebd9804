/** A screen's code that could not be had: the page is loaded anew once, where that may help and harms nothing. */
import { wasReachable } from '@/api/reachability';
import { CHUNK_FAILED } from '@/lib/load-code';

import { APP_BUILD } from './app-update';

/** The failure of a screen whose code is still under way after 120 s: it may yet come, so nothing is loaded anew by itself. */
export const SLOW_CHUNK = new Error(CHUNK_FAILED);

const RELOADED_KEY = 'manabiba-reloaded-for';

/**
 * Gives every failed load of code the specification's message, whatever the browser calls it. The router would know some
 * of them by their words, and load the page anew whatever is being written.
 */
export function nameChunkFailures(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = CHUNK_FAILED;
  });
}

/** True for an error made by a screen's code that could not be had. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && error.message === CHUNK_FAILED;
}

/** Whether loading the page anew would find the app: the host answers, or the worker in its place. */
async function isAppAtHand(): Promise<boolean> {
  if (!wasReachable() || !navigator.onLine) return false;
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}

/** Notes that the page was loaded anew for this build; false when it has been before, or when nothing can be noted. */
function noteReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === build) return false;
    sessionStorage.setItem(RELOADED_KEY, build);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads the page anew, once per build: if that brings the same build again, it did not help. Never without a network: it
 * could leave the learner with nothing at all.
 */
export async function reloadForChunk(build: string = APP_BUILD): Promise<void> {
  if ((await isAppAtHand()) && noteReload(build)) globalThis.location.reload();
}
