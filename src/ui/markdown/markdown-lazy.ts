/** Modules that are fetched when the first text needs them. */
import { useSyncExternalStore } from 'react';

import { nextFrame } from './next-frame';

/** How long is drawn for a frame, in ms; what is drawn is laid out as well. */
const DRAWING_MS = 20;
/** React takes fifty updates without a breath for an endless loop. */
const MAX_AT_ONCE = 25;

/** Each draws a formula or colours code: as many for one frame as the page does not feel. */
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
  /** Answers with the module, or undefined until it is here. */
  useModule: (isWanted: boolean) => T | undefined;
  /** Fetches it ahead, and ends when it has come or cannot be had; undefined where it is here. */
  fetchModule: () => Promise<void> | undefined;
}

/** Without a network the text stays as it is, and the next text tries again. */
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
    // Paper takes all of them; the same listener is added once.
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
