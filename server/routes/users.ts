/** Users: list, detail, create, change, delete (specification §7), each within docs/wire.md, "Rights". */
import { requirePermission } from '@server/http/authenticate';
import { readJson } from '@server/http/body';
import { clientPlace, createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { listUsers, requireUser } from '@server/people/users';
import { createUser, deleteUser, updateUser } from '@server/people/write-users';

import { newUserSchema, updateUserSchema } from '@/api/user-edits';

export function userRoutes({ config, database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listUsers(database, context.get('actor'), page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      return context.json(await requireUser(database, context.get('actor'), pathId(context, 'id')));
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'user.create');
      const id = await createUser(database, actor, await readJson(context, newUserSchema));
      return context.json(await requireUser(database, actor, id), 201);
    })
    .patch('/:id', async (context) => {
      const actor = context.get('actor');
      const { id } = await requireUser(database, actor, pathId(context, 'id'));
      const changes = await readJson(context, updateUserSchema);
      await updateUser(database, actor, id, changes, clientPlace(context, config.trustProxy));
      return context.json(await requireUser(database, actor, id));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'user.delete');
      await deleteUser(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
