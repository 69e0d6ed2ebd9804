/** The keyboard shortcuts for solving questions: 1 to 9 choose, → and Enter go on, ← goes back. */
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

import { useDisplaySettings } from '@/ui/display/display-settings';
import { isOfInputMethod } from '@/ui/keys/input-method';

export interface SolveKeyActions {
  /** Chooses a choice by its index, from 0; undefined if the question has no choices. */
  onChoose?: (index: number) => void;
  onNext: () => void;
  onPrevious: () => void;
}

/** Elements that handle keys themselves while focused: menus, a block of code that scrolls sideways, a dragged item. */
const OWN_KEYS = '[role="menu"], [role="region"][tabindex="0"], [role="group"][tabindex="0"], [data-own-keys]';
const TEXT_FIELDS = 'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable="true"]';
/** Elements that Enter activates, such as buttons and links. */
const PRESSED_BY_ENTER = 'a, button, summary, [role="button"]';
const DIALOGS = 'dialog, [role="dialog"]';

function actionOf(event: KeyboardEvent, actions: SolveKeyActions): (() => void) | undefined {
  const target = event.target instanceof Element ? event.target : document.body;
  const isTyping = target.matches(TEXT_FIELDS);
  const { onChoose } = actions;
  if (event.key === 'Enter') return target.closest(PRESSED_BY_ENTER) ? undefined : actions.onNext;
  if (isTyping) return undefined;
  if (event.key === 'ArrowRight') return actions.onNext;
  if (event.key === 'ArrowLeft') return actions.onPrevious;
  if (onChoose && /^[1-9]$/.test(event.key)) return () => onChoose(Number(event.key) - 1);
  return undefined;
}

/** Returns true for keys of an input method or of a browser shortcut, which the screen must not handle. */
function isForeign(event: KeyboardEvent): boolean {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  return isShortcut || isOfInputMethod(event) || event.defaultPrevented;
}

/**
 * Listens for the keyboard shortcuts of solving, unless shortcuts of one key are off, on the whole page, or within the
 * dialog that contains `container`.
 *
 * @param container any element inside the question set; keys pressed in a dialog that does not contain it are ignored.
 */
export function useSolveKeys(container: RefObject<HTMLElement | null>, actions: SolveKeyActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (isForeign(event)) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(OWN_KEYS)) return;
    const dialog = target.closest(DIALOGS) ?? document.querySelector('[role="dialog"][aria-modal="true"]');
    if (dialog && !dialog.contains(container.current)) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  // Add the listener in a layout effect, as soon as the question appears, because a key press may follow immediately.
  const { singleKeys } = useDisplaySettings();
  useLayoutEffect(() => {
    if (!singleKeys) return undefined;
    const listen = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [singleKeys]);
}
