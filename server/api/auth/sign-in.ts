/** Signs users in: checks password and state, and starts a session. */
import { forbidden, unauthorized } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { sql } from 'drizzle-orm';

import { checkPassword } from './check-password';
import { rememberAddress } from './client-address';
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
 * Starts a session for correct credentials.
 *
 * @param addressHash see `hashAddress`.
 * @throws {Problem} 401 if user name or password is wrong, 403 if suspended, 429 if throttled.
 */
export async function signIn(database: Database, { username, password }: Credentials, addressHash: string) {
  // Replace NUL, which PostgreSQL refuses, by U+FFFD, which no user name has. Normalise and trim: input methods type
  // full-width letters, keyboards add a space.
  const name = username.replaceAll('\0', '\u{FFFD}').normalize('NFKC').trim();
  const user = await findByName(database, name);
  const isRight = await checkPassword(
    database,
    { username: name, passwordHash: user?.passwordHash, addressHash },
    password,
  );
  if (!isRight || !user) throw wrong();
  if (!user.active) throw suspended();
  const session = await createSession(database, user.id, user.passwordHash);
  if (!session) {
    const changed = await findByName(database, name);
    throw changed?.passwordHash === user.passwordHash && !changed.active ? suspended() : wrong();
  }
  // Store the address last: an address counts as known only after a successful sign-in.
  await rememberAddress(database, user.id, addressHash);
  return { userId: user.id, ...session };
}
