/** What tabs and worker tell each other of the queue. */
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';

/** What waits for `owner`, or is under 要確認, changed. */
export const queueChanged = createBroadcast<{ owner: OwnerKey }>('queue-changed');

/** The server has confirmed these calls; each names its kind and what it is about. */
export const callsReceived = createBroadcast<{
  owner: OwnerKey;
  calls: { id: string; kind: string; subject: string }[];
}>('receipt');

/**
 * How a run of replay ended. `stoppedBy`: 'network' no answer; 'portal' something else answered in the server's place; 'session'
 * nobody is signed in, or the token is refused; 'pause' the server asked for time; 'storage' the device fails.
 */
export interface ReplayOutcome {
  received: number;
  refused: number;
  stoppedBy?: 'network' | 'portal' | 'session' | 'pause' | 'storage';
  /** The id of the entry that it came to a stop at. */
  stoppedAt?: string;
  /** When what was put off may be sent, in ms since 1970 by the device's clock. */
  nextDueAt?: number;
  /** What is to be said of it, once: that the server had forgotten something (docs/decisions/0036). */
  words?: string;
}

/** Sending began, or ended with `outcome`; without an owner: of whoever is here, be it that nobody is. */
export const replayState = createBroadcast<{ owner?: OwnerKey; sending: boolean; outcome?: ReplayOutcome }>(
  'replay-state',
);
