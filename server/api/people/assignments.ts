/**
 * Reads assignments (必修): all for teachers and admins, their company's for staff, their own for learners (docs/wire.md,
 * "Assignments").
 */
import { type Actor, mayRole, seesPerson, visiblePeople } from '@server/api/access/permissions';
import { isCoursePublished } from '@server/api/access/visibility';
import type { Database, Slice } from '@server/db/database';
import { assignments, courses, users } from '@server/db/schema';
import { and, arrayOverlaps, asc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { assignmentSchema } from '@/api/assignments';

export type AssignmentAnswer = z.input<typeof assignmentSchema>;
type Row = typeof assignments.$inferSelect;

/** SQL for the ids of the people of a company. */
function peopleOf(database: Database, companyId: string) {
  return database
    .select({ ids: sql<string[]>`coalesce(array_agg(${users.id}), '{}')` })
    .from(users)
    .where(eq(users.companyId, companyId));
}

/** Returns the SQL condition on `assignments` that they apply to a person. */
function concerns({ id, companyId }: Pick<Actor, 'id' | 'companyId'>): SQL | undefined {
  return or(
    sql`${id} = any(${assignments.userIds})`,
    companyId === null ? undefined : eq(assignments.companyId, companyId),
  );
}

/** Returns the SQL condition on `assignments` that the actor may see them; undefined if the actor sees all. */
async function isVisibleTo(database: Database, actor: Actor): Promise<SQL | undefined> {
  const visible = visiblePeople(actor);
  if (visible === 'all') return undefined;
  if (visible !== 'none') {
    const [people] = await peopleOf(database, visible.companyId);
    return or(eq(assignments.companyId, visible.companyId), arrayOverlaps(assignments.userIds, people?.ids ?? []));
  }
  const course = database
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, assignments.courseId), isCoursePublished));
  return and(concerns(actor), exists(course));
}

/** Returns the ids of the people of assignments whose accounts exist and whom the actor may see. */
async function seenPeople(database: Database, actor: Actor, rows: readonly Row[]): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id);
  const named = database
    .select({ id: sql`unnest(${assignments.userIds})` })
    .from(assignments)
    .where(inArray(assignments.id, ids));
  const { id, companyId } = users;
  const people = await database.select({ id, companyId }).from(users).where(inArray(id, named));
  return new Set(people.filter((person) => seesPerson(actor, person)).map((person) => person.id));
}

/**
 * Returns assignments as the actor may see them: with the people whom the actor sees only, for learners without people.
 */
async function answerFor(database: Database, actor: Actor, rows: readonly Row[]): Promise<AssignmentAnswer[]> {
  const isForLearner = !mayRole(actor.role, 'assignment.read');
  const seen = await seenPeople(database, actor, rows);
  return rows.map(({ id, courseId, companyId, userIds, dueAt, note, createdAt, updatedAt }) => {
    const own = { id, courseId, dueAt, note: note || undefined };
    if (isForLearner) return own;
    const ids = userIds?.filter((userId) => seen.has(userId));
    return { ...own, companyId, userIds: ids, createdAt, updatedAt };
  });
}

/** Lists the assignments that the actor may see, the earliest date first. */
export async function listAssignments(database: Database, actor: Actor, { limit, offset }: Slice) {
  const isVisible = await isVisibleTo(database, actor);
  const total = await database.$count(assignments, isVisible);
  const rows = await database
    .select()
    .from(assignments)
    .where(isVisible)
    .orderBy(asc(assignments.dueAt), asc(assignments.id))
    .limit(limit)
    .offset(offset);
  return { items: await answerFor(database, actor, rows), total };
}

/** Finds one assignment as the actor may see it. */
export async function findAssignment(
  database: Database,
  actor: Actor,
  id: string,
): Promise<AssignmentAnswer | undefined> {
  const rows = await database
    .select()
    .from(assignments)
    .where(and(eq(assignments.id, id), await isVisibleTo(database, actor)));
  return (await answerFor(database, actor, rows))[0];
}
