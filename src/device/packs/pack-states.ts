/** How saving goes at this moment, as this tab or another one tells it; kept in memory only. */
import { hearAllNews, type PackNews } from '@/storage/news';
import { createSignal } from '@/storage/signal';

export type { PackNews } from '@/storage/news';

const states = new Map<string, PackNews>();
const changed = createSignal();
let stopHearing: (() => void) | undefined;

/** How saving a course goes; undefined when it does not. */
export function packStateOf(owner: string, courseId: string): PackNews | undefined {
  return states.get(`${owner}|${courseId}`);
}

/** Calls `listener` when any of it changes; returns how to stop. */
export function watchPackStates(listener: () => void): () => void {
  stopHearing ??= hearAllNews((news) => {
    if (news.type !== 'pack-state') return;
    const key = `${news.owner}|${news.courseId}`;
    if (news.state.phase === 'ended') states.delete(key);
    else states.set(key, news.state);
    changed.publish();
  });
  return changed.subscribe(listener);
}
