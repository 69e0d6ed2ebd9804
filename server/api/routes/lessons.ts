/** Lessons: read by all, written by editors (specification §7). */
import { findLesson, listLessons } from '@server/api/curriculum/lessons';
import { createLesson, deleteLesson, updateLesson } from '@server/api/curriculum/write-lessons';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, readSearch, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { found } from '@server/api/shared/problem';

import { newLessonSchema, updateLessonSchema } from '@/api/lessons';
import { lessonQueryShape } from '@/api/title-lists';

export function lessonRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { query, applied } = readSearch(context, lessonQueryShape);
      const { items, total } = await listLessons(database, context.get('actor').role, query, page);
      return context.json(toPage(page, items, total, applied));
    })
    .get('/:id', async (context) => {
      const lesson = found(await findLesson(database, context.get('actor').role, pathId(context, 'id')), 'レッスン');
      return context.json(lesson);
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const body = await readJson(context, newLessonSchema);
      return createOnce(context, database, { body }, async (transaction) => {
        const id = await createLesson(transaction, actor, body);
        return found(await findLesson(transaction, actor.role, id), 'レッスン');
      });
    })
    .patch('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateLesson(database, actor, id, await readJson(context, updateLessonSchema));
      return context.json(found(await rereadForAnswer(findLesson(database, actor.role, id)), 'レッスン'));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      await deleteLesson(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
