/** Calls of the trash, capability `trash`: list and restore deleted things. The rights are those for writing. */
import { trashCalls } from '@server/api/contract/trash-calls';
import { listTrash } from '@server/api/curriculum/trash/list-trash';
import { restoreFromTrash } from '@server/api/curriculum/trash/restore';
import { createRoutes, type Services } from '@server/api/http/context';
import { serve, serveList } from '@server/api/http/serve';

export function trashRoutes({ database }: Services) {
  const routes = createRoutes();
  serveList(routes, trashCalls.list, ({ actor, page }) => listTrash(database, actor, page));
  serve(routes, trashCalls.restore, ({ actor, id, body }) => restoreFromTrash(database, actor, id, body.status));
  return routes;
}
