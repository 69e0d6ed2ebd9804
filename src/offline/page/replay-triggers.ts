/** When a page runs replay: at its start, on every sign of a network, and by a timer while calls wait. */
import { watchReachability } from '@/api/network/reachability';
import { replayState } from '@/offline/queue/queue-broadcasts';
import { TIMER_MS } from '@/offline/queue/retry-policy';
import { watchSync } from '@/offline/queue/sync-state';
import type { OwnerKey } from '@/session/session';

import { requestReplay, requestReplayIfAny } from './request-replay';
import { watchOnline } from './watch-online';

/**
 * Maximum number of server answers to a run's own calls that each trigger further sending, counted since the server
 * last received a call: a proxy may answer one call and never the next.
 */
const MAX_OWN_SIGNS = 3;

/**
 * Runs replay by a timer while calls wait, or while the device cannot tell if any do. When no call waits, the timer
 * starts over with its first delay.
 */
function followTimer(owner: OwnerKey): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  const stopWatching = watchSync(owner, ({ kind, waiting }) => {
    if (waiting === 0 && kind !== 'unknown') {
      clearTimeout(timer);
      timer = undefined;
      round = 0;
    } else if (timer === undefined) schedule();
  });
  function schedule(): void {
    timer = setTimeout(
      () => {
        round += 1;
        schedule();
        void requestReplay({ isTimed: true });
      },
      TIMER_MS[Math.min(round, TIMER_MS.length - 1)],
    );
  }
  return () => {
    clearTimeout(timer);
    stopWatching();
  };
}

/** Runs replay now and on each trigger from now on; returns a function that stops this. */
export function followReplayTriggers(owner: OwnerKey): () => void {
  const urgently = () => void requestReplayIfAny(owner, { isUrgent: true });
  const whenVisible = () => document.visibilityState === 'visible' && void requestReplayIfAny(owner);
  const stopTimer = followTimer(owner);
  // Answers to the run's own calls do not end the backoff: one call may be answered and the next one not, for hours.
  let isSending = false;
  let ownSigns = 0;
  const stopState = replayState.subscribe(({ sending, outcome }) => {
    isSending = sending;
    if (outcome?.received) ownSigns = 0;
  });
  const stopReachability = watchReachability((isReachable) => {
    if (!isReachable) return;
    if (isSending) ownSigns += 1;
    if (!isSending || ownSigns <= MAX_OWN_SIGNS) void requestReplayIfAny(owner, { isUrgent: !isSending });
  });
  const stopOnline = watchOnline(urgently);
  window.addEventListener('pageshow', urgently);
  document.addEventListener('visibilitychange', whenVisible);
  void requestReplayIfAny(owner);
  return () => {
    stopTimer();
    stopReachability();
    stopState();
    stopOnline();
    window.removeEventListener('pageshow', urgently);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}
