/**
 * Reads users' progress per course, for a CSV file: from the lists of users if the server includes the progress in
 * them, else with one request per user.
 */
import { type CourseShare, fetchCourseShares } from '@/api/course-shares';
import { fetchPeople, fetchPeopleWithShares, type PeopleQuery } from '@/api/people-lists';
import { fetchProgress } from '@/api/progress';
import type { User } from '@/api/users';
import { fetchAllPages, type ReadOptions, readPages } from '@/queries/all-pages';
import { readEach } from '@/queries/read-each';

/** Without the capability `course-progress`, the progress of at most this many users is read, with one request each. */
export const MAX_ONE_BY_ONE = 200;

export type CourseShares = ReadonlyMap<string, readonly CourseShare[]>;

/** Reads the progress of all users that the current user may see, from lists. */
async function readListed({ signal, onCount }: ReadOptions): Promise<CourseShares> {
  const listed = await fetchAllPages((query) => fetchCourseShares(query, signal), onCount);
  return new Map(listed.map(({ id, courses }) => [id, courses]));
}

/** Reads the progress of learners with one request each, a few at a time. */
async function readOneByOne(people: readonly User[], { signal, onCount }: ReadOptions): Promise<CourseShares> {
  const found = new Map<string, readonly CourseShare[]>();
  const learners = people.filter(({ role }) => role === 'STUDENT');
  await readEach(learners, async ({ id }) => {
    const { courses } = await fetchProgress(id, signal);
    const shares = courses.map(({ courseId, readLessons, lessonCount }) => {
      return { courseId, read: readLessons?.length, total: lessonCount };
    });
    found.set(id, shares);
    onCount(found.size, people.length);
  });
  return found;
}

export interface PeopleWithShares {
  people: readonly User[];
  /** The progress by user; undefined when there are too many users to read one by one. */
  shares: CourseShares | undefined;
}

/**
 * Reads the progress of given users.
 *
 * @param listsCourseProgress true for servers with the capability `course-progress`.
 */
export async function* readShares(
  people: readonly User[],
  listsCourseProgress: boolean,
  options: ReadOptions,
): AsyncGenerator<PeopleWithShares> {
  if (listsCourseProgress) yield { people, shares: await readListed(options) };
  else yield { people, shares: people.length <= MAX_ONE_BY_ONE ? await readOneByOne(people, options) : undefined };
}

/**
 * Reads all users that match a search, and their progress. Where lists include the progress, it reads page by page, so
 * that memory never holds all users.
 */
export async function* readFoundShares(
  query: PeopleQuery,
  listsCourseProgress: boolean,
  options: ReadOptions,
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
