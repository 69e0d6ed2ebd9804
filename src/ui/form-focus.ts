/** The focus around what opens in place: a form's first field takes it, or the safe answer, and whatever opened it has it again. */
import { type RefObject, useEffect, useRef } from 'react';

/** Goes on what takes the focus as soon as it stands. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** Goes around a form, so that it is called when the form stands. */
export function focusFirstField(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
}

/** The focus that was in a form goes back when that has closed; whoever went on elsewhere meanwhile keeps theirs. */
export function takeFocusOfForm(button: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) button?.focus();
}

/** For a button that stays while its form is open. */
export function useFocusOfForm(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) takeFocusOfForm(button.current);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
