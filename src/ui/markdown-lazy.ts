/** Modules that are fetched when the first text needs them. */
import { useSyncExternalStore } from 'react';

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
      for (const listener of listeners) listener();
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
