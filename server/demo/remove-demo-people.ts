/** Refuses or removes demo accounts in a database with DEMO=off, because their password is published. */
import { recordUserChange } from '@server/api/audit/audit-log';
import { verifyPassword } from '@server/api/auth/passwords';
import type { Database } from '@server/db/database';
import { users } from '@server/db/schema';
import { ConfigError } from '@server/lib/environment';
import { inArray } from 'drizzle-orm';

import { DEMO_PASSWORD, demoPeople, demoUserId } from './people';

/** Finds the demo accounts that still have the published password. */
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
  // Demo accounts share one hash. Each different hash is verified once, because that takes about 0.2 s.
  const hasDemoPassword = new Map<string, boolean>();
  for (const { passwordHash } of people) {
    if (!hasDemoPassword.has(passwordHash))
      hasDemoPassword.set(passwordHash, await verifyPassword(DEMO_PASSWORD, passwordHash));
  }
  return people.filter(({ passwordHash }) => hasDemoPassword.get(passwordHash));
}

/**
 * Refuses a database with active accounts that have the published password.
 *
 * @throws {ConfigError} naming up to three.
 */
export async function refuseDemoPeople(database: Database): Promise<void> {
  const people = (await findDemoPeople(database)).filter(({ active }) => active);
  if (people.length === 0) return;
  const names = people.slice(0, 3).map(({ username }) => username);
  const all = people.length > names.length ? `${names.join('、')} など${people.length}人` : names.join('、');
  throw new ConfigError(
    `DEMO: デモの利用者（${all}）が、公開されているパスワードでログインできます。DEMO=remove で削除できます。`,
  );
}

/**
 * Deletes demo accounts, but not their read marks and submits.
 *
 * @returns what was done: Japanese sentences for the terminal.
 */
export async function removeDemoPeople(database: Database): Promise<string[]> {
  const people = await findDemoPeople(database);
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  await database.delete(users).where(inArray(users.id, ids));
  for (const person of people) await recordUserChange(database, undefined, 'delete', person);
  return [`DEMO: デモの利用者${people.length}人を削除しました。`];
}
