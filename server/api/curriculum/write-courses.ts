/** Creates, changes and deletes courses, and keeps their order. */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { recordChange } from '@server/api/audit/audit-log';
import { describeEdit } from '@server/api/audit/describe-edit';
import { timesOfStatus } from '@server/api/completions/course-history';
import { recordCompletions, settleCompletions } from '@server/api/completions/record-completions';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { wakePendingWork } from '@server/api/shared/pending-work';
import { found } from '@server/api/shared/problem';
import { type Database, now } from '@server/db/database';
import { courses } from '@server/db/schema';
import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { courseFieldNames, type newCourseSchema, type updateCourseSchema } from '@/api/courses';

import { findCourse } from './courses';
import { requireContent } from './references';
import { renumber } from './siblings';
import { newVersion, writeCurriculum } from './touch';
import { moveToTrash } from './trash/move-to-trash';

type NewCourse = z.output<typeof newCourseSchema>;
type CourseChanges = z.output<typeof updateCourseSchema>;

/** Creates a course. @returns its id. @throws {Problem} 422. */
export async function createCourse(database: Database, actor: Actor, newCourse: NewCourse): Promise<string> {
  const { order, description = '', status = 'draft', thumbnailContentId = null, ...rest } = newCourse;
  const id = randomUUID();
  await writeCurriculum(database, async (transaction) => {
    await requireContent(transaction, 'thumbnailContentId', thumbnailContentId, 'img');
    const publishedAt = status === 'published' ? now : null;
    const drafts = status === 'draft' ? sql`array[tstzrange(${now}, null)]` : [];
    const versions = { updatedAt: now, checkedVersion: now };
    const values = { ...rest, ...versions, id, description, status, thumbnailContentId, order: 0, publishedAt, drafts };
    await transaction.insert(courses).values(values);
    await renumber(transaction, courses, undefined, { id, order });
    await recordChange(transaction, actor, {
      action: 'create',
      kind: 'course',
      subjectId: id,
      subjectName: rest.title,
    });
  });
  return id;
}

/** Changes a course. @throws {Problem} 404, 409 or 422. */
export async function updateCourse(
  database: Database,
  actor: Actor,
  id: string,
  courseChanges: CourseChanges,
): Promise<void> {
  const { order, updatedAt, ...changes } = courseChanges;
  await writeCurriculum(database, async (transaction) => {
    // Locks the course's row: readers of its lessons, such as a learner's completion, wait for the change.
    await transaction.select({ id: courses.id }).from(courses).where(eq(courses.id, id)).for('update');
    const course = found(await findCourse(transaction, 'ADMIN', id), 'コース');
    requireVersion('コース', course, updatedAt);
    await requireContent(transaction, 'thumbnailContentId', changes.thumbnailContentId, 'img');
    const { status } = changes;
    const isNewStatus = status !== undefined && status !== course.status;
    if (isNewStatus) await settleCompletions(transaction, id);
    await transaction
      .update(courses)
      .set({ ...changes, ...(isNewStatus && timesOfStatus(status)), ...newVersion })
      .where(eq(courses.id, id));
    if (isNewStatus) await recordCompletions(transaction, id);
    if (order !== undefined) await renumber(transaction, courses, undefined, { id, order });
    const subjectName = changes.title ?? course.title;
    const details = describeEdit(courseFieldNames, course, { ...changes, order });
    await recordChange(transaction, actor, { action: 'change', kind: 'course', subjectId: id, subjectName, details });
  });
  wakePendingWork();
}

/** Deletes a course with everything below it. @throws {Problem} 404. */
export async function deleteCourse(database: Database, actor: Actor, id: string): Promise<void> {
  await writeCurriculum(database, async (transaction) => {
    // Locks the course's row: readers of its lessons, such as a learner's completion, wait for the deletion.
    const [course] = await transaction.select().from(courses).where(eq(courses.id, id)).for('update');
    const { title: subjectName } = found(course, 'コース');
    await settleCompletions(transaction, id);
    await moveToTrash(transaction, actor, { kind: 'course', id });
    await renumber(transaction, courses, undefined);
    await recordChange(transaction, actor, { action: 'delete', kind: 'course', subjectId: id, subjectName });
  });
}
