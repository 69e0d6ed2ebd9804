/** The Back button closes what lies over a screen, as it does the browser's own dialogs on a phone; the screen stays. */
import { useBlocker } from '@tanstack/react-router';

/** @param isOpen where what calls it stays on the page when it is closed. */
export function useBackCloses(onClose: () => void, isOpen = true): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      onClose();
      return true;
    },
    enableBeforeUnload: false,
    disabled: !isOpen,
  });
}
