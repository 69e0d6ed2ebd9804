/** Explains in Japanese why a learner is behind (遅れ): late required courses, or no study for two weeks. */
import type { Assignment } from '@/api/assignments';
import type { CourseShare } from '@/api/course-shares';
import type { PersonWithShares } from '@/api/people-lists';
import { DAY_MS } from '@/lib/constants';
import { counts, countUnread, isCompleted } from '@/study/completed';
import { daysUntil } from '@/study/due-words';

import { isLate, type RequiredCourse } from './required-status';

/** A required course of a person, with the facts needed to explain why the person is behind. */
export interface PersonRequiredCourse extends RequiredCourse {
  courseId: string;
}

type Person = Pick<PersonWithShares, 'id' | 'companyId' | 'createdAt' | 'lastStudiedAt' | 'progress'> & {
  courses: readonly (CourseShare & Pick<RequiredCourse, 'lastReadAt'>)[];
};

/**
 * Returns the courses required of a person, the earliest date first; courses that the person does not see, or that do
 * not count, are left out.
 */
export function requiredCoursesOf(
  { id, companyId, courses }: Person,
  assignments: readonly Assignment[],
): PersonRequiredCourse[] {
  return assignments
    .filter((one) => (one.companyId === undefined ? one.userIds?.includes(id) : one.companyId === companyId))
    .flatMap(({ courseId, dueAt }) => {
      const share = courses.find((one) => one.courseId === courseId);
      if (!share) return [];
      const { total: lessonCount, read: readCount, ...days } = share;
      return [{ ...days, dueAt, lessonCount, readCount }];
    })
    .filter(counts);
}

const unreadWords = (count: number | undefined) => (count === undefined ? '' : `：未読${count}`);

function lateWords(course: PersonRequiredCourse, nowMs: number): string {
  const { dueAt, completedAt, lastReadAt } = course;
  const completed = isCompleted(course) ? (completedAt ?? lastReadAt) : undefined;
  if (completed !== undefined) return `を期限の${-daysUntil(dueAt, Date.parse(completed))}日後に修了しました`;
  const days = -daysUntil(dueAt, nowMs);
  return `が${days > 0 ? `${days}日過ぎています` : '期限を過ぎました'}${unreadWords(countUnread(course))}`;
}

/**
 * Returns why a person is behind, e.g. 「必修「情報セキュリティの基本」が5日過ぎています：未読2」 or 「16日学習していません：未読12」.
 *
 * @param titleOf a course's title by id. @param nowMs ms since 1970.
 */
export function behindReason(
  person: Person,
  assignments: readonly Assignment[],
  titleOf: (courseId: string) => string | undefined,
  nowMs: number,
): string {
  const required = requiredCoursesOf(person, assignments);
  const late = required.filter((course) => isLate(course, person.createdAt, nowMs));
  const [first] = late;
  if (first) {
    const more = late.length > 1 ? `（ほか${late.length - 1}件）` : '';
    return `必修「${titleOf(first.courseId) ?? 'コース'}」${lateWords(first, nowMs)}${more}`;
  }
  const { progress, lastStudiedAt, createdAt } = person;
  const counted =
    required.length > 0
      ? required.filter((course) => !isCompleted(course)).map(countUnread)
      : [countUnread({ lessonCount: progress?.lessonCount, readCount: progress?.readLessonCount })];
  const isKnown = counted.every((count) => count !== undefined);
  const unread = unreadWords(isKnown ? counted.reduce((sum, count) => sum + count, 0) : undefined);
  const days = Math.floor((nowMs - Date.parse(lastStudiedAt ?? createdAt ?? '')) / DAY_MS);
  return lastStudiedAt ? `${days}日学習していません${unread}` : `まだ学習していません${unread}`;
}
