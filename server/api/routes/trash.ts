/** Calls of the trash, capability `trash`: list and restore deleted things. The rights are those for writing. */
import { listTrash } from '@server/api/curriculum/trash/list-trash';
import { restoreFromTrash } from '@server/api/curriculum/trash/restore';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { pathId, readPageRequest, toPage } from '@server/api/http/paging';

import { restoreSchema } from '@/api/trash';

export function trashRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const page = readPageRequest(context);
      const { items, total } = await listTrash(database, actor, page);
      return context.json(toPage(page, items, total));
    })
    .post('/:id/restore', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      const { status } = await readJson(context, restoreSchema);
      await restoreFromTrash(database, actor, id, status);
      return context.body(null, 204);
    });
}
