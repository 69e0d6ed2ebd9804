/** A password that replaces another: good enough, and the own one only from whoever knows the one before. */
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

/** Apps of before have no field for it, and show these words. */
const NEEDED =
  '自分のパスワードを変えるには、現在のパスワードも必要です。入力欄がないときは、アプリを新しい版に更新してください。';

export const wrongPassword = () => invalidField('currentPassword', '現在のパスワードが違います。');

/**
 * The hash of a user's new password; none when it is not to be changed. With the hash of the one that it replaces.
 *
 * @throws {Problem} 404; 422 on the wrong field; 429 when too many current ones were wrong.
 */
export async function hashNewPassword(
  database: Database,
  actor: Actor,
  userId: string,
  { username, password, currentPassword }: PasswordChange,
  place: string,
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
    const isRight = await checkPassword(database, { ...user, place }, currentPassword);
    if (!isRight) throw wrongPassword();
  }
  // Hashing takes long: not while others wait for a lock.
  return { passwordHash: await hashPassword(password), replaced: user.passwordHash };
}
