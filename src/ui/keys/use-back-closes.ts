/** Makes the Back button close a dialog or drawer instead of leaving the screen. */
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Calls `onClose` when the browser goes back.
 *
 * @param isOpen needed when the calling component stays mounted while closed.
 */
export function useBackCloses(onClose: () => void, isOpen = true): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  // The function is stable over renders, so that it stays registered before the leave guard of a form inside the
  // dialog.
  const shouldBlockFn = useCallback<ShouldBlockFn>(({ action }) => {
    if (action !== 'BACK') return false;
    latest.current();
    return true;
  }, []);
  useBlocker({ shouldBlockFn, enableBeforeUnload: false, disabled: !isOpen });
}
