/** Sections: read by all, written by editors (specification §7). */
import { findSection, listSections } from '@server/api/curriculum/sections';
import { createSection, deleteSection, updateSection } from '@server/api/curriculum/write-sections';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { found } from '@server/api/shared/problem';

import { newSectionSchema, updateSectionSchema } from '@/api/sections';

export function sectionRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listSections(database, context.get('actor').role, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const section = found(
        await findSection(database, context.get('actor').role, pathId(context, 'id')),
        'セクション',
      );
      return context.json(section);
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const body = await readJson(context, newSectionSchema);
      return createOnce(context, database, { body }, async (transaction) => {
        const id = await createSection(transaction, actor, body);
        return found(await findSection(transaction, actor.role, id), 'セクション');
      });
    })
    .patch('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateSection(database, actor, id, await readJson(context, updateSectionSchema));
      return context.json(found(await rereadForAnswer(findSection(database, actor.role, id)), 'セクション'));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      await deleteSection(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
