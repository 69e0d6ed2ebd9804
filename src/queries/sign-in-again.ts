/** Signing in again in place, where the session ended in the middle of something (docs/decisions/0033). */
import { useSyncExternalStore } from 'react';

import { readStanding, setStanding, type Standing, watchStanding } from '@/session/standing';

/** How this page's session stands. */
export function useStanding(): Standing {
  return useSyncExternalStore(watchStanding, readStanding);
}

/** Opens the dialog; true once the same person is signed in again, false when it was closed. */
export function askToSignIn(): Promise<boolean> {
  setStanding('asked');
  return new Promise((resolve) => {
    const stop = watchStanding((standing) => {
      stop();
      resolve(standing === 'live');
    });
  });
}

export { setStanding };
