/** Users: list, detail, create, change, delete (specification §7), each within docs/wire.md, "Rights". */
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { requirePermission } from '@server/http/authenticate';
import { readJson } from '@server/http/body';
import { type Actor, clientPlace, createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { forbidden, notFound } from '@server/http/problem';
import { findUser, findUserWithProgress, listUsers } from '@server/people/users';
import { createUser, deleteUser, updateUser } from '@server/people/write-users';
import { mayRole, seesCompany } from '@server/permissions';
import { eq, type SQL } from 'drizzle-orm';

import { newUserSchema, updateUserSchema } from '@/api/users';

/** Staff list their own company; students, and staff without a company, list themselves. */
function isListedFor(actor: Actor): SQL | undefined {
  if (actor.role === 'ADMIN' || actor.role === 'TEACHER') return undefined;
  if (actor.role === 'STAFF' && actor.companyId !== null) return eq(users.companyId, actor.companyId);
  return eq(users.id, actor.id);
}

/** One user, as far as the actor may know of them. @throws {Problem} 403 for students, 404 for another company's. */
async function requireUser(database: Database, actor: Actor, userId: string) {
  const isStaff = mayRole(actor.role, 'user.others');
  if (userId !== actor.id && !isStaff) throw forbidden();
  const user = isStaff ? await findUserWithProgress(database, userId) : await findUser(database, userId);
  const companyId = user?.companyId === undefined || user.companyId === null ? null : String(user.companyId);
  if (!user || (userId !== actor.id && !seesCompany(actor, companyId))) throw notFound('ユーザー');
  return user;
}

export function userRoutes({ config, database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const actor = context.get('actor');
      const page = readPageRequest(context);
      const { items, total } = await listUsers(database, isListedFor(actor), page);
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
      await updateUser(database, actor, String(id), changes, clientPlace(context, config.trustProxy));
      return context.json(await requireUser(database, actor, String(id)));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'user.delete');
      await deleteUser(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
