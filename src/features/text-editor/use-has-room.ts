/** The measured width of a part, which the window's does not tell beside a menu and an outline. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns whether an element has at least this width, also after the window or a menu beside it has changed. */
export function useHasRoom(element: RefObject<HTMLElement | null>, widthPx: number): boolean {
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    // While the element is hidden behind a question set it has no width, and the result stays unchanged.
    const look = () => box.clientWidth > 0 && setHasRoom(box.clientWidth >= widthPx);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, widthPx]);
  return hasRoom;
}
