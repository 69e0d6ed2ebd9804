/** Creates, changes and deletes users, within what docs/wire.md, "Rights", allows. */
import { randomUUID } from 'node:crypto';

import { type Actor, grantsRole, managesUser, type Role } from '@server/api/access/permissions';
import { recordUserChange } from '@server/api/audit/audit-log';
import { checkPassword } from '@server/api/auth/check-password';
import { requireGoodPassword } from '@server/api/auth/password-rules';
import { hashPassword } from '@server/api/auth/passwords';
import { findActor, revokeSessions } from '@server/api/auth/sessions';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { conflict, forbidden, found, invalidField, notFound, Problem, unauthorized } from '@server/api/shared/problem';
import { takeAdvisoryLock } from '@server/db/advisory-lock';
import { type Database, laterThan, now } from '@server/db/database';
import { companies, users } from '@server/db/schema';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { type newUserSchema, type updateUserSchema, userFieldNames } from '@/api/user-edits';

import { requireUser } from './users';

/** Who may change and delete which user: exceptions to the permissions by role, for oneself and the last admin. */
type UserChanges = z.output<typeof updateUserSchema>;
/** Checks that the actor may give this role. @throws {Problem} 403. */
function requireMayGrant(actor: Actor, role: Role): void {
  if (!grantsRole(actor, role)) throw forbidden('管理者を登録する権限がありません。');
}

/** Checks that at least one other active admin exists besides this user. @throws {Problem} 409 for the last one. */
async function requireOtherAdmin(transaction: Database, user: typeof users.$inferSelect): Promise<void> {
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
function requireMayChange(actor: Actor, user: typeof users.$inferSelect, changes: UserChanges): void {
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
async function requireMayDelete(transaction: Database, actor: Actor, user: typeof users.$inferSelect): Promise<void> {
  if (user.id === actor.id) throw conflict('自分のアカウントは削除できません。');
  if (!managesUser(actor, user)) throw forbidden();
  await requireOtherAdmin(transaction, user);
}

/** Validates a new password. Users must give their current one to change their own. */
interface PasswordChange {
  username?: string | undefined;
  password?: string | undefined;
  currentPassword?: string | undefined;
}

/** The message for older versions of the app, which have no field for the current password. */
const NEEDED =
  '自分のパスワードを変えるには、現在のパスワードも必要です。入力欄がないときは、アプリを新しい版に更新してください。';

/** Creates the 422 for a wrong current password. */
const wrongPassword = () => invalidField('currentPassword', '現在のパスワードが違います。');

/** Who asks for a change. */
interface Asker {
  actor: Actor;
  /** See `hashAddress`; throttles guesses of the current password. */
  addressHash: string;
}

/**
 * Returns the hash of a user's new password and of the replaced one; an empty object if the password does not change.
 *
 * @throws {Problem} 404; 422 on the invalid field; 429 after too many wrong current passwords.
 */
async function hashNewPassword(
  database: Database,
  { actor, addressHash }: Asker,
  userId: string,
  { username, password, currentPassword }: PasswordChange,
): Promise<{ passwordHash?: string; replaced?: string }> {
  if (password === undefined) return {};
  const [row] = await database
    .select({ username: users.username, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  const user = found(row, 'ユーザー');
  requireGoodPassword(password, username ?? user.username);
  if (userId === actor.id) {
    if (!currentPassword) throw invalidField('currentPassword', NEEDED);
    const isRight = await checkPassword(database, { ...user, addressHash }, currentPassword);
    if (!isRight) throw wrongPassword();
  }
  // Hash before the lock is taken, because hashing takes about 0.2 s.
  return { passwordHash: await hashPassword(password), replaced: user.passwordHash };
}

// Describes a change of a user in Japanese for the audit log: suspension, password and company are distinguished.

type StoredUser = typeof users.$inferSelect;

const { active: _, companyId: __, password: ___, ...plainFieldNames } = userFieldNames;

/** Returns a change of company, e.g. 「企業：みなと → 企業なし」. */
async function moveWords(transaction: Database, from: string | null, to: string | null): Promise<string> {
  const ids = [from, to].filter((id) => id !== null);
  const rows = await transaction
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, ids));
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name ?? '企業なし';
  return `企業：${nameOf(from)} → ${nameOf(to)}`;
}

/** Returns what was changed in a user, without values of personal fields; undefined if nothing was. */
async function describeUserChange(
  transaction: Database,
  user: StoredUser,
  changes: Omit<UserChanges, 'password' | 'currentPassword' | 'updatedAt'>,
  hasPassword: boolean,
): Promise<string | undefined> {
  const { active, companyId } = changes;
  const words: string[] = [];
  if (active !== undefined && active !== user.active) words.push(active ? '利用再開' : '利用停止');
  if (hasPassword) words.push(userFieldNames.password);
  if (companyId !== undefined && companyId !== user.companyId)
    words.push(await moveWords(transaction, user.companyId, companyId));
  for (const field of Object.keys(plainFieldNames) as (keyof typeof plainFieldNames)[]) {
    if (changes[field] !== undefined && changes[field] !== user[field]) words.push(plainFieldNames[field]);
  }
  return words.join('、') || undefined;
}

type NewUser = z.output<typeof newUserSchema>;

/** Serialises writes of users: user names stay unique, and two admins cannot delete each other at the same time. */
function lockUsers(transaction: Database) {
  return takeAdvisoryLock(transaction, 'users');
}

/**
 * Rereads the acting user after the lock is taken: an admin may have changed their rights while a password was hashed.
 *
 * @throws {Problem} 401 if the session has ended.
 */
async function rereadActor(transaction: Database, { id, sessionId }: Actor): Promise<Actor> {
  const actor = await findActor(transaction, id, sessionId);
  if (!actor) throw unauthorized();
  return actor;
}

async function requireFreeName(transaction: Database, username: string, exceptId = ''): Promise<void> {
  const isSame = sql`lower(${users.username}) = ${username.toLowerCase()}`;
  const [taken] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(isSame, ne(users.id, exceptId)));
  if (!taken) return;
  const message = 'このユーザー名はすでに使われています。';
  throw new Problem(409, message, { errors: [{ path: 'username', message }] });
}

async function requireCompany(transaction: Database, companyId: string | null | undefined): Promise<void> {
  if (companyId === null || companyId === undefined) return;
  const [company] = await transaction.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId));
  if (!company) throw invalidField('companyId', '指定された企業がありません。');
}

