/** Delays sending while a call that was just recorded can be undone (docs/decisions/0077). */
import { SECOND_MS } from '@/lib/constants';
import { browser } from '@/storage/browser';

/** Time in ms for which marking a lesson as read (読了) can be undone before this page sends it. */
export const UNDO_MS = 5 * SECOND_MS;

interface UndoWait {
  over: Promise<void>;
  end: () => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** The one undo wait of this page; a further call prolongs it. */
let current: UndoWait | undefined;

function begin(register: () => void): UndoWait {
  const { document, window } = browser;
  let settle = (): void => undefined;
  const over = new Promise<void>((resolve) => (settle = resolve));
  const end = () => {
    clearTimeout(wait.timer);
    document?.removeEventListener('visibilitychange', handleVisibility);
    window?.removeEventListener('pagehide', handleLeave);
    current = undefined;
    settle();
  };
  const handleVisibility = () => document?.visibilityState === 'hidden' && end();
  // Start no run of replay here: the browser would cut it off, or it would keep the page out of the back/forward cache.
  // The service worker sends the call, or this page when it is shown again.
  const handleLeave = () => {
    document?.removeEventListener('visibilitychange', handleVisibility);
    register();
  };
  const wait: UndoWait = { over, end };
  document?.addEventListener('visibilitychange', handleVisibility);
  window?.addEventListener('pagehide', handleLeave);
  return wait;
}

/** Resolves when no call of this page can be undone any more. */
export async function untilUndoIsOver(): Promise<void> {
  await current?.over;
}

/**
 * Waits until calls can no longer be undone: for `ms`, starting again with each call, or until the page is hidden.
 *
 * @param register registers Background Sync; called when the page is left.
 */
export async function waitForUndo(ms: number, register: () => void): Promise<void> {
  if (browser.document?.visibilityState === 'hidden') return;
  current ??= begin(register);
  clearTimeout(current.timer);
  current.timer = setTimeout(current.end, ms);
  await current.over;
}
