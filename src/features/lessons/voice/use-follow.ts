/** Keeps the sentence being spoken in view, unless the reader has scrolled away from it. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

import { findInPage } from '@/ui/markdown/spoken/page-runs';

import { bringIntoView, isInView, readZone } from './page-view';
import type { Script } from './sentences';
import type { ReadRuns } from './use-page-runs';

/** Time without a scroll event, in ms, after which scrolling counts as ended. */
const SCROLL_END_MS = 150;

export interface Following {
  /** Where the sentence is on the page; undefined while it is not rendered. */
  range: Range | undefined;
  /** True if the reader has scrolled away from the sentence; the page then no longer follows the voice. */
  isAway: boolean;
  /** Scrolls back to the spoken sentence and follows the voice again. */
  comeBack: () => void;
}

export function useFollow(
  script: Script,
  at: number,
  readRuns: ReadRuns,
  player: RefObject<HTMLElement | null>,
): Following {
  const place = script.sentences[at]?.place;
  const range = useMemo(() => place && findInPage(readRuns(), script.written, place), [place, readRuns, script]);
  const [isAway, setAway] = useState(false);
  const isAwayRef = useRef(false);

  useEffect(() => {
    if (!range) return undefined;
    const zone = () => readZone(player.current?.closest('section') ?? null);
    const note = (isNowAway: boolean) => {
      isAwayRef.current = isNowAway;
      setAway(isNowAway);
    };
    if (!isAwayRef.current || isInView(range, zone())) {
      note(false);
      bringIntoView(range, zone());
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => note(!isInView(range, zone())), SCROLL_END_MS);
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [range, player]);

  const comeBack = () => {
    isAwayRef.current = false;
    setAway(false);
    if (range) bringIntoView(range, readZone(player.current?.closest('section') ?? null));
  };
  return { range, isAway, comeBack };
}
