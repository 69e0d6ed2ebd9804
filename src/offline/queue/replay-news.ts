/** Tells tabs and worker how a run of replay goes: at once when it begins and ends, at most five times a second between. */
import { type ReplayNews, tellNews } from '@/storage/news';

import type { QueuedEntry } from './entries';
import { subjectOf } from './queued-calls';

const TELL_EVERY_MS = 200;

export interface Reporter {
  /** The first call of the run goes out. */
  started: () => void;
  /** The server has received it, and the device knows. */
  received: (entry: QueuedEntry) => void;
  refused: () => void;
  /** The run is over; tells how, and returns it. */
  finished: (end: Pick<ReplayNews, 'stoppedBy' | 'stoppedAt' | 'nextDueAt'>) => ReplayNews;
}

/** Gathers what changed, and tells it now and then. */
function createTeller(owner: string) {
  let untold: QueuedEntry[] = [];
  let isChanged = false;
  let toldAt = performance.now();

  function tell(): void {
    toldAt = performance.now();
    if (untold.length > 0) {
      const calls = untold.map(({ id, call }) => ({ id, kind: call.kind, subject: subjectOf(call) }));
      tellNews({ type: 'receipt', owner, calls });
    }
    if (isChanged) tellNews({ type: 'queue-changed', owner });
    untold = [];
    isChanged = false;
  }

  function note(received?: QueuedEntry): void {
    if (received) untold.push(received);
    isChanged = true;
    if (performance.now() - toldAt >= TELL_EVERY_MS) tell();
  }
  return { note, tell };
}

/** Makes the reporter of one owner's run. */
export function createReporter(owner: string): Reporter {
  const counts = { received: 0, refused: 0 };
  const teller = createTeller(owner);
  let isStarted = false;
  return {
    started() {
      if (!isStarted) tellNews({ type: 'replay-state', owner, sending: true });
      isStarted = true;
    },
    received(entry) {
      counts.received += 1;
      teller.note(entry);
    },
    refused() {
      counts.refused += 1;
      teller.note();
    },
    finished({ stoppedBy, stoppedAt, nextDueAt }) {
      teller.tell();
      const outcome: ReplayNews = { ...counts, stoppedBy, stoppedAt, nextDueAt };
      tellNews({ type: 'replay-state', owner, sending: false, outcome });
      return outcome;
    },
  };
}
