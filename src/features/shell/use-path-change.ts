/** On every path change, scrolls to the top or to the URL's hash, focuses the title, and calls back. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { findPlace } from '@/ui/find-place';

/**
 * Scrolls to the URL's hash or the top. Focuses the first field of a new form, else the title; not if the focus has moved since the
 * screen was rendered, because the user has then begun to type.
 */
function goToTitle(hash: string, focused: Element | null): void {
  const place = findPlace(hash);
  if (place) place.scrollIntoView();
  else window.scrollTo(0, 0);
  const hasMoved = document.activeElement !== focused && document.activeElement !== document.body;
  const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);
  if (!hasMoved) (find('[data-autofocus]') ?? find('h1'))?.focus({ preventScroll: true });
}

/** Calls back after the new screen is rendered; the first screen of a document is not a path change (specification §2). */
export function usePathChange(onPathChange: () => void): void {
  const router = useRouter();
  const handleChange = useEffectEvent(onPathChange);
  // Turn off the browser's own scroll restoration, because on back it would scroll to the previous position.
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    let frame = 0;
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      if (!pathChanged || !fromLocation) return;
      cancelAnimationFrame(frame);
      // Scroll in the next frame, because scrolling now would force a layout in the task that has just rendered the screen. With a hash or
      // a search match, scroll at once, before the target or the match is rendered and scrolled into view.
      const { hash, state } = toLocation;
      const focused = document.activeElement;
      if (hash || state.find) goToTitle(hash, focused);
      else frame = requestAnimationFrame(() => goToTitle(hash, focused));
      handleChange();
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [router]);
}
