/** Slows down guessing: so many failed sign-ins a quarter of an hour, by user name and where it is tried from, and by address. */
import { createHash } from 'node:crypto';

import { Problem } from '@server/api/shared/problem';
import { type Database, now } from '@server/db/database';
import { loginFailures } from '@server/db/schema';
import { eq, sql } from 'drizzle-orm';

import { isKnownPlace } from './client-address';

const WINDOW_MINUTES = 15;
/** A user name is one person's; an address may be a whole company's. */
const limits = { user: 10, address: 50 };

/** What is typed as a user name may be a password: it is not kept in clear. */
function keyOf(kind: string, value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
}

const isOver = sql`${loginFailures.windowEndsAt} <= ${now}`;
const windowEnd = sql`${now} + make_interval(mins => ${WINDOW_MINUTES})`;

async function refuse(database: Database, key: string): Promise<never> {
  const left = sql<number>`ceil(extract(epoch from ${loginFailures.windowEndsAt} - ${now}))::int`;
  const [counted] = await database.select({ seconds: left }).from(loginFailures).where(eq(loginFailures.key, key));
  const seconds = Math.max(1, counted?.seconds ?? 1);
  const detail = `ログインの失敗が続いたため、約${Math.ceil(seconds / 60)}分後にもう一度お試しください。`;
  throw new Problem(429, detail, { retryAfterSeconds: seconds });
}

/** Counts a try, in one statement with the look whether there is one left; a window that is over begins anew. @throws {Problem} 429. */
async function count(database: Database, key: string, limit: number): Promise<void> {
  const counted = await database
    .insert(loginFailures)
    .values({ key, failures: 1, windowEndsAt: windowEnd })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        failures: sql`case when ${isOver} then 1 else ${loginFailures.failures} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then ${windowEnd} else ${loginFailures.windowEndsAt} end`,
      },
      setWhere: sql`${isOver} or ${loginFailures.failures} < ${limit}`,
    })
    .returning({ key: loginFailures.key });
  if (counted.length === 0) await refuse(database, key);
}

/** Takes a try back that was no failure. */
async function giveBack(database: Database, key: string): Promise<void> {
  const failures = sql`greatest(${loginFailures.failures} - 1, 0)`;
  await database.update(loginFailures).set({ failures }).where(eq(loginFailures.key, key));
}

/**
 * Takes one try at a password. It is counted as a failure before the password is looked at, so that many at once get no
 * further than many in a row, whichever servers they ask; success gives it back. Failures from where the person has
 * signed in lately are counted there, all others together: whoever guesses from elsewhere locks nobody out.
 *
 * @param place see `placeOf`.
 * @returns what to call once the password was found right or wrong.
 * @throws {Problem} 429, with when to come again.
 */
export async function takeLoginTry(database: Database, username: string, place: string) {
  const name = username.toLowerCase();
  const addressKey = keyOf('address', place);
  const userKey = (await isKnownPlace(database, name, place))
    ? keyOf('user-here', `${name} ${place}`)
    : keyOf('user', name);
  await count(database, addressKey, limits.address);
  try {
    await count(database, userKey, limits.user);
  } catch (error) {
    await giveBack(database, addressKey);
    throw error;
  }
  return {
    succeeded: async () => {
      await giveBack(database, addressKey);
      await database.delete(loginFailures).where(eq(loginFailures.key, userKey));
    },
    failed: () => forgetOldFailures(database),
  };
}

/** Forgets what is over, so that the table does not grow for ever. */
async function forgetOldFailures(database: Database): Promise<void> {
  await database.delete(loginFailures).where(isOver);
}
