/** Signing in again in place, where the session ended in the middle of something (docs/decisions/0033). */
import { useSyncExternalStore } from 'react';

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

export { setSessionStatus };
