/** Signing in again in a dialog, when the session ends while the user works (docs/decisions/0033). */
import { useSyncExternalStore } from 'react';

import { requestReplay } from '@/offline/page/request-replay';
import { readSessionStatus, setSessionStatus, type SessionStatus, watchSessionStatus } from '@/session/session-status';

/** Returns the status of this page's session. */
export function useSessionStatus(): SessionStatus {
  return useSyncExternalStore(watchSessionStatus, readSessionStatus);
}

/**
 * Opens the dialog to sign in again.
 *
 * @returns true once the same user has signed in, false when the dialog was closed.
 */
export function askToSignIn(): Promise<boolean> {
  setSessionStatus('asked');
  return new Promise((resolve) => {
    const stop = watchSessionStatus((status) => {
      stop();
      resolve(status === 'live');
    });
  });
}

/** Closes the sign-in dialog after the same user has signed in again, and sends the queued calls. */
export function resumeSession(): void {
  setSessionStatus('live');
  void requestReplay({ isUrgent: true });
}

export { setSessionStatus };
