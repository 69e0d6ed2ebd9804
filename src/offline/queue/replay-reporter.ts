/** Broadcasts how a run of replay goes: immediately at its start and end, at most five times a second in between. */
import type { OwnerKey } from '@/session/session';

import type { QueuedEntry } from './entries';
import { callsReceived, queueChanged, type ReplayOutcome, replayState } from './queue-broadcasts';
import { subjectOf } from './queued-calls';

const PUBLISH_INTERVAL_MS = 200;

export interface Reporter {
  /** Called when the first call of the run is sent. */
  started: () => void;
  /** Called when the server has received a call, and the receipt is stored. */
  received: (entry: QueuedEntry) => void;
  refused: () => void;
  /** Called when the run is over. */
  finished: (outcome: ReplayOutcome) => void;
}

/** Broadcasts of changes are throttled, also while the next call waits for its answer. */
function createThrottle(owner: OwnerKey) {
  let unpublished: QueuedEntry[] = [];
  let isChanged = false;
  let publishedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function publish(): void {
    publishedAt = performance.now();
    clearTimeout(timer);
    timer = undefined;
    if (unpublished.length > 0) {
      const calls = unpublished.map(({ id, call }) => ({ id, kind: call.kind, subject: subjectOf(call) }));
      callsReceived.publish({ owner, calls });
    }
    if (isChanged) queueChanged.publish({ owner });
    unpublished = [];
    isChanged = false;
  }

  function note(received?: QueuedEntry): void {
    if (received) unpublished.push(received);
    isChanged = true;
    const waitMs = publishedAt + PUBLISH_INTERVAL_MS - performance.now();
    if (waitMs <= 0) publish();
    else timer ??= setTimeout(publish, waitMs);
  }
  return { note, publish };
}

/** Creates the reporter of one owner's run. */
export function createReporter(owner: OwnerKey): Reporter {
  const throttle = createThrottle(owner);
  let isStarted = false;
  return {
    started() {
      if (!isStarted) replayState.publish({ owner, sending: true });
      isStarted = true;
    },
    received: (entry) => throttle.note(entry),
    refused: () => throttle.note(),
    finished(outcome) {
      throttle.publish();
      replayState.publish({ owner, sending: false, outcome });
    },
  };
}
