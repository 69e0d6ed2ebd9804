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

/** Searches the lessons on the device; returns the previous hits until the search is done. @param isRested true when typing has paused: more hits are searched for. */
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
  // The first hits are rendered before more are searched for.
  const mayHaveMore = hits.query === query && hits.found.length >= FIRST_RESULTS;
  const most = isRested && mayHaveMore ? MOST_RESULTS : FIRST_RESULTS;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const { texts } = state;
    async function look({ readings }: LessonTexts): Promise<void> {
      const pace = createPace(signal);
      // The search does not run in the key press's own task; the next key press aborts it.
      await pace.rest();
      const found = await findOnDevice(query, { owner, lessons, readings }, pace, most);
      // Rendered in slices, too, so that a key press comes before the hits of the previous one.
      if (!signal.aborted) startTransition(() => setHits({ query, found }));
    }
    // The promise rejects only when a newer search has aborted it, so the error is dropped.
    if (texts) look(texts).catch(() => undefined);
    return () => controller.abort();
  }, [query, state, lessons, owner, most]);
  return hits;
}
