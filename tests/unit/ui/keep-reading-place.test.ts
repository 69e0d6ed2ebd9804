// @vitest-environment jsdom
/** Tests that the text being read stays at its place in the window while the text size changes. */
import { expect, test, vi } from 'vitest';

import { keepReadingPlace } from '@/ui/display/DisplayControls';

/** Simulates an element's position and height in the window. */
function place(element: Element | null, top: number, height: number): void {
  vi.spyOn(element as Element, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ y: top, height }));
}

function openText(scrollY: number): {
  first: Element | null;
  second: Element | null;
  scrollBy: ReturnType<typeof vi.fn>;
} {
  document.body.innerHTML = '<main><p>一</p><p>二</p></main>';
  const scrollBy = vi.fn<(x: number, y: number) => void>();
  Object.assign(window, { scrollY, scrollBy });
  const [first = null, second = null] = document.querySelectorAll('p');
  return { first, second, scrollBy };
}

test('after a change of the text size the first text below the top bar stays where it is', () => {
  const { first, second, scrollBy } = openText(500);
  place(first, -200, 100);
  place(second, 80, 100);

  keepReadingPlace(() => place(second, 200, 150));

  expect(scrollBy).toHaveBeenCalledWith(0, 120);
});

test('after a change of the text size the same share of a text stays above the top bar', () => {
  const { first, second, scrollBy } = openText(500);
  place(first, -200, 100);
  place(second, -36, 200);

  keepReadingPlace(() => place(second, -36, 400));

  expect(scrollBy).toHaveBeenCalledWith(0, 100);
});

test('after a change of the text size nothing is scrolled at the top of a page', () => {
  const { first, scrollBy } = openText(0);
  place(first, 80, 100);
  const change = vi.fn<() => void>();

  keepReadingPlace(change);

  expect(change).toHaveBeenCalledOnce();
  expect(scrollBy).not.toHaveBeenCalled();
});
