/** What happens on every path change: scroll to top, focus on the title, and whatever the caller adds. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** The focus goes along where it is still what it was when the screen came: else somebody has begun to type. */
function goToTitle(focused: Element | null): void {
  window.scrollTo(0, 0);
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
      // Where the address or a search names a place in the screen, that is gone to afterwards.
      const focused = document.activeElement;
      if (toLocation.hash || toLocation.state.find) goToTitle(focused);
      else frame = requestAnimationFrame(() => goToTitle(focused));
      handleChange();
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [router]);
}
