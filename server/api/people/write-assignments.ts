/** Creates, changes and deletes assignments (必修); teachers and admins only. */
import type { Actor } from '@server/api/access/permissions';
import { recordAssignment } from '@server/api/audit/record-parts';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { conflict, found, invalidField } from '@server/api/shared/problem';
import { type Database, laterThan, now } from '@server/db/database';
import { assignments, companies, courses, users } from '@server/db/schema';
import { eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { newAssignmentSchema, updateAssignmentSchema } from '@/api/assignments';

type NewAssignment = z.output<typeof newAssignmentSchema>;
type AssignmentChanges = z.output<typeof updateAssignmentSchema>;

/**
 * Requires that people exist.
 *
 * @param stored the people whom the assignment has already: their accounts may have been deleted since.
 */
async function requirePeople(
  transaction: Database,
  userIds: readonly string[] = [],
  stored: readonly string[] = [],
): Promise<void> {
  const added = [...new Set(userIds)].filter((id) => !stored.includes(id));
  const known = await transaction.$count(users, inArray(users.id, added));
  if (known < added.length) throw invalidField('userIds', '指定された利用者がいません。');
}

async function requireTarget(transaction: Database, { courseId, companyId, userIds }: NewAssignment): Promise<void> {
  if ((await transaction.$count(courses, eq(courses.id, courseId))) === 0)
    throw invalidField('courseId', '指定されたコースがありません。');
  if (companyId !== undefined && (await transaction.$count(companies, eq(companies.id, companyId))) === 0)
    throw invalidField('companyId', '指定された企業がありません。');
  await requirePeople(transaction, userIds);
}

/** Returns true if a stored assignment (a required course) equals the one in the request. */
function isSame(stored: typeof assignments.$inferSelect, asked: NewAssignment): boolean {
  const { courseId, companyId = null, userIds = [], dueAt, note = '' } = asked;
  const ids = (list: readonly string[]) => [...new Set(list)].toSorted().join(' ');
  return (
    stored.courseId === courseId &&
    stored.companyId === companyId &&
    ids(stored.userIds ?? []) === ids(userIds) &&
    Date.parse(stored.dueAt) === Date.parse(dueAt) &&
    stored.note === note
  );
}

/**
 * Returns true if an earlier call has created the same assignment.
 *
 * @throws {Problem} 409 if a different one has this id.
 */
async function isStored(transaction: Database, newAssignment: NewAssignment): Promise<boolean> {
  const [stored] = await transaction.select().from(assignments).where(eq(assignments.id, newAssignment.id));
  if (stored && !isSame(stored, newAssignment)) throw conflict('同じ番号の必修が、すでに別の内容で登録されています。');
  return stored !== undefined;
}

/**
 * Creates an assignment, or finds the same one from an earlier call.
 *
 * @throws {Problem} 409 if a different one has this id, 422.
 */
export async function createAssignment(database: Database, actor: Actor, newAssignment: NewAssignment): Promise<void> {
  const { id, courseId, companyId = null, userIds, dueAt, note = '' } = newAssignment;
  await database.transaction(async (transaction) => {
    if (await isStored(transaction, newAssignment)) return;
    await requireTarget(transaction, newAssignment);
    const people = userIds ? [...new Set(userIds)] : null;
    const row = { id, courseId, companyId, userIds: people, dueAt, note, createdAt: now, updatedAt: now };
    // The same call may run at the same time: this statement waits for it, and then inserts nothing.
    const made = await transaction
      .insert(assignments)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: assignments.id });
    if (made.length > 0) await recordAssignment(transaction, actor, 'create', { assignment: row });
    else await isStored(transaction, newAssignment);
  });
}

/** Changes an assignment. @throws {Problem} 404, 409 or 422. */
export async function updateAssignment(
  database: Database,
  actor: Actor,
  id: string,
  changes: AssignmentChanges,
): Promise<void> {
  const { updatedAt, dueAt, note, userIds } = changes;
  await database.transaction(async (transaction) => {
    const rows = await transaction.select().from(assignments).where(eq(assignments.id, id)).for('update');
    const stored = found(rows[0], '必修');
    requireVersion('必修', stored, updatedAt);
    if (userIds && !stored.userIds) throw invalidField('userIds', 'この必修は企業を対象にしています。');
    await requirePeople(transaction, userIds, stored.userIds ?? []);
    const [saved] = await transaction
      .update(assignments)
      .set({ dueAt, note, userIds: userIds && [...new Set(userIds)], updatedAt: laterThan(assignments.updatedAt) })
      .where(eq(assignments.id, id))
      .returning();
    if (saved) await recordAssignment(transaction, actor, 'change', { before: stored, assignment: saved });
  });
}

/** Deletes an assignment. @throws {Problem} 404. */
export async function deleteAssignment(database: Database, actor: Actor, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [deleted] = await transaction.delete(assignments).where(eq(assignments.id, id)).returning();
    await recordAssignment(transaction, actor, 'delete', { assignment: found(deleted, '必修') });
  });
}
