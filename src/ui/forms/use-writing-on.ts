/** Detects typing in another field during a save, so that the result does not move the focus. */
import { useRef } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

export function useWritingOn() {
  const pressedIn = useRef<Element>(null);
  return {
    /** Remembers the focused field; to be called when a save begins. */
    begin: () => {
      pressedIn.current = document.activeElement;
    },
    isWritingOn: () => {
      const { activeElement } = document;
      return activeElement !== pressedIn.current && (activeElement?.matches(FIELDS) ?? false);
    },
  };
}
