/** Signs people in: the password, whether they may, and a session for the device. */
import { forbidden, unauthorized } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { sql } from 'drizzle-orm';

import { checkPassword } from './check-password';
import { rememberPlace } from './client-address';
import { createSession } from './sessions';

interface Credentials {
  username: string;
  password: string;
}

async function findByName(database: Database, name: string) {
  const [user] = await database
    .select({ id: users.id, passwordHash: users.passwordHash, active: users.active })
    .from(users)
    .where(sql`lower(${users.username}) = ${name.toLowerCase()}`);
  return user;
}

const wrong = () => unauthorized('ユーザー名またはパスワードが違います。');
const suspended = () => forbidden('このアカウントは停止されています。担当者にお問い合わせください。');

/**
 * Starts a session of whoever knows the password.
 *
 * @param place see `placeOf`.
 * @throws {Problem} 401 when user name or password are wrong, 403 when suspended, 429 when throttled.
 */
export async function signIn(database: Database, { username, password }: Credentials, place: string) {
  // PostgreSQL takes no NUL; a user name with one is nobody's. Input methods write in full width, keyboards add a space.
  const name = username.replaceAll('\0', '\u{FFFD}').normalize('NFKC').trim();
  const user = await findByName(database, name);
  const isRight = await checkPassword(database, { username: name, passwordHash: user?.passwordHash, place }, password);
  if (!isRight || !user) throw wrong();
  if (!user.active) throw suspended();
  const session = await createSession(database, user.id, user.passwordHash);
  if (!session) {
    const changed = await findByName(database, name);
    throw changed?.passwordHash === user.passwordHash && !changed.active ? suspended() : wrong();
  }
  // Last: a place is that of somebody who is in.
  await rememberPlace(database, user.id, place);
  return { userId: user.id, ...session };
}
