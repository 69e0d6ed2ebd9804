/** Highlights all matches in a lesson (CSS Custom Highlight API) and scrolls one of them into view. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { findInText, type FoundInText } from './find-in-text';

const nothing: FoundInText = { ranges: [], best: 0 };

function mark(name: string, ranges: readonly Range[]): void {
  // Firefox supports highlights since 140, Safari since 17.2; older browsers select the current match instead.
  if (typeof Highlight === 'undefined') return;
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}

function show(range: Range): void {
  // A picture or formula has no text node: its range starts in its parent element.
  const { startContainer: start } = range;
  const element = start instanceof Element ? start : start.parentElement;
  for (let at = element?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
  element?.scrollIntoView({ block: 'center' });
  // Scroll to the match itself, because its parent element, such as long code, may be taller than the window.
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
  /** Index of the current match, from 0. */
  current: number;
  /** Moves to the next (1) or previous (-1) match; wraps around. */
  step: (by: 1 | -1) => void;
}

function useFound(query: string): FoundInText {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    // Search in an effect, after the article is rendered: until then, the document has no article or that of the previous screen.
    const root = document.querySelector('main article');
    if (!root) return undefined;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setFound(findInText(root, query)));
    };
    // Search again after each DOM change, because a long text is rendered in slices.
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

/** True if the reader has scrolled, pressed a key or pointed since the last reset. */
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

/** Searches the lesson, and again each time another slice of the text is rendered. */
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
    // A slice rendered later shifts the text below it. Scroll back to the match only if the reader has not scrolled.
    if (!range || (shown === lastShown && hasMovedRef.current)) return;
    hasMovedRef.current = false;
    setLastShown(shown);
    show(range);
  }, [range, shown, lastShown, hasMovedRef]);

  const step = useCallback(
    (by: 1 | -1) => {
      setChosen((current + by + count) % Math.max(1, count));
      // With a single match the index does not change, so scroll to the match again explicitly.
      if (range && count === 1) show(range);
    },
    [current, count, range],
  );
  return { count, current, step };
}
