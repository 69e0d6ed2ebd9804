/**
 * Tests drawing slice by slice; slices with formulas are shown when formulas can be drawn, so that nothing below them
 * moves.
 */
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { drawMarkdown } from '@/ui/markdown/draw/draw-parts';
import { startDrawing } from '@/ui/markdown/draw/draw-slices';

/** Returns a function that cuts a text into the given slices; slices with formulas contain a dollar sign. */
function cutInto(...contents: string[]) {
  const parts = contents.map((content, turn) => ({
    turn,
    content,
    isLast: turn === contents.length - 1,
    hasFormula: contents
      .slice(0, turn + 1)
      .join('')
      .includes('$'),
  }));
  return () => ({ count: parts.length, draw: () => parts.values() as Generator<(typeof parts)[0], void> });
}

/** Starts another text without formulas, and resolves when it has been shown. */
async function otherTextStands() {
  const other = startDrawing(20_000, cutInto('一', '二', '三'));
  const stop = other.subscribe(() => undefined);
  await waitFor(() => expect(other.isDone()).toBe(true));
  stop();
}

describe('formulas whose typesetter is not loaded yet', () => {
  let come = () => undefined as void;
  let beforeFormulas: Promise<void>;
  beforeEach(() => {
    beforeFormulas = new Promise((resolve) => (come = resolve));
  });

  test('formulas that are not loaded delay their slice and those below it, but not those above it', async () => {
    const drawing = startDrawing(4, cutInto('上', '$x$', '下'), { beforeFormulas });
    drawing.drawFirst();
    expect(drawing.slices()).toEqual(['上']);
    const stop = drawing.subscribe(() => undefined);
    await otherTextStands();
    expect([drawing.slices(), drawing.isDone()]).toEqual([['上'], false]);

    come();

    await waitFor(() => expect(drawing.slices()).toEqual(['上', '$x$', '下']));
    stop();
    expect(drawing.isDone()).toBe(true);
  });

  test('formulas that are not loaded delay a text of one slice, which is shown completely once they are', async () => {
    const drawing = startDrawing(4, cutInto('$x$'), { beforeFormulas });
    drawing.drawFirst();
    const shown: number[] = [];
    const stop = drawing.subscribe(() => shown.push(drawing.slices().length));
    await otherTextStands();
    expect([shown, drawing.isDone()]).toEqual([[], false]);

    come();

    await waitFor(() => expect(drawing.isDone()).toBe(true));
    stop();
    expect(shown).toEqual([1]);
  });

  test('formulas that are not loaded do not delay printing', () => {
    const drawing = startDrawing(4, cutInto('上', '$x$'), { beforeFormulas });
    const stop = drawing.subscribe(() => undefined);
    window.dispatchEvent(new Event('beforeprint'));
    stop();

    expect([drawing.slices(), drawing.isDone()]).toEqual([['上', '$x$'], true]);
  });
});

test.each([
  ['is cut before its first formula when formulas are waited for', true, [false, true]],
  ['is one part when formulas are not waited for', false, [true]],
])('a text %s', (_, isCutAtFormula, expected) => {
  const text = '上です。\n\n$x$ と\n\n$y$';
  const { draw } = drawMarkdown(text, { isFuriganaShown: true, hasHeadingIds: true, idPrefix: '', isCutAtFormula });

  expect([...draw()].map((part) => part?.hasFormula)).toEqual(expected);
});

describe('a text with formulas', () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => {
    vi.doUnmock('@/ui/markdown/math-renderer');
    vi.resetModules();
  });

  test('fault: the typesetter cannot be loaded → the text is shown without waiting for it', async () => {
    vi.doMock('@/ui/markdown/formulas/math-renderer', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const { expectMath } = await import('@/ui/markdown/formulas/MathFormula');
    await expect(expectMath('$x$')).resolves.toBeUndefined();
  });

  test('fault: the typesetter hangs → the first text waits at most three seconds for it, and the next text does not wait', async () => {
    vi.doMock('@/ui/markdown/formulas/math-renderer', () => new Promise(() => undefined));
    const { expectMath } = await import('@/ui/markdown/formulas/MathFormula');
    vi.useFakeTimers();
    const ended = vi.fn<() => void>();
    void expectMath('$x$')?.then(ended);

    await vi.advanceTimersByTimeAsync(2999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalled();

    const endedNext = vi.fn<() => void>();
    void expectMath('$y$')?.then(endedNext);
    await vi.advanceTimersByTimeAsync(0);
    expect(endedNext).toHaveBeenCalled();
  });
});
