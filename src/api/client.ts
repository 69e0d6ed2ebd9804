/** One way to the API: the bearer header, one refresh and one retry, every answer through its schema. */
import * as z from 'zod/mini';

import { ownerKey, readOwnSession, readSession, type Session, type OwnerKey } from '@/session/session';
import { noteAnswer } from '@/session/session-status';

import { refreshSession } from './token-refresh';
import { type RequestOptions, readAnswer, send } from './transport';

/** Sends with the bearer header; on a 401 refreshes the access token once and sends once more (specification §4). */
async function sendWith(session: Session | undefined, path: string, options: RequestOptions): Promise<Response> {
  const first = await send(path, options, session);
  const renewed = first.status === 401 && session ? await refreshSession(session) : undefined;
  const response = renewed ? await send(path, options, renewed) : first;
  noteAnswer(path, response.status);
  return response;
}

/**
 * Sends for an owner, and only while they are the one who is signed in: for what is kept under their name.
 *
 * @param owner see `ownerKey`.
 * @returns the answer as it came; undefined when somebody else is signed in, or nobody.
 * @throws {NetworkError} when no answer came within 30 s; the signal's reason when aborted.
 */
export async function sendAs(owner: OwnerKey, path: string, options: RequestOptions): Promise<Response | undefined> {
  const session = await readSession();
  return session && ownerKey(session.owner) === owner ? sendWith(session, path, options) : undefined;
}

/**
 * Calls the API and reads its answer through a schema.
 *
 * @param path below /api/v1, e.g. '/lessons/l1'; ids in it have passed {@link requireId}.
 * @throws {NetworkError} when no answer came within 30 s, {ApiError} when the server refused,
 * {UnexpectedAnswerError} when the answer is not the API's, {StorageError} `leaving` when
 * somebody else is signed in than this page belongs to: nothing is sent; the signal's reason when aborted.
 */
export async function request<S extends z.core.$ZodType>(
  path: string,
  schema: S,
  options: RequestOptions = {},
): Promise<z.output<S>> {
  return readAnswer(await sendWith(await readOwnSession(), path, options), schema);
}

/** Calls the API where nobody reads the answer: DELETE, and what the specification does not show. */
export async function requestNothing(path: string, options: RequestOptions): Promise<void> {
  await request(path, z.unknown(), options);
}
