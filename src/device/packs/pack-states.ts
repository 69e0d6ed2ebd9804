/** The progress of running saves of courses, as broadcast by any tab; in memory only. */
import { type PackState, packState } from '@/offline/packs/pack-broadcasts';
import type { OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';
import { createSignal } from '@/storage/signal';

const states = new Map<string, PackState>();
const changed = createSignal();
let isWatching = false;

/** Returns the progress of saving a course; undefined when it is not being saved. */
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
  // After missed broadcasts the states may be outdated: forget them, because running saves broadcast their progress again.
  broadcastsMissed.subscribe(() => {
    states.clear();
    changed.publish();
  });
}

/** Calls `listener` on every change of the progress of saving a course. @returns a function that unsubscribes. */
export function watchPackStates(listener: () => void): () => void {
  if (!isWatching) follow();
  return changed.subscribe(listener);
}
