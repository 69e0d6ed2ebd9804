/**
 * Publishes as CSS variables how much of the window bars and cards cover (public/skeleton.css: `--top-room`,
 * `--bottom-room`).
 */

interface Reach {
  /** Distance, px, to what the bar must not touch. */
  gap?: number;
  /** True to count the bar's distance to the window's bottom, too. */
  hasOffset?: boolean;
}

/** Returns how far a bar reaches into the window, px; 0 if it scrolls with the page or is hidden. */
function reachOf(bar: HTMLElement, { gap = 0, hasOffset = false }: Reach): number {
  const { position, bottom } = getComputedStyle(bar);
  if (position === 'static' || bar.offsetHeight === 0) return 0;
  return bar.offsetHeight + gap + (hasOffset ? Number.parseFloat(bottom) || 0 : 0);
}

/**
 * Returns a ref callback for bars, which keeps a CSS variable of the page at the greatest reach of those that are
 * shown.
 */
function publishReach(name: string, options: Reach = {}) {
  const reaches = new Map<HTMLElement, number>();
  const write = () => document.documentElement.style.setProperty(name, `${Math.max(0, ...reaches.values())}px`);
  return (bar: HTMLElement | null): (() => void) | undefined => {
    if (!bar) return undefined;
    const observer = new ResizeObserver(() => {
      reaches.set(bar, reachOf(bar, options));
      write();
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      reaches.delete(bar);
      write();
    };
  };
}

/** The ref of a bar at the bottom of the window; it also has the attribute `data-bottom-bar`. */
export const bottomBar = publishReach('--bottom-bar', { hasOffset: true });
/** The ref of the player that reads a lesson aloud, above the lesson's own bar. */
export const voiceBar = publishReach('--voice-room');
/** The ref of a card above the bars at the bottom. */
export const bottomNotice = publishReach('--bottom-notice', { gap: 12 });
/** The ref of a lesson's find bar, which floats below the top bar. */
export const findBar = publishReach('--find-room', { gap: 8 });
/** The ref of a bar that sticks below the top bar; it also has the attribute `data-top-bar`. */
export const topExtra = publishReach('--top-extra', { gap: 8 });
