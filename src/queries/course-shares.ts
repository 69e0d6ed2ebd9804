/** How far people are, course by course, for a file: from the list where the server gives it there, else one by one. */
import { type CourseShare, fetchCourseShares } from '@/api/course-shares';
import { fetchPeople, fetchPeopleWithShares, type PeopleQuery } from '@/api/people-lists';
import { fetchProgress } from '@/api/progress';
import type { User } from '@/api/users';

import { fetchAllPages, readPages } from './all-pages';

/** So many people are asked about one by one. */
export const MOST_ONE_BY_ONE = 200;
const PROGRESS_CONCURRENCY = 4;

export type CourseShares = ReadonlyMap<string, readonly CourseShare[]>;

export interface ShareOptions {
  signal: AbortSignal;
  /** How many of how many people are there. */
  onCount: (count: number, total: number) => void;
}

/** Of all that the current user sees, where the server has the ability `course-progress`. */
async function readListed({ signal, onCount }: ShareOptions): Promise<CourseShares> {
  const listed = await fetchAllPages((query) => fetchCourseShares(query, signal), onCount);
  return new Map(listed.map(({ id, courses }) => [id, courses]));
}

/** A few at a time. */
async function readOneByOne(people: readonly User[], { signal, onCount }: ShareOptions): Promise<CourseShares> {
  const found = new Map<string, readonly CourseShare[]>();
  const waiting = people.filter(({ role }) => role === 'STUDENT');
  async function work(): Promise<void> {
    for (let user = waiting.shift(); user; user = waiting.shift()) {
      const { courses } = await fetchProgress(user.id, signal);
      const shares = courses.map(({ courseId, readLessons, lessonCount }) => {
        return { courseId, read: readLessons.length, total: lessonCount };
      });
      found.set(user.id, shares);
      onCount(found.size, people.length);
    }
  }
  await Promise.all(Array.from({ length: PROGRESS_CONCURRENCY }, work));
  return found;
}

export interface PeopleWithShares {
  people: readonly User[];
  /** Undefined where they are too many to be asked about. */
  shares: CourseShares | undefined;
}

/** Reads how far people are who are at hand. @param listsCourseProgress the server has the ability `course-progress`. */
export async function* readShares(
  people: readonly User[],
  listsCourseProgress: boolean,
  options: ShareOptions,
): AsyncGenerator<PeopleWithShares> {
  if (listsCourseProgress) yield { people, shares: await readListed(options) };
  else yield { people, shares: people.length <= MOST_ONE_BY_ONE ? await readOneByOne(people, options) : undefined };
}

/** Reads all the people of a search, and how far they are; where lists say that, both at once, page by page: nobody holds all of it. */
export async function* readFoundShares(
  query: PeopleQuery,
  listsCourseProgress: boolean,
  options: ShareOptions,
): AsyncGenerator<PeopleWithShares> {
  const { signal, onCount } = options;
  if (listsCourseProgress) {
    const pages = readPages((page) => fetchPeopleWithShares({ ...query, ...page }, signal), onCount);
    for await (const people of pages) yield { people, shares: new Map(people.map(({ id, courses }) => [id, courses])) };
    return;
  }
  const short = { ...query, courses: 'false' } as const;
  yield* readShares(
    await fetchAllPages((page) => fetchPeople({ ...short, ...page }, signal)),
    listsCourseProgress,
    options,
  );
}
