/**
 * Restores the focus when the focused element was removed or disabled for a while, so that keyboard users do not start
 * at the top of the page again.
 */
import { useEffect } from 'react';

/** Elements whose name a screen reader announces when they get the focus. */
const NAMED_SELECTORS = [
  '[role="dialog"]',
  'fieldset',
  ...['form', 'section', 'ol', 'ul', '[role="group"]'].flatMap((each) => [
    `${each}[aria-label]`,
    `${each}[aria-labelledby]`,
  ]),
].join(',');

/**
 * Wait, in ms, before the focus is restored: components that open or close move the focus themselves, dialogs after 10
 * ms.
 */
const GRACE_MS = 50;

/** Returns true if no element has the focus. */
const isFree = () => document.activeElement === null || document.activeElement === document.body;

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) found.push(at);
  return found;
}

/**
 * Returns the element to focus: the nearest named ancestor still in the document, else the open dialog, else the
 * screen's first field or title.
 */
function heirOf(around: readonly Element[]): Element | null | undefined {
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
  const near = around.find((element) => element.isConnected && element.matches(NAMED_SELECTORS));
  const start = document.querySelector('main [data-autofocus]') ?? document.querySelector('main h1');
  return near ?? dialog ?? start ?? document.querySelector('main');
}

function give(heir: Element | null | undefined): void {
  if (!(heir instanceof HTMLElement)) return;
  if (!heir.hasAttribute('tabindex')) heir.tabIndex = -1;
  heir.focus({ preventScroll: true });
}

/** Watches the focus and restores it after it was lost. @returns a function that stops this. */
export function watchFocus(): () => void {
  let last: Element | undefined;
  let around: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : undefined;
    around = last ? ancestorsOf(last) : [];
  };
  // A blur of an enabled element, such as by a click on empty space, is intended; a blur by removing or disabling the
  // element is not.
  const letGo = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (last && last === target && last.isConnected && !last.matches(':disabled') && isFree()) last = undefined;
    });
  const look = () => {
    timer = undefined;
    if (!last || !isFree()) return;
    if (!last.isConnected) give(heirOf(around));
    else if (!last.matches(':disabled')) give(last);
  };
  const observer = new MutationObserver(() => {
    if (last && isFree()) timer ??= setTimeout(look, GRACE_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', letGo);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', letGo);
  };
}

export function useKeptFocus(): void {
  useEffect(watchFocus, []);
}
