/** A word that this device keeps, as screens see it: the same in all of them, and in every tab. */
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

/** The word of a key, and how to keep another one. */
export function useStoredItem(key: string): [word: string | undefined, keep: (word: string) => void] {
  const word = useSyncExternalStore(subscribe, () => getItem(key));
  return [
    word,
    (next) => {
      setItem(key, next);
      changed.publish();
    },
  ];
}
