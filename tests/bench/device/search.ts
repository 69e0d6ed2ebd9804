/** Stores thousands of lessons on the device, and times the search in them with the app's own code. */
import { QueryClient } from '@tanstack/react-query';

import { type LessonTexts, readLessonTexts } from '@/device/lesson-texts';
import { findOnDevice, FIRST_RESULTS, MOST_RESULTS } from '@/features/shell/search/find-on-device';
import { readIn } from '@/features/shell/search/read-in';
import { createPace } from '@/features/shell/search/time-slices';
import { studyCacheName } from '@/offline/copies/study-cache';
import { fileKeys } from '@/offline/copies/study-copy';
import { type OwnerKey, ownerKey, readSession } from '@/session/session';
import { compareLessons } from '@/study/search/search-hits';

async function requireOwner(): Promise<OwnerKey> {
  const session = await readSession();
  if (!session) throw new Error('No session is stored on the device.');
  return ownerKey(session.owner);
}

const never = () => createPace(new AbortController().signal);

/** Stores copies of an existing lesson under other ids, with `texts` in turns, and indexes them. */
async function fillLessons(like: string, texts: readonly string[], count: number): Promise<void> {
  const owner = await requireOwner();
  const cache = await caches.open(studyCacheName(owner));
  const url = new URL(`/api/v1/lessons/${like}`, location.href);
  const lesson = (await (await cache.match(url))?.json()) as { contentId: string };
  const placeUrl = new URL(`/api/v1/content/${lesson.contentId}`, location.href);
  const place = (await (await cache.match(placeUrl))?.json()) as string;
  for (const [index, text] of texts.entries()) {
    const other = place.replace(lesson.contentId, `bench-${index}`).replace(/[^/?]+(?=\?|$)/, `bench-${index}.md`);
    await cache.put(new URL(`/api/v1/content/bench-${index}`, location.href), Response.json(other));
    await cache.put(fileKeys(other)[0] ?? '', new Response(text));
  }
  for (let next = 0; next < count; next += 1) {
    const made = {
      ...lesson,
      id: `bench-${next}`,
      title: `レッスン${next}`,
      contentId: `bench-${next % texts.length}`,
      questionSets: [],
    };
    await cache.put(new URL(`/api/v1/lessons/bench-${next}`, location.href), Response.json(made));
  }
  await readIn(new QueryClient(), owner, { pace: never() });
}

let texts: LessonTexts | undefined;

/** Reads all records, as the first search after a start does. @returns their number, and milliseconds */
async function readAll(): Promise<{ lessons: number; took: number }> {
  const startedAt = performance.now();
  texts = await readLessonTexts(await requireOwner());
  return { lessons: texts.lessons.size, took: performance.now() - startedAt };
}

/**
 * Searches for each query, including the passages of its hits.
 *
 * @param isRested true if the user has stopped typing
 * @returns milliseconds per query
 */
async function timeQueries(queries: readonly string[], isRested: boolean): Promise<number[]> {
  const owner = await requireOwner();
  if (!texts) throw new Error('Nothing was read.');
  const shelf = {
    owner,
    lessons: [...texts.lessons.values()].toSorted(compareLessons(new Map())),
    readings: texts.readings,
  };
  const times: number[] = [];
  for (const query of queries) {
    const startedAt = performance.now();
    await findOnDevice(query, shelf, never(), isRested ? MOST_RESULTS : FIRST_RESULTS);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The baseline of the search: `includes` over the same folded texts in one array. @returns milliseconds per query */
async function timeBareScans(queries: readonly string[]): Promise<number[]> {
  const folded = [...(texts?.lessons.values() ?? [])].map((lesson) => lesson.folded);
  const times: number[] = [];
  for (const query of queries) {
    await new Promise((resolve) => setTimeout(resolve));
    const startedAt = performance.now();
    folded.filter((text) => text.includes(query));
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The type of the page's functions, which the bench of search calls. */
export const search = { fillLessons, readAll, timeQueries, timeBareScans };
