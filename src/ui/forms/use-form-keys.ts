/** Keyboard shortcuts of a form: Ctrl+S and ⌘+S save, Enter saves if allowed, but never an Enter of an IME composition. */
import { type RefObject, useEffect } from 'react';

import { isOfInputMethod } from '@/ui/input-method';

function isSaveKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's';
}

/**
 * Handles the shortcuts while the form is mounted; with several forms on a screen, Ctrl+S saves the one with the focus.
 *
 * @param savesOnEnter true keeps the browser's submit on Enter in single-line fields, checkboxes and radio buttons.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, savesOnEnter: boolean): void {
  useEffect(() => {
    const element = form.current;
    const handleSaveKey = (event: KeyboardEvent) => {
      if (!element || !isSaveKey(event)) return;
      // Prevents the browser's "save page".
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
