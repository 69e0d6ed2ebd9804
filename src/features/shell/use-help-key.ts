/** The keyboard shortcut `?`, which opens the list of shortcuts, except in text fields. */
import { useEffect, useEffectEvent } from 'react';

import { useDisplaySettings } from '@/ui/display-settings';
import { isOfInputMethod } from '@/ui/input-method';

/** Elements in which `?` is typed as text. */
const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

function isWriting(event: KeyboardEvent): boolean {
  return isOfInputMethod(event) || (event.target instanceof Element && event.target.closest(WRITING) !== null);
}

/** Calls back when `?` is pressed, except in a text field, during a composition, while a dialog is open, and where shortcuts of one key are off. */
export function useHelpKey(onHelp: () => void): void {
  const handleHelp = useEffectEvent(onHelp);
  const { singleKeys } = useDisplaySettings();
  useEffect(() => {
    if (!singleKeys) return undefined;
    function handleKey(event: KeyboardEvent) {
      // Japanese input may produce the full-width question mark.
      if ((event.key !== '?' && event.key !== '？') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isWriting(event) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      handleHelp();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [singleKeys]);
}
