/** Modules that are loaded when the first text needs them. */
import { useSyncExternalStore } from 'react';

import { nextFrame } from '@/lib/wait';

/** Rendering time per frame in ms, which leaves time for layout. */
const DRAWING_MS = 20;
/** A limit below fifty, because React treats fifty nested updates as an endless loop. */
const MAX_AT_ONCE = 25;

/** Runs queued renderings of formulas and code, limited per frame. */
async function tell(listeners: ReadonlySet<() => void>): Promise<void> {
  let told = 0;
  let end = 0;
  for (const listener of listeners) {
    if (told >= MAX_AT_ONCE || performance.now() > end) {
      await nextFrame();
      told = 0;
      end = performance.now() + DRAWING_MS;
    }
    listener();
    told += 1;
    await Promise.resolve();
  }
}

export interface LazyModule<T> {
  /** Returns the module; undefined until it is loaded. */
  useModule: (isWanted: boolean) => T | undefined;
  /** Preloads the module; the promise resolves when it is loaded or has failed; undefined when already loaded. */
  fetchModule: () => Promise<void> | undefined;
}

/** Creates a lazy module. Without a network the text stays plain, and the next text retries. */
export function createLazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let loaded: T | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function loadOnce(): Promise<void> {
    try {
      loaded = await load();
      void tell(listeners);
    } catch {
      loading = undefined;
    }
  }
  const tellAll = () => listeners.forEach((listener) => listener());
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    // Printing needs all listeners to be updated; adding the same event listener again has no effect.
    window.addEventListener('beforeprint', tellAll);
    loading ??= loadOnce();
    return () => listeners.delete(listener);
  }
  const ignore = () => () => undefined;

  return {
    fetchModule: () => (loaded ? undefined : (loading ??= loadOnce())),
    useModule: function useModule(isWanted) {
      return useSyncExternalStore(isWanted ? subscribe : ignore, () => (isWanted ? loaded : undefined));
    },
  };
}
