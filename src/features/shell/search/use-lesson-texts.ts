/** Loads the searchable texts of the lessons on the device when the search is first opened. */
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';

import { countLessonWords, type LessonTexts, readLessonTexts, renewLessonTexts } from '@/device/lesson-texts';
import { whenIdle } from '@/lib/when-idle';
import { useOwner } from '@/queries/queue';

import type { ReadInState } from './read-in';
import { giveWay } from './read-in-when-idle';
import { createPace } from './time-slices';

/** The searchable texts; a new object whenever more texts become searchable. */
export interface LessonTextsState {
  /** The searchable texts; undefined until the first ones are loaded. */
  texts: LessonTexts | undefined;
  /** True once all search records on the device are loaded. */
  isRead: boolean;
  /** The number of lessons that can be searched so far, and their total number; undefined when all can. */
  reading: ReadInState | undefined;
}

/** Minimum interval between renders, ms (throttle): there may be thousands of lessons. */
const RENDER_INTERVAL_MS = 300;

/** Loads the texts for the search. @param openCount each time this grows, the search index is compared with the cached lessons again. */
export function useLessonTexts(openCount: number): LessonTextsState {
  const client = useQueryClient();
  const owner = useOwner();
  const [state, setState] = useState<LessonTextsState>({ texts: undefined, isRead: false, reading: undefined });
  const textsRef = useRef<LessonTexts>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let toldAt = 0;
    const show = (reading?: ReadInState, texts = textsRef.current) =>
      !signal.aborted && startTransition(() => setState({ texts, isRead: textsRef.current !== undefined, reading }));
    const showNowAndThen: typeof show = (...state) => {
      if (performance.now() - toldAt < RENDER_INTERVAL_MS) return;
      toldAt = performance.now();
      show(...state);
    };
    async function readAll(): Promise<LessonTexts> {
      const total = await countLessonWords(owner);
      // Loading thousands of texts takes a second: meanwhile the search uses those already loaded.
      return readLessonTexts(owner, (texts) => showNowAndThen({ done: texts.lessons.size, total }, texts));
    }
    async function read(): Promise<void> {
      const texts = textsRef.current ?? (await readAll());
      if (texts === textsRef.current) await renewLessonTexts(owner, texts);
      signal.throwIfAborted();
      textsRef.current = texts;
      show();
      giveWay();
      await whenIdle(2000);
      const { readIn } = await import('./read-in');
      await readIn(client, owner, { texts, pace: createPace(signal), onStep: showNowAndThen });
      // Add the search records that another tab has built meanwhile, because `readIn` skips them.
      await renewLessonTexts(owner, texts);
    }
    // If the storage fails, the search has no texts; loading is retried when the search is next opened.
    void read()
      .catch(() => signal.aborted || (textsRef.current ??= { lessons: new Map(), readings: new Map() }))
      .then(() => show());
    return () => controller.abort();
  }, [client, owner, openCount]);
  return state;
}
