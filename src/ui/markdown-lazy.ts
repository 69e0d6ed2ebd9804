/** Modules that are fetched when the first text needs them. */
import { useSyncExternalStore } from 'react';

const BREATH_MS = 16;
/** React takes fifty updates without a breath for an endless loop. */
const MAX_AT_ONCE = 25;

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
      // Each draws a formula or colours code: so many at once as the page does not feel.
      let start = performance.now();
      let told = 0;
      for (const listener of listeners) {
        listener();
        told += 1;
        await Promise.resolve();
        if (told % MAX_AT_ONCE > 0 && performance.now() - start < BREATH_MS) continue;
        await new Promise((resolve) => setTimeout(resolve));
        start = performance.now();
      }
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
