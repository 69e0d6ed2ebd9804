/** The broadcasts about the queue between tabs and worker. */
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';
import { StorageError } from '@/storage/storage-error';

/** Broadcast: the calls of `owner` that wait or were refused (要確認) changed. */
export const queueChanged = createBroadcast<{ owner: OwnerKey }>('queue-changed');

/** Broadcast: the server has confirmed these calls. `subject`: the id of the lesson or question set. */
export const callsReceived = createBroadcast<{
  owner: OwnerKey;
  calls: { id: string; kind: string; subject: string }[];
}>('receipt');

/**
 * How a run of replay ended. `stoppedBy`: 'network' no answer; 'portal' something else answered for the server;
 * 'session' no session, or the token is refused; 'pause' the server asked for a delay; 'storage' the device fails.
 */
export interface ReplayOutcome {
  received: number;
  refused: number;
  stoppedBy?: 'network' | 'portal' | 'session' | 'pause' | 'storage';
  /** The id of the entry at which the run stopped. */
  stoppedAt?: string;
  /** When the first postponed call may be sent, in ms since 1970 by the device's clock. */
  nextDueAt?: number;
  /**
   * A message to show once, in Japanese: what the server had lost (docs/decisions/0036). Tabs of all builds show it.
   */
  words?: string;
}

/**
 * Returns how a run ends if the device fails or the run is aborted: entries without a stored result stay queued.
 * Rethrows other errors.
 */
export function failedOutcome(error: unknown): Pick<ReplayOutcome, 'stoppedBy'> {
  if (error instanceof StorageError || error instanceof DOMException) return { stoppedBy: 'storage' };
  throw error;
}

/**
 * Broadcast: a run has started sending, or has ended with `outcome`. Without `owner` it concerns every tab, signed in
 * or not.
 */
export const replayState = createBroadcast<{ owner?: OwnerKey; sending: boolean; outcome?: ReplayOutcome }>(
  'replay-state',
);
