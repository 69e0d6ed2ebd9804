/** Who may change and delete which user: exceptions to the permissions by role, for oneself and the last admin. */
import { type Actor, grantsRole, managesUser, type Role } from '@server/api/access/permissions';
import { conflict, forbidden } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { and, eq, ne } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { updateUserSchema } from '@/api/user-edits';

export type UserChanges = z.output<typeof updateUserSchema>;
type StoredUser = typeof users.$inferSelect;

/** Checks that the actor may give this role. @throws {Problem} 403. */
export function requireMayGrant(actor: Actor, role: Role): void {
  if (!grantsRole(actor, role)) throw forbidden('管理者を登録する権限がありません。');
}

/** Checks that at least one other active admin exists besides this user. @throws {Problem} 409 for the last one. */
export async function requireOtherAdmin(transaction: Database, user: StoredUser): Promise<void> {
  if (user.role !== 'ADMIN' || !user.active) return;
  const isOther = and(eq(users.role, 'ADMIN'), eq(users.active, true), ne(users.id, user.id));
  const [other] = await transaction.select({ id: users.id }).from(users).where(isOther).limit(1);
  if (!other) throw conflict('最後の管理者です。先にほかの管理者を登録してください。');
}

/**
 * Fields of a user that only managers of users may change. Others may send them with unchanged values, as the form
 * does.
 */
const managedFields = ['username', 'role', 'companyId', 'active'] as const;

/**
 * Checks a change of a user.
 *
 * @throws {Problem} 403 for fields that the actor may not change, 409 for suspending oneself.
 */
export function requireMayChange(actor: Actor, user: StoredUser, changes: UserChanges): void {
  const changed = managedFields.filter((field) => changes[field] !== undefined && changes[field] !== user[field]);
  const isSelf = user.id === actor.id;
  if (!isSelf && !managesUser(actor, user)) throw forbidden();
  if (isSelf && !managesUser(actor, user) && changed.length > 0)
    throw forbidden('自分で変えられるのは、氏名・メールアドレス・パスワードだけです。');
  if (changes.role !== undefined && changed.includes('role') && !grantsRole(actor, changes.role)) {
    throw forbidden('管理者の役割を与える権限がありません。');
  }
  if (isSelf && changed.includes('active')) throw conflict('自分のアカウントは停止できません。');
}

/**
 * Checks a deletion of a user.
 *
 * @throws {Problem} 403 for users whom the actor does not manage, 409 for oneself and the last admin.
 */
export async function requireMayDelete(transaction: Database, actor: Actor, user: StoredUser): Promise<void> {
  if (user.id === actor.id) throw conflict('自分のアカウントは削除できません。');
  if (!managesUser(actor, user)) throw forbidden();
  await requireOtherAdmin(transaction, user);
}
