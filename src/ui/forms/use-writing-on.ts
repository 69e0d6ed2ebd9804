/** Whether somebody writes on in another field while a save is on its way: what comes of it leaves the focus there. */
import { useRef } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

export function useWritingOn() {
  const pressedIn = useRef<Element>(null);
  return {
    /** A save begins. */
    begin: () => {
      pressedIn.current = document.activeElement;
    },
    isWritingOn: () => {
      const { activeElement } = document;
      return activeElement !== pressedIn.current && (activeElement?.matches(FIELDS) ?? false);
    },
  };
}
