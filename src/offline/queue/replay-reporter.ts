/** Tells tabs and worker how a run of replay goes: at once when it begins and ends, at most five times a second between. */
import type { OwnerKey } from '@/session/session';

import type { QueuedEntry } from './entries';
import { callsReceived, queueChanged, type ReplayOutcome, replayState } from './queue-broadcasts';
import { subjectOf } from './queued-calls';

const PUBLISH_INTERVAL_MS = 200;

export interface Reporter {
  /** The first call of the run goes out. */
  started: () => void;
  /** The server has received it, and the device knows. */
  received: (entry: QueuedEntry) => void;
  refused: () => void;
  /** The run is over. */
  finished: (outcome: ReplayOutcome) => void;
}

/** Gathers what changed, and tells it now and then: also while the next call waits for its answer. */
function createTeller(owner: OwnerKey) {
  let untold: QueuedEntry[] = [];
  let isChanged = false;
  let toldAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    toldAt = performance.now();
    clearTimeout(timer);
    timer = undefined;
    if (untold.length > 0) {
      const calls = untold.map(({ id, call }) => ({ id, kind: call.kind, subject: subjectOf(call) }));
      callsReceived.publish({ owner, calls });
    }
    if (isChanged) queueChanged.publish({ owner });
    untold = [];
    isChanged = false;
  }

  function note(received?: QueuedEntry): void {
    if (received) untold.push(received);
    isChanged = true;
    const waitMs = toldAt + PUBLISH_INTERVAL_MS - performance.now();
    if (waitMs <= 0) tell();
    else timer ??= setTimeout(tell, waitMs);
  }
  return { note, tell };
}

/** Makes the reporter of one owner's run. */
export function createReporter(owner: OwnerKey): Reporter {
  const teller = createTeller(owner);
  let isStarted = false;
  return {
    started() {
      if (!isStarted) replayState.publish({ owner, sending: true });
      isStarted = true;
    },
    received: (entry) => teller.note(entry),
    refused: () => teller.note(),
    finished(outcome) {
      teller.tell();
      replayState.publish({ owner, sending: false, outcome });
    },
  };
}
