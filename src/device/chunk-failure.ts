/** Failed chunks: when a screen's code cannot be loaded, the page is reloaded once, if a reload can help. */
import { wasReachable } from '@/api/network/reachability';
import { CHUNK_FAILED } from '@/lib/load-code';

import { APP_BUILD } from './update-state';

/**
 * The error when a screen's code is still loading after 120 s. The code may still arrive, so the page is not reloaded.
 */
export const SLOW_CHUNK = new Error(CHUNK_FAILED);

const RELOADED_KEY = 'manabiba-reloaded-for';

/**
 * Gives every failed code load the specification's message instead of the browser's. The router recognises some
 * browsers' messages, and would reload the page even while the user is typing.
 */
export function nameChunkFailures(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = CHUNK_FAILED;
  });
}

/** Returns whether an error is a failed code load. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && error.message === CHUNK_FAILED;
}

/** Returns whether a reload would load the app: the host answers, or the service worker in its place. */
async function isAppAvailable(): Promise<boolean> {
  if (!wasReachable() || !navigator.onLine) return false;
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}

/** Records a reload for this build; returns false when one was recorded before, or when it cannot be recorded. */
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
 * Reloads the page, at most once per build, because a second reload of the same build would not help. Never reloads
 * offline, where a reload could leave the learner without the app.
 */
export async function reloadForChunk(build: string = APP_BUILD): Promise<void> {
  if ((await isAppAvailable()) && noteReload(build)) globalThis.location.reload();
}
