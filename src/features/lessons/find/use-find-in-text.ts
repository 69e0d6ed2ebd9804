/** The words that are looked for in a lesson, marked without touching its elements, and one of them in view. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { findInText, type FoundInText } from './find-in-text';

const nothing: FoundInText = { ranges: [], best: 0 };

function mark(name: string, ranges: readonly Range[]): void {
  // Firefox has marks since 140, Safari since 17.2: before, the one in view is selected instead.
  if (typeof Highlight === 'undefined') return;
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}

function show(range: Range): void {
  // What is drawn has no letters: the range begins before it, in what it stands in.
  const { startContainer: start } = range;
  const element = start instanceof Element ? start : start.parentElement;
  for (let at = element?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
  element?.scrollIntoView({ block: 'center' });
  // What it stands in may be higher than the window: long code, above all.
  const { top, bottom, height } = range.getBoundingClientRect();
  const edge = innerHeight / 5;
  if (height > 0 && (top < edge || bottom > innerHeight - edge)) scrollBy(0, (top + bottom - innerHeight) / 2);
  if (typeof Highlight !== 'undefined') return;
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

export interface FindInText {
  count: number;
  /** The one in view, from 0. */
  current: number;
  /** Goes on to the next (1) or the one before (-1), around the end. */
  step: (by: 1 | -1) => void;
}

function useFound(query: string): FoundInText {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    // Not before it stands: while a lesson's screen is made, there is none, or that of the screen before.
    const root = document.querySelector('main article');
    if (!root) return undefined;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setFound(findInText(root, query)));
    };
    // A long text is drawn part by part.
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [query]);
  return found;
}

/** Whether somebody has moved about since it was last set. */
function useMovedRef(): RefObject<boolean> {
  const hasMovedRef = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal };
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      window.addEventListener(type, () => (hasMovedRef.current = true), options);
    return () => controller.abort();
  }, []);
  return hasMovedRef;
}

/** Looks through the lesson, anew as it grows. */
export function useFindInText(query: string): FindInText {
  const found = useFound(query);
  const [chosen, setChosen] = useState<number>();
  const [lastQuery, setLastQuery] = useState(query);
  if (lastQuery !== query) {
    setLastQuery(query);
    setChosen(undefined);
  }
  const count = found.ranges.length;
  const current = Math.min(chosen ?? found.best, Math.max(0, count - 1));
  const { [current]: range } = found.ranges;

  useEffect(() => {
    mark('lesson-find', found.ranges);
    return () => mark('lesson-find', []);
  }, [found]);
  useEffect(() => {
    mark('lesson-find-now', range ? [range] : []);
    return () => mark('lesson-find-now', []);
  }, [range]);
  const shown = range && `${query} ${current}`;
  const [lastShown, setLastShown] = useState<string>();
  const hasMovedRef = useMovedRef();
  useEffect(() => {
    // A text that is drawn part by part moves what stands below; who reads on is not taken back.
    if (!range || (shown === lastShown && hasMovedRef.current)) return;
    hasMovedRef.current = false;
    setLastShown(shown);
    show(range);
  }, [range, shown, lastShown, hasMovedRef]);

  const step = useCallback(
    (by: 1 | -1) => {
      setChosen((current + by + count) % Math.max(1, count));
      // The only one stays the chosen one, and may be out of view.
      if (range && count === 1) show(range);
    },
    [current, count, range],
  );
  return { count, current, step };
}
