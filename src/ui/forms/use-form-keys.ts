/** Keyboard shortcuts of a form: Ctrl/⌘+S saves, Ctrl/⌘+Enter saves and goes on, Enter saves if allowed, but never an Enter of an IME composition. */
import { type RefObject, useEffect } from 'react';

import { holdsCommand, isCommand } from '@/ui/command-key';
import { isOfInputMethod } from '@/ui/input-method';

import { submitAndGoOn } from './use-next-step';

const isOnlyForm = () => document.querySelectorAll('form[data-saves]').length === 1;
/** Returns whether the focus is on no control that uses keys itself, only on the page or its title. */
const isFocusFree = () => document.activeElement?.matches('body, h1') ?? true;

/** Returns whether a dialog is open above the form, such as that of a picture; the keys then belong to the dialog. */
function isBehindDialog(form: HTMLFormElement): boolean {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  return dialog !== undefined && !dialog.contains(form);
}

/** Ctrl+Enter: saves and goes on, where the form has a next step. @returns false if the key is not handled */
function goOn(event: KeyboardEvent, form: HTMLFormElement): boolean {
  if (!isCommand(event, 'enter') || event.repeat) return false;
  return !isBehindDialog(form) && submitAndGoOn(form);
}

/**
 * Handles the shortcuts while the form is mounted; with several forms on a screen, the one with the focus is saved.
 *
 * @param savesOnEnter true keeps the browser's submit on Enter in single-line fields, checkboxes and radio buttons.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, savesOnEnter: boolean): void {
  useEffect(() => {
    const element = form.current;
    const handleSaveKey = (event: KeyboardEvent) => {
      if (!element || !holdsCommand(event) || event.key.toLowerCase() !== 's') return;
      // Prevents the browser's "save page", also during an IME composition.
      event.preventDefault();
      if (isCommand(event, 's') && !event.repeat && (isOnlyForm() || element.contains(document.activeElement)))
        element.requestSubmit();
    };
    const handleEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !element) return;
      if (goOn(event, element)) {
        event.preventDefault();
        return;
      }
      if (isOfInputMethod(event) || (!savesOnEnter && event.target instanceof HTMLInputElement)) event.preventDefault();
    };
    const handleKey = (event: KeyboardEvent) => {
      handleSaveKey(event);
      if (element && isOnlyForm() && isFocusFree()) goOn(event, element);
    };
    window.addEventListener('keydown', handleKey);
    element?.addEventListener('keydown', handleEnter);
    return () => {
      window.removeEventListener('keydown', handleKey);
      element?.removeEventListener('keydown', handleEnter);
    };
  }, [form, savesOnEnter]);
}
