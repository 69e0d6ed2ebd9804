/** Reads users as the wire wants them, for staff with their progress. */
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import type { PageRequest } from '@server/http/paging';
import { asc, count, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { userSchema } from '@/api/users';

export type UserAnswer = z.input<typeof userSchema>;

const { passwordHash: _, ...userFields } = getTableColumns(users);

/** Lessons with their course, counted for students where it is published. */
const lessonsOfCourses = sql`lessons l
  join chapters ch on ch.id = l.chapter_id
  join sections s on s.id = ch.section_id
  join courses c on c.id = s.course_id`;

/** For a page of users in one query: the counts are of that page's rows only. */
const progressFields = {
  lessonCount: sql<number>`case when users.role = 'STUDENT'
    then (select count(*)::int from ${lessonsOfCourses} where c.status = 'published')
    else (select count(*)::int from lessons) end`,
  readLessonCount: sql<number>`(
    select count(*)::int from lesson_reads r join ${lessonsOfCourses} on l.id = r.lesson_id
    where r.user_id = users.id and (c.status = 'published' or users.role <> 'STUDENT'))`,
};

interface ProgressCounts {
  lessonCount: number;
  readLessonCount: number;
  lastStudiedAt: string | null;
}

function withProgress<T extends ProgressCounts>({ lessonCount, readLessonCount, ...user }: T): UserAnswer {
  const { lastStudiedAt } = user;
  return { ...(user as unknown as UserAnswer), progress: { lessonCount, readLessonCount, lastStudiedAt } };
}

/** One page of users with their progress, by user name. */
export async function listUsers(database: Database, condition: SQL | undefined, { limit, offset }: PageRequest) {
  const byName = asc(sql`lower(${users.username})`);
  const [counted] = await database.select({ total: count() }).from(users).where(condition);
  // The page first: else the counts are made for every row before it, too.
  const page = database
    .select({ id: users.id })
    .from(users)
    .where(condition)
    .orderBy(byName)
    .limit(limit)
    .offset(offset);
  const rows = await database
    .select({ ...userFields, ...progressFields })
    .from(users)
    .where(inArray(users.id, page))
    .orderBy(byName);
  return { items: rows.map(withProgress), total: counted?.total ?? 0 };
}

/** One user as everybody knows themself. */
export async function findUser(database: Database, userId: string) {
  const [user] = await database.select(userFields).from(users).where(eq(users.id, userId));
  return user satisfies UserAnswer | undefined;
}

/** One user as staff see them. */
export async function findUserWithProgress(database: Database, userId: string): Promise<UserAnswer | undefined> {
  const [row] = await database
    .select({ ...userFields, ...progressFields })
    .from(users)
    .where(eq(users.id, userId));
  return row && withProgress(row);
}
