/** A text that is drawn slice by slice: the first at once, the others when the page has breathed. */
import type { ReactNode } from 'react';

import type { DrawnPart, MarkdownParts } from './markdown-render';
import { nextFrame } from './next-frame';

/** While frames take less than this, in ms, twice as many slices are read for the next: the fewer frames, the less often the page is laid out. */
const QUICK_MS = 50;
const MAX_SLICES_PER_FRAME = 8;
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
  /** Before the first slice with a formula is shown. */
  beforeFormulas?: Promise<void> | undefined;
}

/** The slices of a text: those that are drawn, and of these those that are shown. */
interface Slices {
  count: () => number;
  /** Cuts the text, and draws a slice each time after that; tells whether one was drawn. */
  cutOrDraw: () => boolean;
  isAllDrawn: () => boolean;
  hasFormula: () => boolean;
  show: () => void;
  shown: () => readonly ReactNode[];
  isAllShown: () => boolean;
}

function createSlices(cut: () => MarkdownParts): Slices {
  let count = 0;
  let parts: ReturnType<MarkdownParts['draw']> | undefined;
  let drawn: readonly ReactNode[] = [];
  let shown = drawn;
  let last: DrawnPart | undefined;

  function cutOrDraw(): boolean {
    if (!parts) {
      const text = cut();
      ({ count } = text);
      parts = text.draw();
      return false;
    }
    const { value } = parts.next();
    if (!value) return false;
    last = value;
    drawn = [...drawn.slice(0, value.turn), value.content];
    return true;
  }
  const isAllDrawn = () => last?.isLast === true;
  return {
    count: () => count,
    cutOrDraw,
    isAllDrawn,
    hasFormula: () => last?.hasFormula === true,
    show: () => void (shown = drawn),
    shown: () => shown,
    isAllShown: () => isAllDrawn() && shown === drawn,
  };
}

/** Draws slice after slice, unless it is stopped; reading, showing and laying out are a task each. */
function drawOn(slices: Slices, { beforeCut, beforeFormulas }: DrawingWaits, onSlice: () => void): () => void {
  let isStopped = false;
  const go = async () => {
    await beforeCut;
    for (let most = 1; !slices.isAllShown();) {
      // A frame between two: formulas are drawn in it, and what was pressed is answered.
      await nextFrame();
      if (isStopped) return;
      const start = performance.now();
      let isDrawn = false;
      for (let left = most; left > 0 && !slices.isAllDrawn() && performance.now() < start + READING_MS; left -= 1)
        isDrawn = slices.cutOrDraw();
      if (slices.hasFormula()) await beforeFormulas;
      await new Promise((resolve) => setTimeout(resolve));
      slices.show();
      onSlice();
      await nextFrame();
      most = isDrawn && performance.now() - start < QUICK_MS ? Math.min(MAX_SLICES_PER_FRAME, 2 * most) : 1;
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
  const slices = createSlices(cut);
  const isShort = length < LONG && !waits.beforeCut;
  let isBegun = false;
  if (isShort) slices.cutOrDraw();
  return {
    drawFirst() {
      if (!isShort || isBegun) return;
      isBegun = true;
      slices.cutOrDraw();
      if (!slices.hasFormula() || !waits.beforeFormulas) slices.show();
    },
    count: slices.count,
    slices: slices.shown,
    isDone: slices.isAllShown,
    subscribe(onSlice) {
      const stop = drawOn(slices, waits, onSlice);
      const stopPrinting = beforePrint(() => {
        while (!slices.isAllDrawn()) slices.cutOrDraw();
        slices.show();
        onSlice();
      });
      return () => {
        stop();
        stopPrinting();
      };
    },
  };
}
