/** Draws a text slice by slice (time slicing): the first slice at once, the others in later frames. */
import type { ReactNode } from 'react';

import { nextFrame } from '@/lib/wait';

import type { DrawnPart, MarkdownParts } from './draw-parts';

/**
 * While frames take less than this, the next frame parses twice as many slices, because fewer frames mean fewer
 * layouts.
 */
const FAST_FRAME_MS = 50;
const MAX_SLICES_PER_FRAME = 8;
/** Time in ms after which parsing within a frame ends, to leave time for layout. */
const READING_MS = 10;

/** The length in characters from which a text is split in a separate task before its first slice is drawn. */
const SEPARATE_TASK_FROM = 20_000;

export interface Drawing {
  /** The number of slices; 0 until the text is split. */
  count: () => number;
  /** Draws the first slice of a short text; a long one is split in a separate task first. */
  drawFirst: () => void;
  /** The slices drawn so far; a new array after each slice. */
  slices: () => readonly ReactNode[];
  isDone: () => boolean;
  /** Subscribes to new slices; further slices are drawn while there is a listener. */
  subscribe: (onSlice: () => void) => () => void;
}

/** Promises that must resolve before the drawing goes on. */
export interface DrawingWaits {
  beforeCut?: Promise<void> | undefined;
  /** A promise awaited before the first slice with a formula is drawn. */
  beforeFormulas?: Promise<void> | undefined;
}

/** The slices of a text: the drawn ones, and those of them that are already shown. */
interface Slices {
  count: () => number;
  /** Splits the text on the first call, then draws one slice per call; returns whether one was drawn. */
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

/** Draws slice after slice until stopped; parsing, rendering and layout are separate tasks. */
function drawOn(slices: Slices, { beforeCut, beforeFormulas }: DrawingWaits, onSlice: () => void): () => void {
  let isStopped = false;
  const go = async () => {
    await beforeCut;
    for (let most = 1; !slices.isAllShown();) {
      // Waits for a frame between slices, so that formulas and input events are handled.
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
      most = isDrawn && performance.now() - start < FAST_FRAME_MS ? Math.min(MAX_SLICES_PER_FRAME, 2 * most) : 1;
    }
  };
  void go();
  return () => {
    isStopped = true;
  };
}

/** Printing needs the whole text, so all slices are drawn before it. */
function beforePrint(drawAll: () => void): () => void {
  window.addEventListener('beforeprint', drawAll);
  return () => window.removeEventListener('beforeprint', drawAll);
}

/** Starts drawing a text of a given length in characters; each of its parts is a slice. */
export function startDrawing(length: number, cut: () => MarkdownParts, waits: DrawingWaits = {}): Drawing {
  const slices = createSlices(cut);
  const isShort = length < SEPARATE_TASK_FROM && !waits.beforeCut;
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
