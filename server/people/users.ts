/** Reads users as the wire wants them, for staff with their progress. */
import { isCourseVisibleToUser } from '@server/curriculum/visibility';
import type { Database, Slice } from '@server/db/database';
import { users } from '@server/db/schema';
import { type Actor, mayRole, type Permission, type Person, seesPerson, sightOf } from '@server/permissions';
import { forbidden, notFound } from '@server/problem';
import { asc, count, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { courseShareSchema } from '@/api/course-shares';
import type { userSchema } from '@/api/users';

export type UserAnswer = z.input<typeof userSchema>;

const { passwordHash: _, ...userFields } = getTableColumns(users);

/** The lessons that the person of a row sees, each with all above it. */
const lessonsSeen = sql`lessons
  join chapters on chapters.id = lessons.chapter_id
  join sections on sections.id = chapters.section_id
  join courses on courses.id = sections.course_id and ${isCourseVisibleToUser}`;

type CourseShare = z.input<typeof courseShareSchema>;

/** For a page of users in one query: what is counted is of that page's rows only. */
const progressFields = {
  courses: sql<CourseShare[]>`(
    select coalesce(json_agg(json_build_object('courseId', id, 'read', "read", 'total', total)), '[]'::json) from (
      select courses.id, count(*)::int as total, count(lesson_reads.lesson_id)::int as "read"
      from ${lessonsSeen}
      left join lesson_reads on lesson_reads.lesson_id = lessons.id and lesson_reads.user_id = users.id
      group by courses.id, courses."order" order by courses."order", courses.id) as shares)`,
};

function withProgress<T extends { courses: CourseShare[]; lastStudiedAt: string | null }>(user: T) {
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const progress = {
    lessonCount: sum(user.courses.map(({ total }) => total)),
    readLessonCount: sum(user.courses.map(({ read }) => read)),
    lastStudiedAt: user.lastStudiedAt,
  };
  return { ...user, progress };
}

/** Whom somebody lists; no condition for whoever sees everybody. */
function isListedFor(actor: Actor): SQL | undefined {
  const sight = sightOf(actor);
  if (sight === 'everybody') return undefined;
  return sight === 'nobody' ? eq(users.id, actor.id) : eq(users.companyId, sight.companyId);
}

/** One page of the users whom somebody sees, with their progress, by user name. */
export async function listUsers(database: Database, actor: Actor, { limit, offset }: Slice) {
  const condition = isListedFor(actor);
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
  return { items: rows.map(withProgress) satisfies UserAnswer[], total: counted?.total ?? 0 };
}

/** One user as everybody knows themself. */
export async function findUser(database: Database, userId: string) {
  const [user] = await database.select(userFields).from(users).where(eq(users.id, userId));
  return user satisfies UserAnswer | undefined;
}

/** One user as staff see them. */
async function findUserWithProgress(database: Database, userId: string) {
  const [row] = await database
    .select({ ...userFields, ...progressFields })
    .from(users)
    .where(eq(users.id, userId));
  return row && (withProgress(row) satisfies UserAnswer);
}

/** Somebody whom the actor asks about, by a permission that students lack. @throws {Problem} 403 for them and others' ids, 404 for another company's. */
async function requireSeen<T extends Pick<Person, 'id' | 'companyId'>>(
  actor: Actor,
  permission: Permission,
  userId: string,
  read: (userId: string) => Promise<T | undefined>,
): Promise<T> {
  if (userId !== actor.id && !mayRole(actor.role, permission)) throw forbidden();
  const user = await read(userId);
  if (!user || !seesPerson(actor, user)) throw notFound('ユーザー');
  return user;
}

/** One user, as far as the actor may know of them. @throws {Problem} 403 or 404. */
export function requireUser(database: Database, actor: Actor, userId: string) {
  const find = mayRole(actor.role, 'user.others') ? findUserWithProgress : findUser;
  return requireSeen(actor, 'user.others', userId, async (id) => find(database, id));
}

/** Whose progress the actor asks for. @throws {Problem} 403 or 404. */
export function requireLearner(database: Database, actor: Actor, userId: string) {
  return requireSeen(actor, 'progress.others', userId, (id) => findUser(database, id));
}
