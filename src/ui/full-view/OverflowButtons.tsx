/** Buttons 「広げる」 (enlarge) at the tables, code blocks and formulas of a text that are wider than its column. */
import {
  type RefObject,
  startTransition,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

import { lazyAsked } from '@/ui/lazy-asked';

import classes from './OverflowButtons.module.css';

/** Returns the controls of a part: links, and buttons that enlarge a picture. */
function controlsOf(part: Element): HTMLElement[] {
  const all = [...part.querySelectorAll<HTMLElement>('a, button')];
  return all.filter((control) => control.localName === 'a' || control.querySelector('img') !== null);
}

function copyPart(part: Element): Element {
  const copy = part.cloneNode(true) as Element;
  copy.classList.add(`${classes.unclipped}`);
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

/**
 * A copy of a part of a text, for the full view: without ids and buttons; its links and pictures act as those in the
 * text.
 */
interface PartCopyProps {
  part: Element;
  /** The classes of the text that contains the part. */
  className: string;
  /** Closes the view, before a link is followed. */
  onLeave: () => void;
}

function PartCopy({ part, className, onLeave }: PartCopyProps) {
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

/** The code of the full view is loaded at the first press of a button. */
const FullView = lazyAsked(() => import('./FullView').then((module) => module.FullView));

/**
 * Pause after a change of the text before its parts are measured (debounce): formulas and colours of code come one by
 * one.
 */
const MEASURE_DEBOUNCE_MS = 200;

/** Returns the scrolling elements of a text (`data-wide`) that have more content than fits. */
function useOverflowing(root: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  const [wide, setWide] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const text = root.current;
    if (!text) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const all = [...text.querySelectorAll<HTMLElement>('[data-wide]')];
      const found = all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
      setWide((before) =>
        found.length === before.length && found.every((each, at) => each === before[at]) ? before : found,
      );
    };
    const measureSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, MEASURE_DEBOUNCE_MS);
    };
    const sizes = new ResizeObserver(measureSoon);
    sizes.observe(text);
    const changes = new MutationObserver(measureSoon);
    changes.observe(text, { childList: true, subtree: true });
    measureSoon();
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      changes.disconnect();
    };
  }, [root]);
  return wide;
}

/** Returns the name of a part, e.g. 「表1（年、人数）」. */
function nameOf(scroller: Element): string {
  return scroller.getAttribute('aria-label') ?? '数式';
}

export function OverflowButtons({ root }: { root: RefObject<HTMLElement | null> }) {
  const wide = useOverflowing(root);
  const [shown, setShown] = useState<HTMLElement>();
  const close = () => setShown(undefined);
  return (
    <>
      {wide.map((scroller, index) => {
        const frame = scroller.parentElement;
        const bar = frame?.querySelector('[data-code-tools]');
        return (
          frame &&
          createPortal(
            <button
              type="button"
              className={bar ? classes.inBar : classes.open}
              aria-label={`${nameOf(scroller)}を広げる`}
              aria-haspopup="dialog"
              data-not-prerendered
              onClick={() => startTransition(() => setShown(scroller))}
            >
              広げる
            </button>,
            bar ?? frame,
            String(index),
          )
        );
      })}
      <Suspense>
        {shown?.parentElement && (
          <FullView label={nameOf(shown)} onClose={close} onMissing={close}>
            <PartCopy part={shown.parentElement} className={root.current?.className ?? ''} onLeave={close} />
          </FullView>
        )}
      </Suspense>
    </>
  );
}
