/** On every path change, scrolls to the top or to the URL's hash, focuses the title, and calls back. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { findPlace } from '@/ui/find-place';

/** Scrolls to the hash or the top. Focuses the first field of a new form, else the title, only if the focus has not moved since the screen was rendered: otherwise the user has begun to type. */
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
  // The browser's own scroll restoration is turned off, because it would scroll, too: on back, to the previous position.
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    let frame = 0;
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      if (!pathChanged || !fromLocation) return;
      cancelAnimationFrame(frame);
      // In the next frame: now it would force a layout in the task that has just rendered the screen, which is already long.
      // A place named by a hash or a search may be rendered later; the screen then scrolls to it.
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
