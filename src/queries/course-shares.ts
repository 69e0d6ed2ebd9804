/** How far people are, course by course, for a file: from the list where the server gives it there, else one by one. */
import { type CourseShare, fetchCourseShares } from '@/api/course-shares';
import { fetchProgress } from '@/api/progress';
import type { User } from '@/api/users';

import { fetchAllPages } from './all-pages';

/** So many people are asked about one by one. */
export const MOST_ONE_BY_ONE = 200;
const AT_ONCE = 4;

export type CourseShares = ReadonlyMap<string, readonly CourseShare[]>;

export interface ShareOptions {
  signal: AbortSignal;
  /** How many of how many people are there. */
  onCount: (count: number, total: number) => void;
}

/** Of all that the current user sees, where the server has the ability `course-progress`. */
export async function readListedShares({ signal, onCount }: ShareOptions): Promise<CourseShares> {
  const listed = await fetchAllPages((query) => fetchCourseShares(query, signal), onCount);
  return new Map(listed.map(({ id, courses }) => [id, courses]));
}

/** Of up to {@link MOST_ONE_BY_ONE} people, a few at a time. */
export async function readShares(people: readonly User[], { signal, onCount }: ShareOptions): Promise<CourseShares> {
  const found = new Map<string, readonly CourseShare[]>();
  const waiting = [...people];
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
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
