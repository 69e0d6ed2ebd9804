/**
 * Combines all results of a search: courses by title, people, lessons on the device by full text, other lessons by
 * title.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';

import { nameOf, type User } from '@/api/users';
import { countLessonWords, type LessonTexts, readLessonTexts, renewLessonTexts } from '@/device/lesson-texts';
import { foldText, readQuery } from '@/lib/search-text';
import { whenIdle } from '@/lib/wait';
import { courseQueries } from '@/queries/curriculum/courses';
import { useOwner } from '@/queries/queue';
import { roleName } from '@/study/people/role-names';
import { compareLessons } from '@/study/search/search-hits';
import { cutPassage } from '@/study/search/search-passages';

import { type Found, MOST_RESULTS, findOnDevice, FIRST_RESULTS } from './find-on-device';
import type { ReadInState } from './read-in';
import { giveWay } from './read-in-when-idle';
import { createPace } from './time-slices';
import { useLessonTitles, usePeopleFound } from './use-asked';

/** The searchable texts; a new object whenever more texts become searchable. */
interface LessonTextsState {
  /** The searchable texts; undefined until the first ones are loaded. */
  texts: LessonTexts | undefined;
  /** True once all search records on the device are loaded. */
  isRead: boolean;
  /** The number of lessons that can be searched so far, and their total number; undefined when all can. */
  reading: ReadInState | undefined;
}

/** Minimum interval between renders, ms (throttle): there may be thousands of lessons. */
const RENDER_INTERVAL_MS = 300;

/**
 * Loads the texts for the search.
 *
 * @param openCount each time this grows, the search index is compared with the cached lessons again.
 */
function useLessonTexts(openCount: number): LessonTextsState {
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

/** Searches the texts of the lessons on the device as the query changes. */
interface DeviceHits {
  query: string;
  found: Found[];
}

/**
 * Searches the lessons on the device; returns the previous hits until the search is done. @param isRested true when
 * typing has paused, so that more hits are searched for.
 */
function useDeviceHits(
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
      // Search in a later task than the key press, so that the letter appears at once; the next key press aborts the
      // search.
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

interface Titled {
  id: string;
  title: string;
  courseId?: string;
}

/** Returns a function that searches by title. Titles are normalised once, because there may be thousands. */
function useTitled(kind: Found['kind'], all: readonly Titled[] = []): (words: readonly string[]) => Found[] {
  const folded = useMemo(() => all.map(({ title }) => foldText(title)), [all]);
  return (words) => {
    const found = all.filter((_, index) => words.every((word) => folded[index]?.includes(word)));
    const needles = words.map((word) => [word]);
    return found
      .slice(0, 2 * MOST_RESULTS)
      .map(({ id, title, courseId }) => ({ kind, id, title: cutPassage(title, needles), courseTitle: courseId }));
  };
}

/** Replaces the course id of a lesson by the title of the course, and adds whether the lesson is on the device. */
function placeOf(
  { courseTitle: courseId, ...entry }: Found,
  titles: ReadonlyMap<string, string>,
  { texts }: LessonTextsState,
): Found {
  if (courseId === undefined) return entry;
  return { ...entry, courseTitle: titles.get(courseId) ?? '', isOnDevice: texts?.lessons.has(entry.id) };
}

function toPerson(user: User, words: readonly string[]): Found {
  const title = cutPassage(
    nameOf(user),
    words.map((word) => [word]),
  );
  return { kind: 'person', id: user.id, title, role: `${roleName(user.role)} ・ ${user.username ?? '–'}` };
}

export interface FoundState {
  found: Found[];
  isLoading: boolean;
  /** True if titles could not be loaded, so only lessons on the device were searched. */
  isDeviceOnly: boolean;
  /** True if the device holds the text of at least one lesson. */
  hasTexts: boolean;
  reading: ReadInState | undefined;
  /** True if some results belong to an earlier query. */
  isOlder: boolean;
}

export function useFound(query: string, openCount: number, isRested: boolean): FoundState {
  const courses = useQuery(courseQueries.list());
  const lessons = useLessonTitles(query);
  const { people, isOlder } = usePeopleFound(query);
  const courseOrder = useMemo(() => new Map(courses.data?.map(({ id }, index) => [id, index])), [courses.data]);
  const courseTitles = useMemo(() => new Map(courses.data?.map(({ id, title }) => [id, title])), [courses.data]);
  const state = useLessonTexts(openCount);
  const hits = useDeviceHits(query, state, courseOrder, isRested);
  const findCourses = useTitled('course', courses.data);
  const findLessons = useTitled('lesson', lessons.data);
  const words = readQuery(query);
  // Keep the objects identical until the hits change, so that memoized rows do not rerender.
  const placed = useMemo(() => {
    const place = (entry: Found) => placeOf(entry, courseTitles, state);
    return { all: hits.found.map(place), ids: new Set(hits.found.map(({ id }) => id)), place };
  }, [hits, courseTitles, state]);
  const byTitle = (hit: Found) => hit.passage === undefined;
  const others = findLessons(words).filter(({ id }) => !placed.ids.has(id));
  const found = [
    ...findCourses(words),
    ...people.map((person) => toPerson(person, words)),
    ...placed.all.filter(byTitle),
    ...others.map(placed.place),
    ...placed.all.filter((hit) => !byTitle(hit)),
  ];
  return {
    found: found.slice(0, MOST_RESULTS),
    isLoading: courses.isPending || lessons.isPending || !state.isRead || hits.query !== query,
    isDeviceOnly: courses.isError || lessons.isError,
    hasTexts: (state.texts?.lessons.size ?? 0) > 0,
    reading: state.reading,
    isOlder: isOlder || (hits.query !== query && hits.found.length > 0),
  };
}
