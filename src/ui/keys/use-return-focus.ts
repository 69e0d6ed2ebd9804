/** Returns the focus after a dialog closes that is mounted only while open. */
import { useEffect } from 'react';

/**
 * Stores the focused element when the dialog opens and focuses it again afterwards, unless the focus has moved
 * elsewhere.
 */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, [isOpen]);
}
