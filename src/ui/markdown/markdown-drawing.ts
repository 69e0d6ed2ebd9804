/** A text that is drawn slice by slice: the first at once, the others when the page has breathed. */
import type { ReactNode } from 'react';

import type { MarkdownParts } from './markdown-render';
import { nextFrame } from './next-frame';

/** While frames take less than this, in ms, twice as many slices are read for the next: the fewer frames, the less often the page is laid out. */
const QUICK_MS = 50;
const MOST_AT_ONCE = 8;
/** Reading ends after this, in ms: a slice is laid out as well. */
const READING_MS = 10;

/** A text of so many characters is cut in a task of its own, before the first of its slices is drawn. */
const LONG = 20_000;

export interface Drawing {
  /** How many slices there will be; 0 until the text was cut. */
  count: () => number;
  /** Draws the first slice of a text that is not long; cutting it is a task of its own. */
  drawFirst: () => void;
  /** What is drawn by now; another array after each slice. */
  slices: () => readonly ReactNode[];
  isDone: () => boolean;
  /** Draws on as long as somebody listens. */
  subscribe: (onSlice: () => void) => () => void;
}

/** What a text waits for. */
export interface DrawingWaits {
  beforeCut?: Promise<void> | undefined;
  /** Asked when a slice was drawn: ends when it can be shown. */
  beforeShown?: () => Promise<void> | undefined;
}

interface Drawn {
  /** Tells whether a slice was drawn. */
  drawNext: () => boolean;
  isAllDrawn: () => boolean;
  isAllShown: () => boolean;
  show: () => void;
}

/** Draws slice after slice, unless it is stopped; reading, showing and laying out are a task each. */
function drawOn(
  { drawNext, isAllDrawn, isAllShown, show }: Drawn,
  { beforeCut, beforeShown }: DrawingWaits,
): () => void {
  let isStopped = false;
  const go = async () => {
    await beforeCut;
    for (let most = 1; !isAllShown();) {
      // A frame between two: formulas are drawn in it, and what was pressed is answered.
      await nextFrame();
      if (isStopped) return;
      const start = performance.now();
      let isDrawn = false;
      for (let left = most; left > 0 && !isAllDrawn() && performance.now() < start + READING_MS; left -= 1)
        isDrawn = drawNext();
      await beforeShown?.();
      await new Promise((resolve) => setTimeout(resolve));
      show();
      await nextFrame();
      most = isDrawn && performance.now() - start < QUICK_MS ? Math.min(MOST_AT_ONCE, 2 * most) : 1;
    }
  };
  void go();
  return () => {
    isStopped = true;
  };
}

/** Paper takes the whole text. */
function beforePrint(drawAll: () => void): () => void {
  window.addEventListener('beforeprint', drawAll);
  return () => window.removeEventListener('beforeprint', drawAll);
}

/** Starts to draw a text of a length: each of the parts it is cut into is a slice. */
export function startDrawing(length: number, cut: () => MarkdownParts, waits: DrawingWaits = {}): Drawing {
  let count = 0;
  let parts: ReturnType<MarkdownParts['draw']> | undefined;
  let drawn: readonly ReactNode[] = [];
  let shown = drawn;
  let isAllDrawn = false;

  function cutOrDraw(): boolean {
    if (!parts) {
      const text = cut();
      ({ count } = text);
      parts = text.draw();
      return false;
    }
    const { value } = parts.next();
    if (!value) return false;
    isAllDrawn = value.isLast;
    drawn = [...drawn.slice(0, value.turn), value.content];
    return true;
  }
  const show = () => void (shown = drawn);
  const isAllShown = () => isAllDrawn && shown === drawn;
  const isShort = length < LONG && !waits.beforeCut;
  if (isShort) cutOrDraw();
  return {
    drawFirst() {
      if (!isShort || drawn.length > 0) return;
      cutOrDraw();
      if (!waits.beforeShown?.()) show();
    },
    count: () => count,
    slices: () => shown,
    isDone: isAllShown,
    subscribe(onSlice) {
      const showNow = () => {
        show();
        onSlice();
      };
      const stop = drawOn({ drawNext: cutOrDraw, isAllDrawn: () => isAllDrawn, isAllShown, show: showNow }, waits);
      const stopPrinting = beforePrint(() => {
        while (!isAllDrawn) cutOrDraw();
        showNow();
      });
      return () => {
        stop();
        stopPrinting();
      };
    },
  };
}
