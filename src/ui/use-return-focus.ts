/** Gives the focus back when a dialog closes that was only put on the page when it was wanted. */
import { useEffect } from 'react';

/** Call it where the dialog is opened: whatever has the focus then has it again afterwards, unless it was given elsewhere. */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, [isOpen]);
}
