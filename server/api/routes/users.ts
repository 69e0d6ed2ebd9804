/** Users: list, detail, create, change, delete (specification §7), each within docs/wire.md, "Rights". */
import { verifyPassword } from '@server/api/auth/passwords';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { clientAddressHash, createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, readSearch, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { listUsers } from '@server/api/people/list-users';
import { requireUser } from '@server/api/people/users';
import { createUser, deleteUser, hashFirstPassword, updateUser } from '@server/api/people/write-users';

import { peopleQueryShape } from '@/api/people-lists';
import { newUserSchema, updateUserSchema } from '@/api/user-edits';

export function userRoutes({ config, database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { query, applied } = readSearch(context, peopleQueryShape);
      const { items, total } = await listUsers(database, context.get('actor'), query, page);
      return context.json(toPage(page, items, total, applied));
    })
    .get('/:id', async (context) => {
      return context.json(await requireUser(database, context.get('actor'), pathId(context, 'id')));
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'user.create');
      const newUser = await readJson(context, newUserSchema);
      const { password, ...body } = newUser;
      // Hash before the transaction begins, because hashing takes about 0.2 s.
      const hash = await hashFirstPassword(actor, newUser);
      const request = { body, password: { hash, matches: (stored: string) => verifyPassword(password, stored) } };
      return createOnce(context, database, request, async (transaction) =>
        requireUser(transaction, actor, await createUser(transaction, actor, body, hash)),
      );
    })
    .patch('/:id', async (context) => {
      const actor = context.get('actor');
      const { id } = await requireUser(database, actor, pathId(context, 'id'));
      const changes = await readJson(context, updateUserSchema);
      const asker = { actor, addressHash: clientAddressHash(context, config.trustProxy) };
      await updateUser(database, asker, id, changes);
      return context.json(await rereadForAnswer(requireUser(database, actor, id)));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'user.delete');
      await deleteUser(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
