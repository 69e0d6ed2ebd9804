/** Creates, changes, moves and deletes lessons, and keeps their order within the chapter. */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { describeEdit } from '@server/api/audit/describe-edit';
import { recordPart } from '@server/api/audit/record-parts';
import { keepFormerLesson } from '@server/api/completions/course-history';
import { recordCompletions, settleCompletions } from '@server/api/completions/record-completions';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { wakePendingWork } from '@server/api/shared/pending-work';
import { found, invalidField } from '@server/api/shared/problem';
import { type Database, now } from '@server/db/database';
import { lessons } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { lessonFieldNames, type newLessonSchema, type updateLessonSchema } from '@/api/lessons';

import { findLesson } from './lessons';
import { requireContent } from './references';
import { renumber } from './siblings';
import { placeOfChapter, placeOfLesson, touch, writeCurriculum } from './touch';
import { moveToTrash } from './trash/move-to-trash';

type NewLesson = z.output<typeof newLessonSchema>;
type LessonChanges = z.output<typeof updateLessonSchema>;

/** Creates a lesson. @returns its id. @throws {Problem} 422. */
export async function createLesson(database: Database, actor: Actor, newLesson: NewLesson): Promise<string> {
  const { order, ...fields } = newLesson;
  const { chapterId, contentId } = fields;
  const id = randomUUID();
  await writeCurriculum(database, async (transaction) => {
    const place = await placeOfChapter(transaction, chapterId);
    if (!place) throw invalidField('chapterId', '指定されたチャプターがありません。');
    await touch(transaction, place);
    await requireContent(transaction, 'contentId', contentId, 'md');
    await settleCompletions(transaction, place.courseId);
    await transaction.insert(lessons).values({ ...fields, id, order: 0, updatedAt: now, addedAt: now });
    await renumber(transaction, lessons, eq(lessons.chapterId, chapterId), { id, order });
    const { title } = fields;
    await recordPart(transaction, actor, 'create', { part: 'lesson', id, title, courseId: place.courseId });
  });
  return id;
}

/** Changes a lesson, which may move it to another chapter. @throws {Problem} 404, 409 or 422. */
export async function updateLesson(
  database: Database,
  actor: Actor,
  id: string,
  lessonChanges: LessonChanges,
): Promise<void> {
  const { updatedAt, order, ...changes } = lessonChanges;
  await writeCurriculum(database, async (transaction) => {
    const place = found(await placeOfLesson(transaction, id), 'レッスン');
    const chapterId = changes.chapterId ?? place.chapterId;
    const target = await placeOfChapter(transaction, chapterId);
    if (!target) throw invalidField('chapterId', '指定されたチャプターがありません。');
    const before = found(await findLesson(transaction, 'ADMIN', id), 'レッスン');
    requireVersion('レッスン', before, updatedAt);
    await requireContent(transaction, 'contentId', changes.contentId, 'md');
    await touch(transaction, place, target);
    const isInOtherCourse = target.courseId !== place.courseId;
    if (isInOtherCourse) {
      await settleCompletions(transaction, place.courseId, target.courseId);
      await keepFormerLesson(transaction, place.courseId, id);
    }
    await transaction
      .update(lessons)
      .set({ ...changes, chapterId, addedAt: isInOtherCourse ? now : undefined })
      .where(eq(lessons.id, id));
    if (isInOtherCourse) await recordCompletions(transaction, place.courseId, target.courseId);
    const isMoved = chapterId !== place.chapterId;
    if (isMoved) await renumber(transaction, lessons, eq(lessons.chapterId, place.chapterId));
    if (isMoved || order !== undefined)
      await renumber(transaction, lessons, eq(lessons.chapterId, chapterId), { id, order });
    const part = { part: 'lesson', id, title: changes.title ?? before.title, courseId: target.courseId } as const;
    await recordPart(transaction, actor, 'change', {
      ...part,
      details: describeEdit(lessonFieldNames, before, { ...changes, order }),
    });
  });
  wakePendingWork();
}

/** Deletes a lesson with its question sets, but not the learners' read marks and submits. @throws {Problem} 404. */
export async function deleteLesson(database: Database, actor: Actor, id: string): Promise<void> {
  await writeCurriculum(database, async (transaction) => {
    const place = found(await placeOfLesson(transaction, id), 'レッスン');
    await touch(transaction, { courseId: place.courseId, sectionId: place.sectionId });
    const title = await moveToTrash(transaction, actor, { kind: 'lesson', id });
    await recordCompletions(transaction, place.courseId);
    await renumber(transaction, lessons, eq(lessons.chapterId, place.chapterId));
    const part = { part: 'lesson', id, title, courseId: place.courseId } as const;
    await recordPart(transaction, actor, 'delete', part);
  });
  wakePendingWork();
}
