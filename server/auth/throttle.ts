/** Slows down guessing: so many failed sign-ins a quarter of an hour, by user name and by address. */
import { createHash } from 'node:crypto';

import { type Database, now } from '@server/db/database';
import { loginFailures } from '@server/db/schema';
import { Problem } from '@server/http/problem';
import { eq, sql } from 'drizzle-orm';

const WINDOW_MINUTES = 15;
/** A user name is one person's; an address may be a whole company's. */
const limits = { user: 10, address: 50 };

/** What is typed as a user name may be a password: it is not kept in clear. */
function keyOf(kind: keyof typeof limits, value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
}

const isOver = sql`${loginFailures.windowEndsAt} <= ${now}`;
const windowEnd = sql`${now} + make_interval(mins => ${WINDOW_MINUTES})`;

/** Adds to a count, or reads it (0 added); starts a new window when the last one is over. */
async function count(database: Database, key: string, added: number) {
  const [counted] = await database
    .insert(loginFailures)
    .values({ key, failures: added, windowEndsAt: windowEnd })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        failures: sql`case when ${isOver} then ${added} else ${loginFailures.failures} + ${added} end`,
        windowEndsAt: sql`case when ${isOver} then ${windowEnd} else ${loginFailures.windowEndsAt} end`,
      },
    })
    .returning({
      failures: loginFailures.failures,
      seconds: sql<number>`ceil(extract(epoch from ${loginFailures.windowEndsAt} - ${now}))::int`,
    });
  return counted ?? { failures: added, seconds: 0 };
}

function refuse(seconds: number): never {
  const detail = `ログインの失敗が続いたため、約${Math.ceil(seconds / 60)}分後にもう一度お試しください。`;
  throw new Problem(429, detail, { headers: { 'Retry-After': String(Math.max(1, seconds)) } });
}

/**
 * Takes one try at signing in. A user name's try is counted before the password is looked at, so that many at once
 * get no further than many in a row; success gives it back.
 *
 * @returns what to call once the password was found right or wrong.
 * @throws {Problem} 429 with Retry-After.
 */
export async function takeLoginTry(database: Database, username: string, address: string) {
  const addressKey = keyOf('address', address);
  const userKey = keyOf('user', username.toLowerCase());
  const byAddress = await count(database, addressKey, 0);
  if (byAddress.failures >= limits.address) refuse(byAddress.seconds);
  const byUser = await count(database, userKey, 1);
  if (byUser.failures > limits.user) refuse(byUser.seconds);
  return {
    succeeded: () => database.delete(loginFailures).where(eq(loginFailures.key, userKey)),
    failed: async () => {
      await count(database, addressKey, 1);
      await forgetOldFailures(database);
    },
  };
}

/** Forgets what is over, so that the table does not grow for ever. */
async function forgetOldFailures(database: Database): Promise<void> {
  await database.delete(loginFailures).where(isOver);
}
