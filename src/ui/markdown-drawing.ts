/** A text that is drawn slice by slice: the first at once, the others when the page has breathed. */
import type { ReactNode } from 'react';

export interface Drawing {
  /** What is drawn by now; another array after each slice. */
  slices: () => readonly ReactNode[];
  isDone: () => boolean;
  /** Draws on as long as somebody listens. */
  subscribe: (onSlice: () => void) => () => void;
}

/** Starts to draw: each of the parts is a slice. */
export function startDrawing(parts: Iterator<ReactNode, ReactNode>): Drawing {
  let slices: readonly ReactNode[] = [];
  let isDone = false;

  function drawNext(): void {
    const part = parts.next();
    isDone = part.done === true;
    slices = [...slices, part.value];
  }
  drawNext();
  return {
    slices: () => slices,
    isDone: () => isDone,
    subscribe(onSlice) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const drawOn = () => {
        drawNext();
        onSlice();
        if (!isDone) timer = setTimeout(drawOn);
      };
      const drawAll = () => {
        while (!isDone) drawNext();
        onSlice();
      };
      if (!isDone) timer = setTimeout(drawOn);
      // Paper takes the whole text.
      window.addEventListener('beforeprint', drawAll);
      return () => {
        clearTimeout(timer);
        window.removeEventListener('beforeprint', drawAll);
      };
    },
  };
}
