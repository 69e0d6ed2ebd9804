/** What happens on every path change: scroll to the top or to the place that the address names, focus on the title, and whatever the caller adds. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { findPlace } from '@/ui/find-place';

/** The focus goes along where it is still what it was when the screen came: else somebody has begun to type. */
function goToTitle(hash: string, focused: Element | null): void {
  const place = findPlace(hash);
  if (place) place.scrollIntoView();
  else window.scrollTo(0, 0);
  const hasMoved = document.activeElement !== focused && document.activeElement !== document.body;
  if (!hasMoved) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** Runs after the new screen stands; the first screen of a document is no change (specification §2). */
export function usePathChange(onPathChange: () => void): void {
  const router = useRouter();
  const handleChange = useEffectEvent(onPathChange);
  // Else the browser, too, scrolls: on the way back, to where it was.
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    let frame = 0;
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      if (!pathChanged || !fromLocation) return;
      cancelAnimationFrame(frame);
      // With the frame that shows it: at once it would be laid out in the task that has just drawn it, which is long enough.
      // What the address or a search names, and is drawn later, is gone to afterwards.
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
