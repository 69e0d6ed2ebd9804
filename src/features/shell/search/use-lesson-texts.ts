/** The lessons on the device, ready to be searched; read when the search is first opened. */
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';

import { countLessonWords, type LessonTexts, readLessonTexts, renewLessonTexts } from '@/device/lesson-texts';
import { whenIdle } from '@/lib/when-idle';
import { useOwner } from '@/queries/queue';

import { createPace } from './pace';
import type { ReadInState } from './read-in';
import { giveWay } from './read-in-when-idle';

/** Another object whenever there is more to find. */
export interface LessonTextsState {
  /** Undefined until some of them are read. */
  texts: LessonTexts | undefined;
  /** All that the device has ready is read. */
  isRead: boolean;
  /** How many of them can be searched; undefined when all can. */
  reading: ReadInState | undefined;
}

/** Not with each lesson: there may be thousands. */
const RENDER_INTERVAL_MS = 300;

/** @param openCount looks again at what is there each time that it grows. */
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
      // Thousands take a second: until then those are searched that have come.
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
      // What another tab has read in meanwhile was not missing, and is not here.
      await renewLessonTexts(owner, texts);
    }
    // What the device cannot say now is looked for again when the search is opened again.
    void read()
      .catch(() => signal.aborted || (textsRef.current ??= { lessons: new Map(), readings: new Map() }))
      .then(() => show());
    return () => controller.abort();
  }, [client, owner, openCount]);
  return state;
}
