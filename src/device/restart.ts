/** A page belongs to whoever it was started by, and shows nothing to anybody else (docs/decisions/0021). */
import { readCurrentSession } from '@/offline/current-session';
import { isSameOwner, type Session, sessionChanged } from '@/session/session';
import { releaseAppBuildLock, resumeAppBuildLock } from '@/storage/app-build';
import { broadcastsMissed, suspendBroadcasts, resumeBroadcasts } from '@/storage/broadcast';
import { suspendReads, resumeReads } from '@/storage/device-store';
import { createSignal } from '@/storage/signal';

let isLeaving = false;
const changed = createSignal<boolean>();

function setLeaving(next: boolean): void {
  isLeaving = next;
  changed.publish(next);
}

/** What others may want is let go of while the back/forward cache holds this page (docs/decisions/0048). */
function letGo(): void {
  releaseAppBuildLock();
  suspendReads();
  suspendBroadcasts();
}

function takeUp(): void {
  resumeAppBuildLock();
  resumeReads();
  resumeBroadcasts();
}

/**
 * Loads this page anew once the device's session is not that of `started` any more: when another tab tells, when the page
 * is looked at again, and when it comes back from the back/forward cache, where it is hidden until that is known. Returns
 * how to stop.
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
  /** @param ifUnknown what counts when the device cannot tell. @returns whether the page stands. */
  async function look(ifUnknown: boolean): Promise<boolean> {
    const stands = await isOwn().catch(() => ifUnknown);
    if (stands) style.visibility = '';
    else if (!signal.aborted) {
      markLeaving();
      globalThis.location.reload();
    }
    return stands;
  }
  async function comeBack(): Promise<void> {
    takeUp();
    if (await look(false)) broadcastsMissed.publish();
  }
  const handleTransition = ({ type, persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    style.visibility = 'hidden';
    if (type === 'pagehide') letGo();
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

/** From here on the page only waits for the next document: unsaved forms do not hold it up. */
export function markLeaving(): void {
  setLeaving(true);
}

/** Calls the listener when the page begins, and when it begins to leave; returns how to stop. */
export const watchLeaving = changed.subscribe;
