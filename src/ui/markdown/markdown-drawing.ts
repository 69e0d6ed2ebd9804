/** A text that is drawn slice by slice: the first at once, the others when the page has breathed. */
import type { ReactNode } from 'react';

import type { MarkdownParts } from './markdown-render';

/** Slices that take less than this, in ms, are drawn up to so many at once: the fewer frames, the less often the page is laid out. */
const QUICK_MS = 24;
const MOST_AT_ONCE = 4;

export interface Drawing {
  /** How many slices there will be. */
  count: number;
  /** What is drawn by now; another array after each slice. */
  slices: () => readonly ReactNode[];
  isDone: () => boolean;
  /** Draws on as long as somebody listens. */
  subscribe: (onSlice: () => void) => () => void;
}

/** Draws slice after slice, unless it is stopped; reading and showing are a task each. */
function drawOn(drawNext: () => void, isDone: () => boolean, onSlice: () => void): () => void {
  let most = 1;
  let before = performance.now();
  const read = () => {
    const now = performance.now();
    most = now - before < QUICK_MS ? Math.min(MOST_AT_ONCE, 2 * most) : 1;
    before = now;
    for (let left = most; left > 0 && !isDone(); left -= 1) drawNext();
    timer = setTimeout(show);
  };
  const show = () => {
    onSlice();
    if (!isDone()) timer = setTimeout(read);
  };
  let timer = isDone() ? undefined : setTimeout(read);
  return () => clearTimeout(timer);
}

/** Starts to draw: each of the parts is a slice. */
export function startDrawing({ count, draw }: MarkdownParts): Drawing {
  const parts = draw();
  let slices: readonly ReactNode[] = [];
  let isDone = false;

  function drawNext(): void {
    const part = parts.next();
    isDone = part.done === true;
    slices = [...slices, part.value];
  }
  drawNext();
  return {
    count,
    slices: () => slices,
    isDone: () => isDone,
    subscribe(onSlice) {
      const stop = drawOn(drawNext, () => isDone, onSlice);
      const drawAll = () => {
        while (!isDone) drawNext();
        onSlice();
      };
      // Paper takes the whole text.
      window.addEventListener('beforeprint', drawAll);
      return () => {
        stop();
        window.removeEventListener('beforeprint', drawAll);
      };
    },
  };
}
