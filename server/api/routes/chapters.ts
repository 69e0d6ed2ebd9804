/** Chapters: read by all, written by editors (specification §7). */
import { findChapter, listChapters } from '@server/api/curriculum/sections';
import { createChapter, deleteChapter, updateChapter } from '@server/api/curriculum/write-chapters';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { found } from '@server/api/shared/problem';

import { newChapterSchema, updateChapterSchema } from '@/api/chapters';

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
      const actor = requirePermission(context, 'curriculum.write');
      const body = await readJson(context, newChapterSchema);
      return createOnce(context, database, { body }, async (transaction) => {
        const id = await createChapter(transaction, actor, body);
        return found(await findChapter(transaction, actor.role, id), 'チャプター');
      });
    })
    .patch('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateChapter(database, actor, id, await readJson(context, updateChapterSchema));
      return context.json(found(await rereadForAnswer(findChapter(database, actor.role, id)), 'チャプター'));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      await deleteChapter(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
