/** The Back button closes what lies over a screen, as it does the browser's own dialogs on a phone; the screen stays. */
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

/** @param isOpen where what calls it stays on the page when it is closed. */
export function useBackCloses(onClose: () => void, isOpen = true): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  // The same over all renders, so that it is asked before the guard of a form that it lies around.
  const shouldBlockFn = useCallback<ShouldBlockFn>(({ action }) => {
    if (action !== 'BACK') return false;
    latest.current();
    return true;
  }, []);
  useBlocker({ shouldBlockFn, enableBeforeUnload: false, disabled: !isOpen });
}
