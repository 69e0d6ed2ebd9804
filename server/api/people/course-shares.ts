/** Reads the progress in each course, for the people of one page. */
import { mayRole, type Role } from '@server/api/access/permissions';
import { isCoursePublished, isCourseVisibleToUser } from '@server/api/access/visibility';
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

/** Counts the lessons of each course, in the order of the courses; courses without lessons are missing. */
function countLessons(database: Database) {
  return database
    .select({ courseId: courses.id, isPublished: sql<boolean>`${isCoursePublished}`, total: count })
    .from(lessons)
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .groupBy(courses.id)
    .orderBy(asc(courses.order), asc(courses.id));
}

/** Counts the read lessons by user and course; only lessons that the user may see. */
async function countReads(database: Database, ids: readonly string[]): Promise<Map<string, Map<string, number>>> {
  const rows = await database
    .select({ userId: lessonReads.userId, courseId: sections.courseId, read: count })
    .from(lessonReads)
    .innerJoin(users, eq(users.id, lessonReads.userId))
    .innerJoin(lessons, eq(lessons.id, lessonReads.lessonId))
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(and(inArray(lessonReads.userId, [...ids]), isCourseVisibleToUser))
    .groupBy(lessonReads.userId, sections.courseId);
  const reads = new Map<string, Map<string, number>>(ids.map((id) => [id, new Map()]));
  for (const { userId, courseId, read } of rows) reads.get(userId)?.set(courseId, read);
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

const isShareCompleted = ({ read, total, completedAt }: CourseShare) =>
  isCompleted({ readCount: read, lessonCount: total, completedAt: completedAt ?? undefined });

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
      .map(({ courseId, total }) => ({
        courseId,
        total,
        read: reads.get(person.id)?.get(courseId) ?? 0,
        completedAt: completed.get(person.id)?.get(courseId),
      }));
    const progress = {
      lessonCount: sum(shares.map(({ total }) => total)),
      readLessonCount: sum(shares.map(({ read }) => read)),
      courseCount: shares.length,
      completedCourseCount: shares.filter(isShareCompleted).length,
      lastStudiedAt: person.lastStudiedAt,
    };
    return { ...person, progress, courses: shares, state: states.get(person.id) };
  });
}
