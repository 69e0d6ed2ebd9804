/**
 * Answers a create: with the header `Idempotency-Key` once, however often it is repeated (docs/wire.md, "Creates that
 * are repeated").
 */
import { Problem } from '@server/api/shared/problem';
import { type KeyedRequest, runOnce } from '@server/api/shared/run-once';
import type { Database } from '@server/db/database';

import { IDEMPOTENCY_KEY_HEADER } from '@/api/shapes';

import type { AppContext } from './context';

/**
 * Reads the key: 1 to 255 characters, in quotes as the IETF draft has it, or without.
 *
 * @throws {Problem} 400 for a malformed one.
 */
function readKey(context: AppContext): string | undefined {
  const header = context.req.header(IDEMPOTENCY_KEY_HEADER);
  if (header === undefined) return undefined;
  const [, quoted, bare] = /^(?:"([ !#-[\]-~]{1,255})"|([!#-[\]-~]{1,255}))$/.exec(header) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw new Problem(400, `${IDEMPOTENCY_KEY_HEADER}の形が正しくありません。`);
  return key;
}

/**
 * Creates something and answers 201 with it, read in the same transaction: an answer that cannot be read leaves nothing
 * behind.
 *
 * @param body the parsed body, without its `password`.
 * @param create creates in the transaction, and returns the answer.
 * @throws {Problem} 422 if the key was sent with another body; the errors of `create`.
 */
export async function createOnce(
  context: AppContext,
  database: Database,
  { body, password }: Pick<KeyedRequest, 'body' | 'password'>,
  create: (transaction: Database) => Promise<object>,
): Promise<Response> {
  const key = readKey(context);
  if (key === undefined) return context.json(await database.transaction(create), 201);
  const call = context.req.path.replace(/\/$/, '');
  const request = { userId: context.get('actor').id, call, key, body, password };
  const answer = await runOnce(database, request, create);
  return context.json(JSON.parse(answer) as object, 201);
}
