/** A text is shown slice by slice, and a slice with formulas once they can be drawn: nothing below one moves. */
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { startDrawing } from '@/ui/markdown/markdown-drawing';
import { drawMarkdown } from '@/ui/markdown/markdown-render';

const options = { isFuriganaShown: true, hasHeadingIds: true, idPrefix: '' };

/** Something to wait for, which comes when the test says so. */
function createWait() {
  let come = () => undefined as void;
  const coming = new Promise<void>((resolve) => (come = resolve));
  return { coming, come };
}

describe('a slice that waits', () => {
  test('is not shown in the task that draws the page, and the text is not whole; it is shown when its wait ends', async () => {
    const { coming, come } = createWait();
    const drawing = startDrawing(4, () => drawMarkdown('文です。', options), { beforeShown: () => coming });
    drawing.drawFirst();
    const shown: number[] = [];
    const stop = drawing.subscribe(() => shown.push(drawing.slices().length));
    // Long enough for a slice that does not wait.
    const other = startDrawing(20_000, () => drawMarkdown('文です。', options));
    const stopOther = other.subscribe(() => undefined);
    await waitFor(() => expect(other.isDone()).toBe(true));
    stopOther();
    expect([shown, drawing.slices().length, drawing.isDone()]).toEqual([[], 0, false]);

    come();

    await waitFor(() => expect(drawing.isDone()).toBe(true));
    stop();
    expect(shown).toEqual([1]);
  });

  test('stands on paper at once', () => {
    const drawing = startDrawing(4, () => drawMarkdown('文です。', options), {
      beforeShown: () => new Promise(() => undefined),
    });
    drawing.drawFirst();
    const stop = drawing.subscribe(() => undefined);
    window.dispatchEvent(new Event('beforeprint'));
    stop();

    expect([drawing.slices().length, drawing.isDone()]).toEqual([1, true]);
  });

  test('holds up what stands below it, not what stands above', async () => {
    const { coming, come } = createWait();
    const parts = ['上', '式', '下'].map((content, turn) => ({ turn, content, isLast: turn === 2 }));
    let drawn = 0;
    function* draw() {
      for (const part of parts) {
        drawn += 1;
        yield part;
      }
    }
    const drawing = startDrawing(4, () => ({ count: 3, draw }), {
      beforeShown: () => (drawn > 1 ? coming : undefined),
    });
    drawing.drawFirst();
    const stop = drawing.subscribe(() => undefined);
    await waitFor(() => expect(drawn).toBeGreaterThan(1));
    expect(drawing.slices()).toEqual(['上']);

    come();

    await waitFor(() => expect(drawing.slices()).toEqual(['上', '式', '下']));
    stop();
  });
});

describe('a text with formulas', () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => {
    vi.doUnmock('@/ui/markdown/math-renderer');
    vi.resetModules();
    vi.useRealTimers();
  });

  test('fault: the typesetter cannot be had → nobody waits', async () => {
    vi.doMock('@/ui/markdown/math-renderer', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const { mathComes } = await import('@/ui/markdown/MathFormula');
    await expect(mathComes()).resolves.toBeUndefined();
  });

  test('fault: the typesetter hangs → nobody waits for longer than three seconds', async () => {
    vi.doMock('@/ui/markdown/math-renderer', () => new Promise(() => undefined));
    const { mathComes } = await import('@/ui/markdown/MathFormula');
    vi.useFakeTimers();
    const ended = vi.fn<() => void>();
    void mathComes()?.then(ended);

    await vi.advanceTimersByTimeAsync(2999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalled();
  });
});
