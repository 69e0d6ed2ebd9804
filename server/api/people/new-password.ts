/** Validates a new password. Users must give their current one to change their own. */
import type { Actor } from '@server/api/access/permissions';
import { checkPassword } from '@server/api/auth/check-password';
import { requireGoodPassword } from '@server/api/auth/password-rules';
import { hashPassword } from '@server/api/auth/passwords';
import { found, invalidField } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { eq } from 'drizzle-orm';

interface PasswordChange {
  username?: string | undefined;
  password?: string | undefined;
  currentPassword?: string | undefined;
}

/** The message for older versions of the app, which have no field for the current password. */
const NEEDED =
  '自分のパスワードを変えるには、現在のパスワードも必要です。入力欄がないときは、アプリを新しい版に更新してください。';

/** Creates the 422 for a wrong current password. */
export const wrongPassword = () => invalidField('currentPassword', '現在のパスワードが違います。');

/**
 * Returns the hash of a user's new password and of the replaced one; an empty object if the password does not change.
 *
 * @param addressHash see `hashAddress`.
 * @throws {Problem} 404; 422 on the invalid field; 429 after too many wrong current passwords.
 */
export async function hashNewPassword(
  database: Database,
  actor: Actor,
  userId: string,
  { username, password, currentPassword }: PasswordChange,
  addressHash: string,
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
