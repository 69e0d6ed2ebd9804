/** Focus management for forms and confirmations that open in place. */
import { type RefObject, useEffect, useRef } from 'react';

/** A ref callback: focuses the element on mount. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** Returns the props of a form's first field; it gets the focus when the form creates a new item. */
export function firstFieldOf(isNew: boolean) {
  return isNew ? { 'data-autofocus': true, ref: focusOnMount } : {};
}

/** A ref callback for an element around a form: focuses the form's first field on mount. */
export function focusFirstField(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
}

/** Returns the focus to a button after its form has closed, unless the focus has moved elsewhere. */
export function takeFocusOfForm(button: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) button?.focus();
}

/** Returns the ref for a button that stays mounted while its form is open, and gets the focus back when it closes. */
export function useFocusOfForm(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) takeFocusOfForm(button.current);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
