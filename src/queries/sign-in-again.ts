/** Signing in again in place, where the session ended in the middle of something (docs/decisions/0033). */
import { useSyncExternalStore } from 'react';

import { requestReplay } from '@/offline/page/request-replay';
import { readSessionStatus, setSessionStatus, type SessionStatus, watchSessionStatus } from '@/session/session-status';

/** How this page's session stands. */
export function useStanding(): SessionStatus {
  return useSyncExternalStore(watchSessionStatus, readSessionStatus);
}

/** Opens the dialog; true once the same person is signed in again, false when it was closed. */
export function askToSignIn(): Promise<boolean> {
  setSessionStatus('asked');
  return new Promise((resolve) => {
    const stop = watchSessionStatus((standing) => {
      stop();
      resolve(standing === 'live');
    });
  });
}

/** Closes the dialog after the same person has signed in again, and sends what waited for a session. */
export function resumeSession(): void {
  setSessionStatus('live');
  void requestReplay({ isUrgent: true });
}

export { setSessionStatus };
