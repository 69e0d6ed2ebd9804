/** The people of the demo in a database that is no demo any more: everybody can read their password. */
import { recordUserChange } from '@server/api/audit/audit-log';
import { verifyPassword } from '@server/api/auth/passwords';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { ConfigError } from '@server/lib/environment';
import { inArray } from 'drizzle-orm';

import { DEMO_PASSWORD, demoPeople, demoUserId } from './people';

/** Those whom nobody has given a password of their own, by id; the admins first. */
async function findDemoPeople(database: Database) {
  const people = await database
    .select({
      id: users.id,
      name: users.name,
      username: users.username,
      active: users.active,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(inArray(users.id, demoPeople.map(demoUserId)));
  // They were made with one hash: few are checked, each takes a while.
  const known = new Map<string, boolean>();
  for (const { passwordHash } of people) {
    if (!known.has(passwordHash)) known.set(passwordHash, await verifyPassword(DEMO_PASSWORD, passwordHash));
  }
  return people.filter(({ passwordHash }) => known.get(passwordHash));
}

/** Refuses a database in which somebody can sign in with the published password. @throws {ConfigError} naming some. */
export async function refuseDemoPeople(database: Database): Promise<void> {
  const people = (await findDemoPeople(database)).filter(({ active }) => active);
  if (people.length === 0) return;
  const names = people.slice(0, 3).map(({ username }) => username);
  const all = people.length > names.length ? `${names.join('、')} など${people.length}人` : names.join('、');
  throw new ConfigError(
    `DEMO: デモの利用者（${all}）が、公開されているパスワードでログインできます。DEMO=remove で削除できます。`,
  );
}

/** Deletes them; what they studied stays, as with everybody. @returns what was done, in words for whoever started the server. */
export async function removeDemoPeople(database: Database): Promise<string[]> {
  const people = await findDemoPeople(database);
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  await database.delete(users).where(inArray(users.id, ids));
  for (const person of people) await recordUserChange(database, undefined, 'delete', person);
  return [`DEMO: デモの利用者${people.length}人を削除しました。`];
}
