/** Reads the progress in each course, for the people of one page. */
import { mayRole, type Role } from '@server/api/access/permissions';
import { isCoursePublished, isCourseVisibleToUser } from '@server/api/access/visibility';
import { lessonCount } from '@server/api/shared/lesson-count';
import type { Database } from '@server/db/database';
import { chapters, completions, courses, lessonReads, lessons, sections, users } from '@server/db/schema';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { courseShareSchema } from '@/api/course-shares';
import { isCompleted } from '@/study/completed';

import { readStates } from './learner-status';

type CourseShare = z.input<typeof courseShareSchema>;

interface Learner {
  id: string;
  role: Role;
  lastStudiedAt: string | null;
}

const count = sql<number>`count(*)::int`;
const lastReadAt = sql<string>`max(${lessonReads.readAt})`.mapWith(lessonReads.readAt);

/** Counts the lessons of each course, in the order of the courses. */
function countLessons(database: Database) {
  return database
    .select({ courseId: courses.id, isPublished: sql<boolean>`${isCoursePublished}`, total: lessonCount })
    .from(courses)
    .orderBy(asc(courses.order), asc(courses.id));
}

interface Reads {
  read: number;
  lastReadAt: string;
}

/** Counts the read lessons by user and course; only lessons that the user may see. */
async function countReads(database: Database, ids: readonly string[]): Promise<Map<string, Map<string, Reads>>> {
  const rows = await database
    .select({ userId: lessonReads.userId, courseId: sections.courseId, read: count, lastReadAt })
    .from(lessonReads)
    .innerJoin(users, eq(users.id, lessonReads.userId))
    .innerJoin(lessons, eq(lessons.id, lessonReads.lessonId))
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(and(inArray(lessonReads.userId, [...ids]), isCourseVisibleToUser))
    .groupBy(lessonReads.userId, sections.courseId);
  const reads = new Map<string, Map<string, Reads>>(ids.map((id) => [id, new Map()]));
  for (const { userId, courseId, ...counted } of rows) reads.get(userId)?.set(courseId, counted);
  return reads;
}

/** Reads when each person completed each course. */
async function readCompletedAt(database: Database, ids: readonly string[]): Promise<Map<string, Map<string, string>>> {
  const rows = await database
    .select({ userId: completions.userId, courseId: completions.courseId, completedAt: completions.completedAt })
    .from(completions)
    .where(inArray(completions.userId, [...ids]));
  const completed = new Map<string, Map<string, string>>(ids.map((id) => [id, new Map()]));
  for (const { userId, courseId, completedAt } of rows) completed.get(userId)?.set(courseId, completedAt);
  return completed;
}

/** Returns a person's share of a course. A completion that is not recorded has the day of the last reading. */
function toShare(
  { courseId, total }: { courseId: string; total: number },
  reads?: Reads,
  recorded?: string,
): CourseShare {
  const { read = 0, lastReadAt: last } = reads ?? {};
  const isDone = isCompleted({ readCount: read, lessonCount: total, completedAt: recorded });
  return { courseId, total, read, completedAt: recorded ?? (isDone ? last : undefined) };
}

const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);

/** Adds each person's progress, in total and in each course. */
export async function withProgress<T extends Learner>(database: Database, people: readonly T[]) {
  if (people.length === 0) return [];
  const all = await countLessons(database);
  const ids = people.map(({ id }) => id);
  const reads = await countReads(database, ids);
  const completed = await readCompletedAt(database, ids);
  const states = await readStates(database, ids);
  return people.map((person) => {
    const seesDrafts = mayRole(person.role, 'draft.read');
    const shares: CourseShare[] = all
      .filter(({ isPublished }) => seesDrafts || isPublished)
      .map((course) => {
        const { courseId } = course;
        return toShare(course, reads.get(person.id)?.get(courseId), completed.get(person.id)?.get(courseId));
      })
      .filter(({ total, completedAt }) => total > 0 || completedAt !== undefined);
    const progress = {
      lessonCount: sum(shares.map(({ total }) => total)),
      readLessonCount: sum(shares.map(({ read }) => read)),
      courseCount: shares.length,
      completedCourseCount: shares.filter(({ completedAt }) => completedAt !== undefined).length,
      lastStudiedAt: person.lastStudiedAt,
    };
    return { ...person, progress, courses: shares, state: states.get(person.id) };
  });
}
