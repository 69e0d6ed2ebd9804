/** Users: list, detail, create, change, delete (specification §7), each within docs/wire.md, "Rights". */
import { verifyPassword } from '@server/api/auth/passwords';
import { userCalls } from '@server/api/contract/people-calls';
import { readJson } from '@server/api/http/body';
import { clientAddressHash, createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readSearch } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { serve, serveList, serveUnread } from '@server/api/http/serve';
import { listUsers } from '@server/api/people/list-users';
import { requireUser } from '@server/api/people/users';
import { createUser, deleteUser, hashFirstPassword, updateUser } from '@server/api/people/write-users';

import { peopleQueryShape } from '@/api/people-lists';
import { updateUserSchema } from '@/api/user-edits';

export function userRoutes({ config, database }: Services) {
  const routes = createRoutes();
  serveList(routes, userCalls.list, async ({ context, actor, page }) => {
    const { query, applied } = readSearch(context, peopleQueryShape);
    return { ...(await listUsers(database, actor, query, page)), applied };
  });
  serve(routes, userCalls.get, ({ actor, id }) => requireUser(database, actor, id));
  serve(routes, userCalls.create, async ({ context, actor, body: newUser }) => {
    const { password, ...body } = newUser;
    // Hash before the transaction begins, because hashing takes about 0.2 s.
    const hash = await hashFirstPassword(actor, newUser);
    const request = { body, password: { hash, matches: (stored: string) => verifyPassword(password, stored) } };
    return createOnce(context, database, request, async (transaction) =>
      requireUser(transaction, actor, await createUser(transaction, actor, body, hash)),
    );
  });
  // A person whom the actor does not see is refused before the body is read.
  serveUnread(routes, userCalls.update, async (context, actor) => {
    const { id } = await requireUser(database, actor, pathId(context, 'id'));
    const changes = await readJson(context, updateUserSchema);
    const asker = { actor, addressHash: clientAddressHash(context, config.trustProxy) };
    await updateUser(database, asker, id, changes);
    return rereadForAnswer(requireUser(database, actor, id));
  });
  serve(routes, userCalls.remove, ({ actor, id }) => deleteUser(database, actor, id));
  return routes;
}
