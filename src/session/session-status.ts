/** How the page's session stands with its server: refused until somebody signs in again, and whether they are asked to. */
import { createSignal } from '@/storage/signal';

export type SessionStatus = 'live' | 'over' | 'asked';

const changed = createSignal<SessionStatus>();
let standing: SessionStatus = 'live';

/** What the last request was told; `live` before the first. */
export function readSessionStatus(): SessionStatus {
  return standing;
}

export function setSessionStatus(next: SessionStatus): void {
  if (next === standing) return;
  standing = next;
  changed.publish(next);
}

/** Notes what a request was told, by its status; GET /info/ is anybody's, and what failed on its way says nothing. Whoever is asked to sign in stays asked. */
export function noteAnswer(path: string, status: number): void {
  if (path === '/info/' || status >= 500) return;
  if (status !== 401) setSessionStatus('live');
  else if (standing === 'live') setSessionStatus('over');
}

/** Calls the listener whenever it changes; returns how to stop. */
export const watchSessionStatus = changed.subscribe;
