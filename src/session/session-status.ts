/** The status of the page's session on the server. */
import { createSignal } from '@/storage/signal';

/** The status of the session. `over`: the server responded with 401; `asked`: the dialog to sign in again is open. */
export type SessionStatus = 'live' | 'over' | 'asked';

const changed = createSignal<SessionStatus>();
let current: SessionStatus = 'live';

/** Returns the session's status by the latest request; `live` before the first. */
export function readSessionStatus(): SessionStatus {
  return current;
}

export function setSessionStatus(next: SessionStatus): void {
  if (next === current) return;
  current = next;
  changed.publish(next);
}

/**
 * Updates the session's status by a response's HTTP status; ignores GET /info/, which is public, and 5xx. An open
 * sign-in dialog stays open.
 */
export function noteAnswer(path: string, status: number): void {
  if (path === '/info/' || status >= 500) return;
  if (status !== 401) setSessionStatus('live');
  else if (current === 'live') setSessionStatus('over');
}

/** Calls the listener on every change of the session's status. @returns a function that unsubscribes. */
export const watchSessionStatus = changed.subscribe;
