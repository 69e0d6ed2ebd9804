/** Sections: read by all, written by editors (specification §7). */
import { findSection, listSections } from '@server/curriculum/sections';
import { createSection, deleteSection, updateSection } from '@server/curriculum/write-sections';
import { requirePermission } from '@server/http/authenticate';
import { readJson } from '@server/http/body';
import { createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { found } from '@server/problem';
import { readBack } from '@server/read-back';

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
      const { role } = requirePermission(context, 'curriculum.write');
      const id = await createSection(database, await readJson(context, newSectionSchema));
      return context.json(found(await readBack(findSection(database, role, id)), 'セクション'), 201);
    })
    .patch('/:id', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateSection(database, id, await readJson(context, updateSectionSchema));
      return context.json(found(await readBack(findSection(database, role, id)), 'セクション'));
    })
    .delete('/:id', async (context) => {
      requirePermission(context, 'curriculum.write');
      await deleteSection(database, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
