/** Combines all results of a search: courses by title, people, lessons on the device by full text, other lessons by title. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { nameOf, type User } from '@/api/users';
import { foldText, readQuery } from '@/lib/search-text';
import { courseQueries } from '@/queries/courses';
import { roleName } from '@/study/role-names';
import { cutPassage } from '@/study/search-passages';

import { type Found, MOST_RESULTS } from './find-on-device';
import type { ReadInState } from './read-in';
import { useLessonTitles, usePeopleFound } from './use-asked';
import { useDeviceHits } from './use-device-hits';
import { type LessonTextsState, useLessonTexts } from './use-lesson-texts';

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
