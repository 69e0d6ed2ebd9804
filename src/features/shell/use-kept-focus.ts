/** Where the focus goes when what had it is gone or was out of use for a while, so that nobody begins at the top of the page again. */
import { useEffect } from 'react';

/** What a reader calls by its name when it takes the focus. */
const NAMED_SELECTORS = [
  '[role="dialog"]',
  'fieldset',
  ...['form', 'section', 'ol', 'ul', '[role="group"]'].flatMap((each) => [
    `${each}[aria-label]`,
    `${each}[aria-labelledby]`,
  ]),
].join(',');

/** Whoever opens or closes something puts the focus where it belongs; dialogs do so after 10 ms. */
const GRACE_MS = 50;

/** Nobody has gone on to anything else. */
const isFree = () => document.activeElement === null || document.activeElement === document.body;

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) found.push(at);
  return found;
}

/** The nearest thing with a name that still stands, else the title of what has come in its place. */
function heirOf(around: readonly Element[]): Element | null | undefined {
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
  const near = around.find((element) => element.isConnected && element.matches(NAMED_SELECTORS));
  return near ?? dialog ?? document.querySelector('main h1') ?? document.querySelector('main');
}

function give(heir: Element | null | undefined): void {
  if (!(heir instanceof HTMLElement)) return;
  if (!heir.hasAttribute('tabindex')) heir.tabIndex = -1;
  heir.focus({ preventScroll: true });
}

/** Follows the focus until the answered function is called. */
export function watchFocus(): () => void {
  let last: Element | undefined;
  let around: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : undefined;
    around = last ? ancestorsOf(last) : [];
  };
  // A press beside everything lets go of it; what is taken away or out of use has not let go.
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
