/** Scrolls to the top and focuses the question's title whenever another question is shown. */
import { type RefObject, useEffect, useRef } from 'react';

/** @param place identifies the content in view; the first value changes neither focus nor scroll position. */
export function useFocusOnChange(container: RefObject<HTMLElement | null>, place: unknown): void {
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    if (!container.current?.closest('[role="dialog"]')) window.scrollTo(0, 0);
    container.current?.querySelector<HTMLElement>('[data-question-title]')?.focus({ preventScroll: true });
  }, [container, place]);
}
