/** The registry of unsaved work: what loading the page anew would lose. */
import { useEffect, useId } from 'react';

import { createSignal } from '@/storage/signal';

const unsaved = new Set<string>();
let isGivenUp = false;
const changed = createSignal();

/** Keeps what a component has not saved in the registry for as long as it stands: a changed form, an upload under way. */
export function useUnsavedWork(isUnsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.add(id);
    changed.publish();
    return () => {
      unsaved.delete(id);
      changed.publish();
    };
  }, [id, isUnsaved]);
}

/** Whether the page goes whatever is unsaved: its session has ended, and somebody else may sit here. */
export function giveUpUnsavedWork(isLeaving: boolean): void {
  isGivenUp = isLeaving;
}

/** Whether unsaved work may hold the page up. */
export function mayHoldPage(): boolean {
  return !isGivenUp;
}

/** Whether anything is unsaved now. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0;
}

/** Calls the listener when that may have changed; returns how to stop. */
export const watchUnsavedWork = changed.subscribe;
