/** Tests zooming by two fingers and by the wheel. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { useZoom } from '@/ui/full-view/FullView';

afterEach(cleanup);

function Area() {
  const { areaRef, zoom } = useZoom();
  return (
    <div ref={areaRef} data-testid="area">
      {zoom}
    </div>
  );
}

const area = () => screen.getByTestId('area');
const zoom = () => Number(area().textContent);
/** Sends an event with these properties. @returns false if it was handled, so that the browser does nothing. */
function send(type: string, values: object): boolean {
  const event = Object.assign(new Event(type, { cancelable: true, bubbles: true }), values);
  act(() => void area().dispatchEvent(event));
  return !event.defaultPrevented;
}
const fingers = (...xs: number[]) => ({ touches: xs.map((clientX) => ({ clientX, clientY: 0 })) });

test('two fingers that move apart enlarge the full view by the same factor', () => {
  render(<Area />);
  send('touchstart', fingers(100, 200));
  send('touchmove', fingers(100, 200));
  expect(zoom()).toBe(1);

  expect(send('touchmove', fingers(50, 250))).toBe(false);

  expect(zoom()).toBe(2);
});

test('one finger scrolls the full view and does not zoom, and a second pinch begins at the current size', () => {
  render(<Area />);
  expect(send('touchmove', fingers(100))).toBe(true);
  send('touchmove', fingers(100, 200));
  send('touchmove', fingers(100, 250));
  send('touchend', fingers());
  send('touchmove', fingers(0, 10));

  expect(zoom()).toBe(1.5);
});

test('the wheel zooms the full view with Ctrl only, between half and four times', () => {
  render(<Area />);
  expect(send('wheel', { deltaY: -100, ctrlKey: false, clientX: 0, clientY: 0 })).toBe(true);
  expect(zoom()).toBe(1);

  expect(send('wheel', { deltaY: -10_000, ctrlKey: true, clientX: 0, clientY: 0 })).toBe(false);
  expect(zoom()).toBe(4);
  send('wheel', { deltaY: 10_000, ctrlKey: true, clientX: 0, clientY: 0 });
  expect(zoom()).toBe(0.5);
});
