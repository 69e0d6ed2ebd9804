/** Modules that are fetched when the first text needs them. */
import { useSyncExternalStore } from 'react';

/** What is drawn for a frame, in ms: as much as laying out the one before took, within these. */
const LEAST_MS = 8;
const MOST_MS = 100;
/** React takes fifty updates without a breath for an endless loop. */
const MAX_AT_ONCE = 25;

/** When the page was laid out; a page that nobody sees has no frames. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Each draws a formula or colours code: as many for one frame as the page does not feel. */
async function tell(listeners: ReadonlySet<() => void>): Promise<void> {
  let told = 0;
  let end = performance.now() + LEAST_MS;
  for (const listener of listeners) {
    listener();
    told += 1;
    await Promise.resolve();
    if (told < MAX_AT_ONCE && performance.now() < end) continue;
    const start = performance.now();
    await nextFrame();
    told = 0;
    end = performance.now() + Math.max(LEAST_MS, Math.min(MOST_MS, performance.now() - start));
  }
}

/**
 * Makes a hook that answers with the module, or undefined until it is here; without a network the text stays as it is,
 * and the next text tries again.
 */
export function createLazyModule<T>(load: () => Promise<T>): (isWanted: boolean) => T | undefined {
  let loaded: T | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function fetchModule(): Promise<void> {
    try {
      loaded = await load();
      await tell(listeners);
    } catch {
      loading = undefined;
    }
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    loading ??= fetchModule();
    return () => listeners.delete(listener);
  }
  const ignore = () => () => undefined;

  return function useModule(isWanted) {
    return useSyncExternalStore(isWanted ? subscribe : ignore, () => (isWanted ? loaded : undefined));
  };
}
