/** Reads the progress in each course, for the people of one page. */
import { mayRole, type Role } from '@server/api/access/permissions';
import type { Database } from '@server/db/database';
import { completions, courses, users } from '@server/db/schema';
import { asc, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { courseShareSchema } from '@/api/course-shares';

import { readStates, statusTables } from './learner-status';

type CourseShare = z.input<typeof courseShareSchema>;

interface Learner {
  id: string;
  role: Role;
  lastStudiedAt: string | null;
}

/** Reads what some people have read of each course, and when they completed it; courses in their order. */
async function readStudies(database: Database, ids: readonly string[]) {
  const tables = statusTables(database, inArray(users.id, [...ids]));
  const all = await database
    .with(tables[0])
    .select({ courseId: courses.id, isPublished: sql<boolean>`published`, total: sql<number>`lesson_count` })
    .from(courses)
    .innerJoin(sql`known`, sql`known.course_id = ${courses.id}`)
    .orderBy(asc(courses.order), asc(courses.id));
  const rows = await database
    .with(...tables)
    .select({
      userId: sql<string>`user_id`,
      courseId: sql<string>`course_id`,
      read: sql<number>`read`,
      completedAt: sql<string | null>`completed_at`.mapWith(completions.completedAt),
    })
    .from(sql`studied`);
  return { all, studies: new Map(rows.map(({ userId, courseId, ...study }) => [`${userId}|${courseId}`, study])) };
}

const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);

/** Adds each person's progress, in total and in each course. */
export async function withProgress<T extends Learner>(database: Database, people: readonly T[]) {
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  const { all, studies } = await readStudies(database, ids);
  const states = await readStates(database, ids);
  return people.map((person) => {
    const seesDrafts = mayRole(person.role, 'draft.read');
    const shares: CourseShare[] = all
      .filter(({ isPublished }) => seesDrafts || isPublished)
      .map(({ courseId, total }) => {
        const { read = 0, completedAt } = studies.get(`${person.id}|${courseId}`) ?? {};
        return { courseId, total, read, completedAt: completedAt ?? undefined };
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
