/**
 * Reloads a page whose session has changed: a page shows only the data of the user it was started for
 * (docs/decisions/0021).
 */
import { readCurrentSession } from '@/offline/current-session';
import { isSameOwner, type Session, sessionChanged } from '@/session/session';
import { releaseAppBuildLock, resumeAppBuildLock } from '@/storage/app-build';
import { broadcastsMissed, suspendBroadcasts, resumeBroadcasts } from '@/storage/broadcast';
import { createSignal } from '@/storage/signal';

let isLeaving = false;
const changed = createSignal<boolean>();

function setLeaving(next: boolean): void {
  isLeaving = next;
  changed.publish(next);
}

/** Releases locks and channels while the page is in the back/forward cache (docs/decisions/0048). */
function releaseResources(): void {
  releaseAppBuildLock();
  suspendBroadcasts();
}

function resumeResources(): void {
  resumeAppBuildLock();
  resumeBroadcasts();
}

/**
 * Reloads this page once the stored session no longer belongs to the owner of `started`. Checks the session when
 * another tab signs in or out, when the page becomes visible, and when the page returns from the back/forward cache;
 * the page stays hidden until that check is done.
 *
 * @returns a function that stops the checks.
 */
export function restartOnSessionChange(started: Session | undefined): () => void {
  const { style } = document.documentElement;
  setLeaving(false);
  const stopping = new AbortController();
  const { signal } = stopping;

  async function isOwn(): Promise<boolean> {
    const session = await readCurrentSession();
    return !isLeaving && (session === started || isSameOwner(session?.owner, started?.owner));
  }
  /**
   * Checks who is signed in, and reloads the page when the user has changed. @param ifUnknown the result when the
   * stored session cannot be read.
   * @returns true if the page may stay open.
   */
  async function look(ifUnknown: boolean): Promise<boolean> {
    const mayStay = await isOwn().catch(() => ifUnknown);
    if (mayStay) style.visibility = '';
    else if (!signal.aborted) {
      markLeaving();
      globalThis.location.reload();
    }
    return mayStay;
  }
  async function comeBack(): Promise<void> {
    resumeResources();
    if (await look(false)) broadcastsMissed.publish();
  }
  const handleTransition = ({ type, persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    style.visibility = 'hidden';
    if (type === 'pagehide') releaseResources();
    else void comeBack();
  };
  const whenVisible = () => document.visibilityState === 'visible' && void look(true);
  const unsubscribe = sessionChanged.subscribeToOthers(() => void look(true));
  window.addEventListener('pagehide', handleTransition, { signal });
  window.addEventListener('pageshow', handleTransition, { signal });
  document.addEventListener('visibilitychange', whenVisible, { signal });
  return () => {
    unsubscribe();
    stopping.abort();
  };
}

/** Marks the page as being left: unsaved forms no longer ask for confirmation. */
export function markLeaving(): void {
  setLeaving(true);
}

/**
 * Subscribes to the page's leaving state: false when the page starts, true when it is being left.
 *
 * @returns a function that unsubscribes.
 */
export const watchLeaving = changed.subscribe;
