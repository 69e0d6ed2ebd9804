/** Writes lessons: their order in the chapter, their versions, and who saved first. */
import { randomUUID } from 'node:crypto';

import { type Database, now } from '@server/db/database';
import { lessons } from '@server/db/schema';
import { readJson } from '@server/http/body';
import type { AppContext } from '@server/http/context';
import { conflict, invalidField, notFound } from '@server/http/problem';
import { eq } from 'drizzle-orm';

import { newLessonSchema, updateLessonSchema } from '@/api/lessons';

import { findLesson } from './lessons';
import { requireContent } from './references';
import { renumber } from './siblings';
import { placeOfChapter, placeOfLesson, touch } from './touch';

/** Creates a lesson; returns its id. */
export async function createLesson(database: Database, context: AppContext): Promise<string> {
  const { chapterId, title, order, minutes = null, contentId = null } = await readJson(context, newLessonSchema);
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    const place = await placeOfChapter(transaction, chapterId);
    if (!place) throw invalidField('chapterId', '指定されたチャプターがありません。');
    await touch(transaction, place);
    await requireContent(transaction, 'contentId', contentId, 'md');
    await transaction.insert(lessons).values({ id, chapterId, title, order: 0, minutes, contentId, updatedAt: now });
    await renumber(transaction, lessons, eq(lessons.chapterId, chapterId), { id, order });
  });
  return id;
}

/** Refuses a change that started from another version than the one that is there. @throws {Problem} 409. */
async function requireVersion(transaction: Database, id: string, startedFrom: string | undefined): Promise<void> {
  const current = await findLesson(transaction, 'ADMIN', id);
  if (!current) throw notFound('レッスン');
  if (startedFrom === undefined || Date.parse(startedFrom) === Date.parse(current.updatedAt)) return;
  throw conflict('ほかの人がこのレッスンを先に保存しました。', current);
}

/** Changes a lesson, which may move it to another chapter. */
export async function updateLesson(database: Database, context: AppContext, id: string): Promise<void> {
  const { updatedAt, order, ...changes } = await readJson(context, updateLessonSchema);
  await database.transaction(async (transaction) => {
    const place = await placeOfLesson(transaction, id);
    if (!place) throw notFound('レッスン');
    const chapterId = changes.chapterId ?? place.chapterId;
    const target = await placeOfChapter(transaction, chapterId);
    if (!target) throw invalidField('chapterId', '指定されたチャプターがありません。');
    // The course is locked before versions are compared; the lesson's own version moves after.
    await touch(transaction, { courseId: place.courseId, sectionId: place.sectionId }, target);
    await requireVersion(transaction, id, updatedAt);
    await requireContent(transaction, 'contentId', changes.contentId, 'md');
    await touch(transaction, place);
    await transaction
      .update(lessons)
      .set({ ...changes, chapterId })
      .where(eq(lessons.id, id));
    const isMoved = chapterId !== place.chapterId;
    if (isMoved) await renumber(transaction, lessons, eq(lessons.chapterId, place.chapterId));
    if (isMoved || order !== undefined)
      await renumber(transaction, lessons, eq(lessons.chapterId, chapterId), { id, order });
  });
}

/** Deletes a lesson with its question sets; reads and submits stay. */
export async function deleteLesson(database: Database, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const place = await placeOfLesson(transaction, id);
    if (!place) throw notFound('レッスン');
    await touch(transaction, { courseId: place.courseId, sectionId: place.sectionId });
    await transaction.delete(lessons).where(eq(lessons.id, id));
    await renumber(transaction, lessons, eq(lessons.chapterId, place.chapterId));
  });
}
