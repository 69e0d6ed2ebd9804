/** The key `?`, which lists the keys; never while something is written. */
import { useEffect, useEffectEvent } from 'react';

import { isOfInputMethod } from '@/ui/input-method';

/** Where a question mark is a character. */
const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

function isWriting(event: KeyboardEvent): boolean {
  return isOfInputMethod(event) || (event.target instanceof Element && event.target.closest(WRITING) !== null);
}

/** Calls back when `?` is pressed, but for writing, composing, and while a dialog stands. */
export function useHelpKey(onHelp: () => void): void {
  const handleHelp = useEffectEvent(onHelp);
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      // The full-width form, too: a Japanese keyboard may give it.
      if ((event.key !== '?' && event.key !== '？') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isWriting(event) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      handleHelp();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
