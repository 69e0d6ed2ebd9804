/** Restores things from the trash with their ids, at their old position. */
import { isDeepStrictEqual } from 'node:util';

import type { Actor } from '@server/api/access/permissions';
import { recordChange } from '@server/api/audit/audit-log';
import { recordPart } from '@server/api/audit/record-parts';
import { dateRestoredLessons, keepTrashedLessons, timesOfStatus } from '@server/api/completions/course-history';
import { recordCompletions, settleCompletions } from '@server/api/completions/record-completions';
import { renumber } from '@server/api/curriculum/siblings';
import {
  placeOfChapter,
  placeOfLesson,
  placeOfSection,
  type Place,
  newVersion,
  touch,
  writeCurriculum,
} from '@server/api/curriculum/touch';
import { isKept } from '@server/api/shared/kept-in-trash';
import { wakePendingWork } from '@server/api/shared/pending-work';
import { conflict, found } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { courses, trash } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { CourseStatus } from '@/api/courses';
import type { TrashKind } from '@/api/trash';

import { nameOf, parentColumnOf, parentKindOf, tableOf } from './kinds';
import { siblingsOf } from './move-to-trash';
import { placeAmong } from './place-among';
import { insertRows, toCurrentRows } from './trash-rows';

const WHAT = 'ごみ箱の項目';

type TrashRow = Pick<typeof trash.$inferSelect, 'id' | 'kind' | 'subjectId' | 'title' | 'parentId' | 'parents'>;

/**
 * Finds the parent of a restored thing, and that parent's own parents, in the form that `touch` takes. A lesson is
 * included only for question sets, because only a question set changes its lesson's version.
 */
async function findPlace(transaction: Database, kind: TrashKind, parentId: string): Promise<Place | undefined> {
  const find = {
    course: async () => {
      const [course] = await transaction.select({ id: courses.id }).from(courses).where(eq(courses.id, parentId));
      return course && { courseId: course.id };
    },
    section: () => placeOfSection(transaction, parentId),
    chapter: () => placeOfChapter(transaction, parentId),
    lesson: () => placeOfLesson(transaction, parentId),
  };
  const parentKind = parentKindOf(kind);
  return parentKind && find[parentKind]();
}

/**
 * Locks the course to which a thing returns. @throws {Problem} 409 if the parent is deleted or is being moved, or if
 * the course is published and `status` is not `published`.
 */
async function lockParent(transaction: Database, item: TrashRow, status: CourseStatus): Promise<string> {
  const { kind, parentId, parents } = item;
  const parent = parents.at(-1);
  const place = await findPlace(transaction, kind, parentId ?? '');
  if (!place)
    throw conflict(
      `${parent ? `${nameOf[parent.kind]}「${parent.title}」` : '元の場所'}が削除されています。先に元に戻してください。`,
    );
  await touch(transaction, place);
  // Read again under the lock: the parent may have been moved to another course, or deleted, before this transaction
  // got the lock.
  const placeNow = await findPlace(transaction, kind, parentId ?? '');
  if (!isDeepStrictEqual(placeNow, place)) throw conflict('元の場所が同時に変更されました。もう一度お試しください。');
  const [course] = await transaction.select().from(courses).where(eq(courses.id, place.courseId));
  if (course?.status === 'published' && status !== 'published')
    throw conflict(`コース「${course.title}」は公開中です。元に戻すと、受講者にすぐ表示されます。`);
  return place.courseId;
}

/**
 * Takes rows out of the trash.
 *
 * @throws {Problem} 404 if another request has just restored them, 409 for those of a newer build.
 */
async function takeRows(transaction: Database, id: string) {
  const [taken] = await transaction.delete(trash).where(eq(trash.id, id)).returning();
  const { rows, rowsVersion, siblings } = found(taken, WHAT);
  return { rows: toCurrentRows(rows, rowsVersion), siblings };
}

async function restoreCourse(transaction: Database, actor: Actor, item: TrashRow, status: CourseStatus) {
  const { id, subjectId } = item;
  const { rows, siblings } = await takeRows(transaction, id);
  const order = placeAmong(await siblingsOf(transaction, 'course', null), siblings, subjectId);
  await insertRows(transaction, rows);
  await transaction
    .update(courses)
    .set({ status, ...timesOfStatus(status), ...newVersion })
    .where(eq(courses.id, subjectId));
  await recordCompletions(transaction, subjectId);
  await renumber(transaction, courses, undefined, { id: subjectId, order });
  const subjectName = item.title;
  await recordChange(transaction, actor, { action: 'create', kind: 'course', subjectId, subjectName });
}

async function restoreBelow(
  transaction: Database,
  actor: Actor,
  item: TrashRow & { kind: Exclude<TrashKind, 'course'> },
  status: CourseStatus,
) {
  const { id, kind, subjectId, parentId } = item;
  const courseId = await lockParent(transaction, item, status);
  await settleCompletions(transaction, courseId);
  // An older build may have deleted the lessons, and does not store when.
  await keepTrashedLessons(transaction, sql`${trash.id} = ${id}`);
  const { rows, siblings } = await takeRows(transaction, id);
  const order = placeAmong(await siblingsOf(transaction, kind, parentId), siblings, subjectId);
  await insertRows(transaction, rows);
  await dateRestoredLessons(
    transaction,
    rows.lessons.map((lesson) => lesson.id),
  );
  await recordCompletions(transaction, courseId);
  await renumber(transaction, tableOf[kind], eq(parentColumnOf[kind], parentId ?? ''), { id: subjectId, order });
  await recordPart(transaction, actor, 'create', { part: kind, id: subjectId, title: item.title, courseId });
}

/**
 * Restores a thing with everything below it.
 *
 * @param status of a course: its new status; of others: `published` if the caller knows that their course is published.
 * @throws {Problem} 404 if it is not in the trash; 409 if its parent is deleted, or if its course is published and
 * `status` does not say so.
 */
export async function restoreFromTrash(
  database: Database,
  actor: Actor,
  id: string,
  status: CourseStatus,
): Promise<void> {
  await writeCurriculum(database, async (transaction) => {
    const { kind, subjectId, title, parentId, parents } = trash;
    const [row] = await transaction
      .select({ id: trash.id, kind, subjectId, title, parentId, parents })
      .from(trash)
      .where(and(eq(trash.id, id), isKept));
    const item = found(row, WHAT);
    if (item.kind === 'course') await restoreCourse(transaction, actor, item, status);
    else await restoreBelow(transaction, actor, { ...item, kind: item.kind }, status);
  });
  wakePendingWork();
}
