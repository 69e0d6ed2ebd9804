/** How saving goes at this moment, as this tab or another one tells it; kept in memory only. */
import { type PackState, packState } from '@/offline/packs/pack-broadcasts';
import type { OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';
import { createSignal } from '@/storage/signal';

const states = new Map<string, PackState>();
const changed = createSignal();
let isWatching = false;

/** How saving a course goes; undefined when it does not. */
export function packStateOf(owner: OwnerKey, courseId: string): PackState | undefined {
  return states.get(`${owner}|${courseId}`);
}

function follow(): void {
  isWatching = true;
  packState.subscribe(({ owner, courseId, state }) => {
    const key = `${owner}|${courseId}`;
    if (state.phase === 'ended') states.delete(key);
    else states.set(key, state);
    changed.publish();
  });
  // Whoever goes on saving tells it anew.
  broadcastsMissed.subscribe(() => {
    states.clear();
    changed.publish();
  });
}

/** Calls `listener` when any of it changes; returns how to stop. */
export function watchPackStates(listener: () => void): () => void {
  if (!isWatching) follow();
  return changed.subscribe(listener);
}
