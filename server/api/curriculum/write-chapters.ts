/** Creates, changes and deletes chapters, and keeps their order within the section. */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { describeEdit } from '@server/api/audit/describe-edit';
import { recordPart } from '@server/api/audit/record-parts';
import { recordCompletions } from '@server/api/completions/record-completions';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { wakePendingWork } from '@server/api/shared/pending-work';
import { found, invalidField } from '@server/api/shared/problem';
import { type Database, laterThan, now } from '@server/db/database';
import { chapters } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { chapterFieldNames, type newChapterSchema, type updateChapterSchema } from '@/api/chapters';

import { findChapter } from './sections';
import { renumber } from './siblings';
import { placeOfChapter, placeOfSection, touch, writeCurriculum } from './touch';
import { moveToTrash } from './trash/move-to-trash';

type NewChapter = z.output<typeof newChapterSchema>;
type ChapterChanges = z.output<typeof updateChapterSchema>;

/** Creates a chapter. @returns its id. @throws {Problem} 422. */
export async function createChapter(database: Database, actor: Actor, newChapter: NewChapter): Promise<string> {
  const { sectionId, title, order } = newChapter;
  const id = randomUUID();
  await writeCurriculum(database, async (transaction) => {
    const place = await placeOfSection(transaction, sectionId);
    if (!place) throw invalidField('sectionId', '指定されたセクションがありません。');
    await touch(transaction, place);
    await transaction.insert(chapters).values({ id, sectionId, title, order: 0, updatedAt: now });
    await renumber(transaction, chapters, eq(chapters.sectionId, sectionId), { id, order });
    await recordPart(transaction, actor, 'create', { part: 'chapter', id, title, courseId: place.courseId });
  });
  return id;
}

/** Changes a chapter. @throws {Problem} 404 or 409. */
export async function updateChapter(
  database: Database,
  actor: Actor,
  id: string,
  { order, title, updatedAt }: ChapterChanges,
): Promise<void> {
  await writeCurriculum(database, async (transaction) => {
    const place = found(await placeOfChapter(transaction, id), 'チャプター');
    await touch(transaction, place);
    const before = found(await findChapter(transaction, 'ADMIN', id), 'チャプター');
    requireVersion('チャプター', before, updatedAt);
    await transaction
      .update(chapters)
      .set({ title, updatedAt: laterThan(chapters.updatedAt) })
      .where(eq(chapters.id, id));
    if (order !== undefined)
      await renumber(transaction, chapters, eq(chapters.sectionId, place.sectionId), { id, order });
    const part = { part: 'chapter', id, title: title ?? before.title, courseId: place.courseId } as const;
    await recordPart(transaction, actor, 'change', {
      ...part,
      details: describeEdit(chapterFieldNames, before, { title, order }),
    });
  });
}

/** Deletes a chapter with its lessons. @throws {Problem} 404. */
export async function deleteChapter(database: Database, actor: Actor, id: string): Promise<void> {
  await writeCurriculum(database, async (transaction) => {
    const place = found(await placeOfChapter(transaction, id), 'チャプター');
    await touch(transaction, place);
    const title = await moveToTrash(transaction, actor, { kind: 'chapter', id });
    await recordCompletions(transaction, place.courseId);
    await renumber(transaction, chapters, eq(chapters.sectionId, place.sectionId));
    const part = { part: 'chapter', id, title, courseId: place.courseId } as const;
    await recordPart(transaction, actor, 'delete', part);
  });
  wakePendingWork();
}
