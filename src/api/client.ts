/** The API client: adds the bearer header, refreshes the access token once, validates every response with its schema. */
import * as z from 'zod/mini';

import { ownerKey, readOwnSession, readSession, type Session, type OwnerKey } from '@/session/session';
import { noteAnswer } from '@/session/session-status';

import { refreshSession } from './token-refresh';
import { type RequestOptions, readAnswer, send } from './transport';

/** Sends a request with the bearer header. After a 401 it refreshes the access token once and retries once (specification §4). */
async function sendWith(session: Session | undefined, path: string, options: RequestOptions): Promise<Response> {
  const first = await send(path, options, session);
  const renewed = first.status === 401 && session ? await refreshSession(session) : undefined;
  const response = renewed ? await send(path, options, renewed) : first;
  noteAnswer(path, response.status);
  return response;
}

/**
 * Sends a request only while `owner` is signed in, for data that is stored under that owner.
 *
 * @param owner see `ownerKey`.
 * @returns the raw response; undefined when another user, or no user, is signed in.
 * @throws {NetworkError} when no response came within 30 s; the signal's reason when aborted.
 */
export async function sendAs(owner: OwnerKey, path: string, options: RequestOptions): Promise<Response | undefined> {
  const session = await readSession();
  return session && ownerKey(session.owner) === owner ? sendWith(session, path, options) : undefined;
}

/**
 * Calls the API and validates its response with a schema.
 *
 * @param path below /api/v1, e.g. '/lessons/l1'; ids in it have passed {@link requireId}.
 * @throws {NetworkError} when no response came within 30 s, {ApiError} when the server refused, {UnexpectedAnswerError} when the
 * response is not the API's, {StorageError} `leaving` when another user than this page's is signed in, in which case nothing is sent;
 * the signal's reason when aborted.
 */
export async function request<S extends z.core.$ZodType>(
  path: string,
  schema: S,
  options: RequestOptions = {},
): Promise<z.output<S>> {
  return readAnswer(await sendWith(await readOwnSession(), path, options), schema);
}

/** Calls the API and ignores the body of the response, as for DELETE. */
export async function requestNothing(path: string, options: RequestOptions): Promise<void> {
  await request(path, z.unknown(), options);
}
