/** The keys of a form: Ctrl+S and ⌘+S save it, Enter where that is wanted, and an Enter that confirms kanji never does. */
import { type RefObject, useEffect } from 'react';

import { isOfInputMethod } from '@/ui/input-method';

function isSaveKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's';
}

/**
 * While the form stands; of several forms on a screen Ctrl+S means the one that has the focus.
 *
 * @param savesOnEnter whether Enter in a field of one line, a box or a radio button saves, as browsers do by themselves
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, savesOnEnter: boolean): void {
  useEffect(() => {
    const element = form.current;
    const handleSaveKey = (event: KeyboardEvent) => {
      if (!element || !isSaveKey(event)) return;
      // The browser's own "save page" is never what is meant here.
      event.preventDefault();
      if (isOfInputMethod(event) || event.repeat) return;
      const isOnly = document.querySelectorAll('form[data-saves]').length === 1;
      if (isOnly || element.contains(document.activeElement)) element.requestSubmit();
    };
    const handleEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      if (isOfInputMethod(event) || (!savesOnEnter && event.target instanceof HTMLInputElement)) event.preventDefault();
    };
    window.addEventListener('keydown', handleSaveKey);
    element?.addEventListener('keydown', handleEnter);
    return () => {
      window.removeEventListener('keydown', handleSaveKey);
      element?.removeEventListener('keydown', handleEnter);
    };
  }, [form, savesOnEnter]);
}
