/** What a search finds in the words of the lessons on the device. */
import { startTransition, useEffect, useMemo, useState } from 'react';

import type { LessonTexts } from '@/device/lesson-texts';
import { useOwner } from '@/queries/queue';
import { compareLessons } from '@/study/search-hits';

import { findOnDevice, FIRST_RESULTS, type Found, MOST_RESULTS } from './find-on-device';
import { createPace } from './pace';
import type { LessonTextsState } from './use-lesson-texts';

export interface DeviceHits {
  query: string;
  found: Found[];
}

/** Looks through the lessons on the device; what was found before stands until then. @param isRested nobody types: more are looked for. */
export function useDeviceHits(
  query: string,
  state: LessonTextsState,
  courseOrder: ReadonlyMap<string, number>,
  isRested: boolean,
): DeviceHits {
  const owner = useOwner();
  const [hits, setHits] = useState<DeviceHits>({ query: '', found: [] });
  const lessons = useMemo(
    () => [...(state.texts?.lessons.values() ?? [])].toSorted(compareLessons(courseOrder)),
    [state, courseOrder],
  );
  // The first ones stand before more are looked for, if there may be more.
  const mayHaveMore = hits.query === query && hits.found.length >= FIRST_RESULTS;
  const most = isRested && mayHaveMore ? MOST_RESULTS : FIRST_RESULTS;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const { texts } = state;
    async function look({ readings }: LessonTexts): Promise<void> {
      const pace = createPace(signal);
      // Not in the task of the key; the next key calls it off.
      await pace.rest();
      const found = await findOnDevice(query, { owner, lessons, readings }, pace, most);
      // Drawn in slices, too: a key goes before what the last one found.
      if (!signal.aborted) startTransition(() => setHits({ query, found }));
    }
    // Only a newer search ends one.
    if (texts) look(texts).catch(() => undefined);
    return () => controller.abort();
  }, [query, state, lessons, owner, most]);
  return hits;
}
