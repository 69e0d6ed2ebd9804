/** Scrolls to the top and focuses the question's title whenever another question is shown. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Resets scroll position and focus when `place` changes.
 *
 * @param place identifies the shown content; the first value changes neither.
 */
export function useFocusOnChange(container: RefObject<HTMLElement | null>, place: unknown): void {
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    if (!container.current?.closest('[role="dialog"]')) window.scrollTo(0, 0);
    container.current?.querySelector<HTMLElement>('[data-question-title]')?.focus({ preventScroll: true });
  }, [container, place]);
}
