/** Chapters: read by all, written by editors (specification §7). */
import { randomUUID } from 'node:crypto';

import { findChapter, listChapters } from '@server/curriculum/sections';
import { renumber } from '@server/curriculum/siblings';
import { placeOfChapter, placeOfSection, touch } from '@server/curriculum/touch';
import type { Database } from '@server/db/database';
import { chapters } from '@server/db/schema';
import { requirePermission } from '@server/http/authenticate';
import { readJson } from '@server/http/body';
import { type AppContext, createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { invalidField, found, notFound } from '@server/http/problem';
import { eq } from 'drizzle-orm';

import { newChapterSchema, updateChapterSchema } from '@/api/chapters';

async function createChapter(database: Database, context: AppContext): Promise<string> {
  const { sectionId, title, order } = await readJson(context, newChapterSchema);
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    const place = await placeOfSection(transaction, sectionId);
    if (!place) throw invalidField('sectionId', '指定されたセクションがありません。');
    await touch(transaction, place);
    await transaction.insert(chapters).values({ id, sectionId, title, order: 0 });
    await renumber(transaction, chapters, eq(chapters.sectionId, sectionId), { id, order });
  });
  return id;
}

async function updateChapter(database: Database, context: AppContext, id: string): Promise<void> {
  const { order, title } = await readJson(context, updateChapterSchema);
  await database.transaction(async (transaction) => {
    const place = await placeOfChapter(transaction, id);
    if (!place) throw notFound('チャプター');
    await touch(transaction, place);
    if (title !== undefined) await transaction.update(chapters).set({ title }).where(eq(chapters.id, id));
    if (order !== undefined)
      await renumber(transaction, chapters, eq(chapters.sectionId, place.sectionId), { id, order });
  });
}

async function deleteChapter(database: Database, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const place = await placeOfChapter(transaction, id);
    if (!place) throw notFound('チャプター');
    await touch(transaction, place);
    await transaction.delete(chapters).where(eq(chapters.id, id));
    await renumber(transaction, chapters, eq(chapters.sectionId, place.sectionId));
  });
}

export function chapterRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listChapters(database, context.get('actor').role, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const chapter = found(
        await findChapter(database, context.get('actor').role, pathId(context, 'id')),
        'チャプター',
      );
      return context.json(chapter);
    })
    .post('/', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = await createChapter(database, context);
      return context.json(found(await findChapter(database, role, id), 'チャプター'), 201);
    })
    .patch('/:id', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateChapter(database, context, id);
      return context.json(found(await findChapter(database, role, id), 'チャプター'));
    })
    .delete('/:id', async (context) => {
      requirePermission(context, 'curriculum.write');
      await deleteChapter(database, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
