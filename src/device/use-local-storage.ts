/** A local storage item as React state, shared by all components and tabs. */
import { useSyncExternalStore } from 'react';

import { setItem, getItem } from '@/storage/local-storage';
import { createSignal } from '@/storage/signal';

const changed = createSignal();

function subscribe(listener: () => void): () => void {
  const stop = changed.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}

/** Returns the value of a local storage key, and a function that changes the value. */
export function useStoredItem(key: string): [value: string | undefined, setValue: (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => getItem(key));
  return [
    value,
    (next) => {
      setItem(key, next);
      changed.publish();
    },
  ];
}
