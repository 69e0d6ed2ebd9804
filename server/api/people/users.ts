/** Reads single users in the shapes of the API, for staff with progress. Lists: list-users.ts. */
import { type Actor, mayRole, type Permission, type Person, seesPerson } from '@server/api/access/permissions';
import { forbidden, notFound } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { users } from '@server/db/schema';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { userSchema } from '@/api/users';

import { withProgress } from './course-shares';

export type UserAnswer = z.input<typeof userSchema>;

const { passwordHash: _, searchText: __, sortName: ___, ...userFields } = getTableColumns(users);
export { userFields };

const userStatement = preparedStatement((database) =>
  database
    .select(userFields)
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('user'),
);

/** Finds a user, without progress; undefined if there is none. */
export async function findUser(database: Database, userId: string) {
  const [user] = await userStatement(database).execute({ userId });
  return user satisfies UserAnswer | undefined;
}

/** Finds a user with progress, as staff see them. */
async function findUserWithProgress(database: Database, userId: string) {
  const user = await findUser(database, userId);
  const [person] = await withProgress(database, user ? [user] : []);
  return person satisfies UserAnswer | undefined;
}

/**
 * Reads a user if the actor may see them.
 *
 * @throws {Problem} 403 without the permission, 404 for other companies' users.
 */
async function requireVisible<T extends Pick<Person, 'id' | 'companyId'>>(
  actor: Actor,
  permission: Permission,
  userId: string,
  read: (userId: string) => Promise<T | undefined>,
): Promise<T> {
  if (userId !== actor.id && !mayRole(actor.role, permission)) throw forbidden();
  const user = await read(userId);
  if (!user || !seesPerson(actor, user)) throw notFound('ユーザー');
  return user;
}

/** Reads a user if the actor may see them, with progress for staff. @throws {Problem} 403 or 404. */
export function requireUser(database: Database, actor: Actor, userId: string) {
  const find = mayRole(actor.role, 'user.others') ? findUserWithProgress : findUser;
  return requireVisible(actor, 'user.others', userId, async (id) => find(database, id));
}

/** Reads a user if the actor may see their progress. @throws {Problem} 403 or 404. */
export function requireLearner(database: Database, actor: Actor, userId: string) {
  return requireVisible(actor, 'progress.others', userId, (id) => findUser(database, id));
}
