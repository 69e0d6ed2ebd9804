/** Stores the reading position in a lesson, and offers to return to it. */
import { type RefObject, useEffect, useRef, useState } from 'react';

import { readReadingPosition, saveReadingPosition } from '@/device/reading-positions';

/** Debounce of scrolling before the position is stored, in ms. */
const SCROLL_DEBOUNCE_MS = 400;
/** Positions above this share of the text are not offered. */
const SMALLEST_SHARE = 0.05;

/** Returns the share of the text above the window, 0 to 1. */
function shareAbove(text: HTMLElement): number {
  const { top, height } = text.getBoundingClientRect();
  return height === 0 ? 0 : Math.min(1, Math.max(0, -top / height));
}

const PLACE_SELECTOR = 'h2, h3, h4, p, li, pre, table';

/** The pressed button is removed, so the focus moves to the first element below `place`. */
function focusBelow(text: HTMLElement, place: number): void {
  const blocks = [...text.querySelectorAll<HTMLElement>(PLACE_SELECTOR)];
  const block = blocks.find((each) => each.getBoundingClientRect().top >= place) ?? blocks.at(-1);
  block?.setAttribute('tabindex', '-1');
  block?.focus({ preventScroll: true });
}

export interface ReadingPosition {
  /** The ref for the element of the text. */
  textRef: RefObject<HTMLDivElement | null>;
  /** Scrolls to where the learner stopped; undefined when there is nothing to go back to. */
  resume: (() => void) | undefined;
}

/**
 * A path change scrolls to the top (specification §2), so the position is offered, never restored by itself.
 *
 * @param isDrawn true once the whole text is rendered; before that its height is not final
 */
export function useReadingPosition(lessonId: string, isDrawn: boolean): ReadingPosition {
  const textRef = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState<number>();

  useEffect(() => {
    if (!isDrawn) return undefined;
    let isGone = false;
    void readReadingPosition(lessonId).then((kept) => {
      if (!isGone && kept !== undefined && kept >= SMALLEST_SHARE) setShare(kept);
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasReadOn = false;
    const keep = () => {
      if (!textRef.current) return;
      const above = shareAbove(textRef.current);
      // Opening a lesson scrolls to its top, which is not a position to store.
      hasReadOn ||= above >= SMALLEST_SHARE;
      if (hasReadOn) void saveReadingPosition(lessonId, above);
    };
    const handleScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, SCROLL_DEBOUNCE_MS);
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [lessonId, isDrawn]);

  function handleResume() {
    const text = textRef.current;
    if (!text || share === undefined) return;
    const { top, height } = text.getBoundingClientRect();
    window.scrollTo({ top: window.scrollY + top + share * height, behavior: 'smooth' });
    focusBelow(text, top + share * height);
    setShare(undefined);
  }
  return { textRef, resume: share === undefined ? undefined : handleResume };
}
