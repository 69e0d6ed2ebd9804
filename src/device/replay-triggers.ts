/** When what waits is sent: at the start, on every sign of a network, and by a timer while something waits. */
import { watchReachability } from '@/api/reachability';
import { SECOND_MS } from '@/lib/constants';
import { replayState } from '@/offline/queue/queue-news';
import { watchSync } from '@/offline/queue/replay-state';
import { replayNow, replayWhatIsHere } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

import { watchOnline } from './watch-online';

/**
 * The waits of the timer, one after the other; the last one stays. A dead server is asked every 4 s for five minutes,
 * by one request that fails at once: so it has what waits within 5 s of being back (docs/decisions/0007).
 */
const TIMER_MS = [...Array.from({ length: 75 }, () => 4), 15, 15, 60, 60, 300].map((seconds) => seconds * SECOND_MS);

/** So often what is sent may itself be the sign of a network, until something is received: what lies on the way may answer one call and never the next. */
const OWN_SIGNS = 3;

/** Runs the timer while something waits, or may wait: a device that cannot be read is asked again. Starts anew whenever nothing did. */
function followTimer(owner: OwnerKey): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  const stopWatching = watchSync(owner, ({ kind, waiting }) => {
    if (waiting === 0 && kind !== 'unknown') {
      clearTimeout(timer);
      timer = undefined;
      round = 0;
    } else if (timer === undefined) wait();
  });
  function wait(): void {
    timer = setTimeout(
      () => {
        round += 1;
        wait();
        replayNow();
      },
      TIMER_MS[Math.min(round, TIMER_MS.length - 1)],
    );
  }
  return () => {
    clearTimeout(timer);
    stopWatching();
  };
}

/** Listens to all that may mean a network; returns how to stop. */
export function followReplayTriggers(owner: OwnerKey): () => void {
  const urgently = () => void replayWhatIsHere(owner, true);
  const whenVisible = () => document.visibilityState === 'visible' && void replayWhatIsHere(owner);
  const stopTimer = followTimer(owner);
  // While calls are sent, one may be answered and the next not, for hours: what was put off then stays so.
  let isSending = false;
  let ownSigns = 0;
  const stopState = replayState.subscribe(({ sending, outcome }) => {
    isSending = sending;
    if (outcome?.received) ownSigns = 0;
  });
  const stopReachability = watchReachability((isReachable) => {
    if (!isReachable) return;
    if (isSending) ownSigns += 1;
    if (!isSending || ownSigns <= OWN_SIGNS) void replayWhatIsHere(owner, !isSending);
  });
  const stopOnline = watchOnline(urgently);
  window.addEventListener('pageshow', urgently);
  document.addEventListener('visibilitychange', whenVisible);
  void replayWhatIsHere(owner);
  return () => {
    stopTimer();
    stopReachability();
    stopState();
    stopOnline();
    window.removeEventListener('pageshow', urgently);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}