/** Hashes the password of a user who is to be created. @throws {Problem} 403 or 422. */
export async function hashFirstPassword(actor: Actor, { role, username, password }: NewUser): Promise<string> {
  requireMayGrant(actor, role);
  requireGoodPassword(password, username);
  return hashPassword(password);
}

/**
 * Creates a user.
 *
 * @param passwordHash see {@link hashFirstPassword}.
 * @returns the id.
 * @throws {Problem} 403, 409 or 422.
 */
export async function createUser(
  database: Database,
  asking: Actor,
  newUser: Omit<NewUser, 'password'>,
  passwordHash: string,
): Promise<string> {
  const { email = null, companyId = null, ...rest } = newUser;
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    await lockUsers(transaction);
    const actor = await rereadActor(transaction, asking);
    requireMayGrant(actor, newUser.role);
    await requireFreeName(transaction, rest.username);
    await requireCompany(transaction, companyId);
    await transaction
      .insert(users)
      .values({ ...rest, id, passwordHash, email, companyId, active: true, createdAt: now, updatedAt: now });
    await recordUserChange(transaction, actor, 'create', { ...rest, id });
  });
  return id;
}

/**
 * Changes a user. A new password ends the user's other sessions, a suspension ends all.
 *
 * @throws {Problem} 403, 404, 409, 422 or 429.
 */
export async function updateUser(
  database: Database,
  asker: Asker,
  userId: string,
  changes: UserChanges,
): Promise<void> {
  const { actor: asking } = asker;
  const { password: _, currentPassword: __, updatedAt, ...fields } = changes;
  const { passwordHash, replaced } = await hashNewPassword(database, asker, userId, changes);
  await database.transaction(async (transaction) => {
    await lockUsers(transaction);
    const [user] = await transaction.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound('ユーザー');
    // An admin may have set another password while the current one was checked.
    if (passwordHash && userId === asking.id && user.passwordHash !== replaced) throw wrongPassword();
    const actor = await rereadActor(transaction, asking);
    requireMayChange(actor, user, changes);
    requireVersion('ユーザー', await requireUser(transaction, actor, userId), updatedAt);
    const losesAdmin = (fields.role !== undefined && fields.role !== 'ADMIN') || fields.active === false;
    if (losesAdmin) await requireOtherAdmin(transaction, user);
    if (fields.username !== undefined) await requireFreeName(transaction, fields.username, userId);
    await requireCompany(transaction, fields.companyId);
    const values = { ...fields, passwordHash };
    if (Object.values(values).every((value) => value === undefined)) return;
    await transaction
      .update(users)
      .set({ ...values, updatedAt: laterThan(users.updatedAt) })
      .where(eq(users.id, userId));
    const { name = user.name, username = user.username } = fields;
    const details = await describeUserChange(transaction, user, fields, passwordHash !== undefined);
    await recordUserChange(transaction, actor, 'change', { id: userId, name, username, details });
    if (fields.active === false) await revokeSessions(transaction, userId);
    else if (passwordHash) await revokeSessions(transaction, userId, actor.id === userId ? actor.sessionId : '');
  });
}

/** Deletes a user, but not the user's read marks and submits. @throws {Problem} 403, 404 or 409. */
export async function deleteUser(database: Database, asking: Actor, userId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockUsers(transaction);
    const actor = await rereadActor(transaction, asking);
    const [user] = await transaction.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound('ユーザー');
    await requireMayDelete(transaction, actor, user);
    await transaction.delete(users).where(eq(users.id, userId));
    await recordUserChange(transaction, actor, 'delete', user);
  });
}
