/** What a search finds in the words of the lessons on the device. */
import { useEffect, useMemo, useState } from 'react';

import { useOwner } from '@/queries/queue';
import { compareLessons } from '@/study/search-hits';

import { findOnDevice, type Found } from './find-on-device';
import { createPace } from './pace';
import type { LessonTextsState } from './use-lesson-texts';

export interface DeviceHits {
  query: string;
  found: Found[];
}

/** Looks through the lessons on the device; what was found before stands until then. */
export function useDeviceHits(
  query: string,
  state: LessonTextsState,
  courseOrder: ReadonlyMap<string, number>,
): DeviceHits {
  const owner = useOwner();
  const [hits, setHits] = useState<DeviceHits>({ query: '', found: [] });
  const lessons = useMemo(
    () => [...(state.texts?.lessons.values() ?? [])].toSorted(compareLessons(courseOrder)),
    [state, courseOrder],
  );
  useEffect(() => {
    const controller = new AbortController();
    if (state.texts)
      findOnDevice(query, { owner, lessons, readings: state.texts.readings }, createPace(controller.signal)).then(
        (found) => controller.signal.aborted || setHits({ query, found }),
        // Only a newer search ends one.
        () => undefined,
      );
    return () => controller.abort();
  }, [query, state, lessons, owner]);
  return hits;
}
