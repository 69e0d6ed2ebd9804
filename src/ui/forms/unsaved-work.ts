/** A registry of unsaved work that a reload would lose. */
import { useEffect, useId } from 'react';

import { createSignal } from '@/storage/signal';

const unsaved = new Set<string>();
let isGivenUp = false;
const changed = createSignal();

/** Registers a component's unsaved work (a changed form, a running upload) while it is mounted. */
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

/** Lets the page be left without confirmation, because its session has ended and another user may be at the device. */
export function giveUpUnsavedWork(isLeaving: boolean): void {
  isGivenUp = isLeaving;
}

/** Returns whether unsaved work may ask for confirmation before leaving. */
export function mayHoldPage(): boolean {
  return !isGivenUp;
}

/** Returns whether anything is unsaved. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0;
}

/** Calls the listener when the answer of `hasUnsavedWork` may have changed. @returns a function that unsubscribes. */
export const watchUnsavedWork = changed.subscribe;
