/** Checks passwords. Every check goes through here and is throttled. */
import { createHash } from 'node:crypto';

import { Problem } from '@server/api/shared/problem';
import { type Database, now } from '@server/db/database';
import { loginFailures } from '@server/db/schema';
import { eq, sql } from 'drizzle-orm';

import { isKnownAddress } from './client-address';
import { verifyPassword } from './passwords';

// Limits failed sign-ins per 15 minutes: by user name and address, and by address alone.

const WINDOW_MINUTES = 15;
/**
 * Allowed failed sign-ins per window. The limit per address is higher, because a whole company may share an address.
 */
const limits = { user: 10, address: 50 };

/**
 * Returns the hashed key of a counter. User names are hashed, because people type passwords into the user name field.
 */
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

/**
 * Counts a sign-in attempt and checks the limit in one statement; an expired window restarts.
 *
 * @throws {Problem} 429.
 */
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

/** Subtracts a successful sign-in attempt from the counter of failures. */
async function uncount(database: Database, key: string): Promise<void> {
  const failures = sql`greatest(${loginFailures.failures} - 1, 0)`;
  await database.update(loginFailures).set({ failures }).where(eq(loginFailures.key, key));
}

/**
 * Counts one attempt to sign in. It counts as a failure before the password is checked, so that parallel guesses on
 * several instances get no further than sequential ones; success takes the count back. Attempts from an address where
 * the user signed in lately have a separate counter: guesses from other addresses cannot lock the user out at such an
 * address.
 *
 * @param addressHash see `hashAddress`.
 * @returns call `succeeded` or `failed` after the check.
 * @throws {Problem} 429 with Retry-After.
 */
export async function takeLoginTry(database: Database, username: string, addressHash: string) {
  const name = username.toLowerCase();
  const addressKey = keyOf('address', addressHash);
  const userKey = (await isKnownAddress(database, name, addressHash))
    ? keyOf('user-here', `${name} ${addressHash}`)
    : keyOf('user', name);
  await count(database, addressKey, limits.address);
  try {
    await count(database, userKey, limits.user);
  } catch (error) {
    await uncount(database, addressKey);
    throw error;
  }
  return {
    succeeded: async () => {
      await uncount(database, addressKey);
      await database.delete(loginFailures).where(eq(loginFailures.key, userKey));
    },
    failed: () => deleteExpiredCounters(database),
  };
}

/** Deletes expired counters of failed sign-ins, so that the table does not grow without bound. */
async function deleteExpiredCounters(database: Database): Promise<void> {
  await database.delete(loginFailures).where(isOver);
}

// A keyed semaphore with a FIFO queue.

/**
 * Creates a keyed semaphore.
 *
 * @param limit maximum of concurrent runs per key.
 * @returns a function that runs work under a key.
 */
function createSemaphore(limit: number) {
  /** Running count and queue by key of the semaphore. A key without runs is removed. */
  const counters = new Map<string, { active: number; waiting: (() => void)[] }>();
  return async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const counter = counters.get(key) ?? { active: 0, waiting: [] };
    counters.set(key, counter);
    // A finished run hands its slot to the next run in the queue, so `active` does not change for queued runs.
    if (counter.active < limit) counter.active += 1;
    else await new Promise<void>((resolve) => counter.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = counter.waiting.shift();
      if (next) next();
      else counter.active -= 1;
      if (counter.active === 0) counters.delete(key);
    }
  };
}

/**
 * At most 8 password checks in flight per client address. Without this limit a class that signs in at the same moment
 * would be throttled, because a check counts as a failure until it succeeds.
 */
const run = createSemaphore(8);

export interface Claim {
  username: string;
  /** The stored hash; undefined for an unknown user name, whose check takes as long as any other and always fails. */
  passwordHash: string | undefined;
  /** Hash of the client's address, see `hashAddress`. */
  addressHash: string;
}

/** Returns true if the password is right. @throws {Problem} 429 after too many failures. */
export function checkPassword(database: Database, claim: Claim, password: string): Promise<boolean> {
  return run(claim.addressHash, async () => {
    const loginTry = await takeLoginTry(database, claim.username, claim.addressHash);
    const isRight = await verifyPassword(password, claim.passwordHash);
    await (isRight ? loginTry.succeeded() : loginTry.failed());
    return isRight;
  });
}
