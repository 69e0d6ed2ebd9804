/** Measures an element's width, which the window's width does not tell beside a menu and an outline. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns true if an element has at least this width; updated when the window or a menu beside it changes. */
export function useHasRoom(element: RefObject<HTMLElement | null>, widthPx: number): boolean {
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    // Ignore a width of 0: the element is hidden behind a question set, and the result stays unchanged.
    const look = () => box.clientWidth > 0 && setHasRoom(box.clientWidth >= widthPx);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, widthPx]);
  return hasRoom;
}
