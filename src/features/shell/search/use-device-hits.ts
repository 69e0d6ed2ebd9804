/** Searches the texts of the lessons on the device as the query changes. */
import { startTransition, useEffect, useMemo, useState } from 'react';

import type { LessonTexts } from '@/device/lesson-texts';
import { useOwner } from '@/queries/queue';
import { compareLessons } from '@/study/search-hits';

import { findOnDevice, FIRST_RESULTS, type Found, MOST_RESULTS } from './find-on-device';
import { createPace } from './time-slices';
import type { LessonTextsState } from './use-lesson-texts';

export interface DeviceHits {
  query: string;
  found: Found[];
}

/**
 * Searches the lessons on the device; returns the previous hits until the search is done. @param isRested true when typing has paused,
 * so that more hits are searched for.
 */
export function useDeviceHits(
  query: string,
  state: LessonTextsState,
  courseOrder: ReadonlyMap<string, number>,
  isRested: boolean,
): DeviceHits {
  const owner = useOwner();
  const [hits, setHits] = useState<DeviceHits>({ query: '', found: [] });
  const lessons = useMemo(
    () => [...(state.texts?.lessons.values() ?? [])].sort(compareLessons(courseOrder)),
    [state, courseOrder],
  );
  // Render the first hits before searching for more.
  const mayHaveMore = hits.query === query && hits.found.length >= FIRST_RESULTS;
  const most = isRested && mayHaveMore ? MOST_RESULTS : FIRST_RESULTS;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const { texts } = state;
    async function look({ readings }: LessonTexts): Promise<void> {
      const pace = createPace(signal);
      // Search in a later task than the key press, so that the letter appears at once; the next key press aborts the search.
      await pace.rest();
      const found = await findOnDevice(query, { owner, lessons, readings }, pace, most);
      // Render the hits in a transition, so that a further key press is handled first.
      if (!signal.aborted) startTransition(() => setHits({ query, found }));
    }
    // Ignored: the promise rejects only when a newer search has aborted this one.
    if (texts) look(texts).catch(() => undefined);
    return () => controller.abort();
  }, [query, state, lessons, owner, most]);
  return hits;
}
