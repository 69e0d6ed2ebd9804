/**
 * A copy of a part of a text, for the full view: without ids and buttons; its links and pictures act as those in the
 * text.
 */
import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import classes from './FullView.module.css';

/** Returns the controls of a part: links, and buttons that enlarge a picture. */
function controlsOf(part: Element): HTMLElement[] {
  const all = [...part.querySelectorAll<HTMLElement>('a, button')];
  return all.filter((control) => control.localName === 'a' || control.querySelector('img') !== null);
}

function copyPart(part: Element): Element {
  const copy = part.cloneNode(true) as Element;
  const kept = new Set<Element>(controlsOf(copy));
  for (const button of copy.querySelectorAll('button')) if (!kept.has(button)) button.remove();
  for (const each of copy.querySelectorAll('dialog, [role="status"]')) each.remove();
  for (const each of copy.querySelectorAll('[id]')) each.removeAttribute('id');
  // The copied frame loses its scrolling role, because the full view itself scrolls.
  for (const each of copy.querySelectorAll('[data-wide]')) {
    for (const name of ['role', 'tabindex', 'aria-label']) each.removeAttribute(name);
  }
  return copy;
}

export interface PartCopyProps {
  part: Element;
  /** The classes of the text that contains the part. */
  className: string;
  /** Closes the view, before a link is followed. */
  onLeave: () => void;
}

export function PartCopy({ part, className, onLeave }: PartCopyProps) {
  const ref = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onLeave);
  // The copy is made in a layout effect, before the view measures its content.
  useLayoutEffect(() => {
    const shown = ref.current;
    if (!shown) return undefined;
    shown.replaceChildren(copyPart(part));
    const handleClick = (event: MouseEvent) => {
      const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button') : null;
      if (!pressed) return;
      event.preventDefault();
      const at = controlsOf(shown).indexOf(pressed);
      leave();
      controlsOf(part)[at]?.click();
    };
    shown.addEventListener('click', handleClick);
    return () => shown.removeEventListener('click', handleClick);
  }, [part]);
  return <div ref={ref} className={`${className} ${classes.copy}`} />;
}
