/**
 * Starts a run of replay from a page. The code that sends is in a separate chunk, because most starts have nothing to
 * send.
 */
import { replayState } from '@/offline/queue/queue-broadcasts';
import { hasCalls, QUEUE_SNAPSHOT_KEY } from '@/offline/queue/queue-counts';
import type { OwnerKey } from '@/session/session';
import { getItem } from '@/storage/local-storage';

import type { PageReplayOptions, replayFromPage } from './page-replay';

/** Loads the code that sends the queue; resolves with undefined when it cannot be fetched. */
export function loadReplay(): Promise<typeof replayFromPage | undefined> {
  return import('./page-replay').then((loaded) => loaded.replayFromPage).catch(() => undefined);
}

/**
 * Sends due calls and resolves when the run is over, however it ends. When the chunk with the sending code cannot be
 * fetched, the run ends as without a network.
 */
export async function requestReplay(options: PageReplayOptions = {}): Promise<void> {
  const replay = await loadReplay();
  if (replay) await replay(options);
  else replayState.publish({ sending: false, outcome: { received: 0, refused: 0, stoppedBy: 'network' } });
}

/**
 * Like {@link requestReplay}, but only if the owner's queue holds calls or receipts, or held some before the browser
 * deleted it.
 */
export async function requestReplayIfAny(owner: OwnerKey, options?: PageReplayOptions): Promise<void> {
  const isNeeded = await hasCalls(owner).catch(() => true);
  if (isNeeded || getItem(QUEUE_SNAPSHOT_KEY + owner)) await requestReplay(options);
}
