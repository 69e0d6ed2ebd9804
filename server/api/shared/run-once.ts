/**
 * Idempotency keys: stores the answer of a create in the create's transaction, and answers a repeat with it
 * (docs/decisions/0092).
 */
import { createHash } from 'node:crypto';

import { type Database, now } from '@server/db/database';
import { idempotencyKeys } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import { Problem } from './problem';

/** Time for which an answer is kept, hours. */
const KEPT_HOURS = 24;

/** A create with an idempotency key. */
export interface KeyedRequest {
  userId: string;
  /** The path of the call. */
  call: string;
  key: string;
  /** The parsed body, without its password. */
  body: object;
  /**
   * The scrypt hash of the body's password, and its comparison: a faster hash in the table would help to guess the
   * password.
   */
  password?: { hash: string; matches: (hash: string) => Promise<boolean> } | undefined;
}

/** A condition on `idempotency_keys`: the row of a request. */
function isOf({ userId, call, key }: KeyedRequest) {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key));
}

/** Finds the answer of an earlier request. @throws {Problem} 422 if the earlier request had another body. */
async function findAnswer(database: Database, request: KeyedRequest, bodyHash: string) {
  const [stored] = await database.select().from(idempotencyKeys).where(isOf(request));
  if (!stored) return undefined;
  const hasSamePassword = (await request.password?.matches(stored.passwordHash ?? '')) ?? true;
  if (stored.bodyHash !== bodyHash || !hasSamePassword)
    throw new Problem(422, '同じIdempotency-Keyで、別の内容がすでに送られています。');
  return stored.answer ?? undefined;
}

/**
 * Runs a create once per person, call and key. A concurrent second request waits for the first one's transaction.
 *
 * @param create creates in the transaction, and returns the answer; if it throws, the key is not stored.
 * @returns the answer as JSON, of this request or of the earlier one.
 * @throws {Problem} 422 if an earlier request with the key had another body; the errors of `create`.
 */
export async function runOnce(
  database: Database,
  request: KeyedRequest,
  create: (transaction: Database) => Promise<unknown>,
): Promise<string> {
  const { body, password, ...row } = request;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const run = () =>
    database.transaction(async (transaction) => {
      // The insert waits for another transaction that has inserted the same key, and inserts nothing if that
      // transaction commits.
      const inserted = await transaction
        .insert(idempotencyKeys)
        .values({ ...row, bodyHash, passwordHash: password?.hash, createdAt: now })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });
      if (inserted.length === 0) return undefined;
      const answer = JSON.stringify(await create(transaction));
      await transaction.update(idempotencyKeys).set({ answer }).where(isOf(request));
      return answer;
    });
  for (;;) {
    const answer = (await run()) ?? (await findAnswer(database, request, bodyHash));
    if (answer !== undefined) return answer;
  }
}

/** Deletes the answers that were kept for a day. */
export async function deleteOldAnswers(database: Database): Promise<void> {
  const isOld = sql`${idempotencyKeys.createdAt} < ${now} - make_interval(hours => ${sql.raw(String(KEPT_HOURS))})`;
  await database.delete(idempotencyKeys).where(isOld);
}
