/**
 * The API client: adds the bearer header, refreshes the access token once, validates every response with its schema.
 */
import * as z from 'zod/mini';

import { SECOND_MS } from '@/lib/constants';
import { type Capability, type CapableServer, hasCapability } from '@/session/capabilities';
import { ownerKey, readOwnSession, readSession, type Session, type OwnerKey } from '@/session/session';
import { noteAnswer } from '@/session/session-status';
import { createId } from '@/storage/unique-id';

import { ApiError, mayHaveArrived, NetworkError, TranslationError, UnexpectedAnswerError } from './errors';
import { findGateway, isPortalBody } from './server-answer';
import { refreshSession } from './token-refresh';
import { type RequestOptions, readAnswer, send } from './transport';
import { noteUnsavedFields } from './unsaved-fields';

/**
 * Sends a request with the bearer header. After a 401 it refreshes the access token once and retries once
 * (specification §4).
 */
async function sendWith(session: Session | undefined, path: string, options: RequestOptions): Promise<Response> {
  const first = await send(path, options, session);
  const renewed = first.status === 401 && session ? await refreshSession(session) : undefined;
  const response = renewed ? await send(path, options, renewed) : first;
  if (!(await findGateway(response))) noteAnswer(path, response.status);
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

/** Returns the capability by which a server knows a field or parameter; undefined for one of the specification. */
export type AbilityFor = (name: string) => Capability | undefined;

/** Returns a payload or query without what a server does not know, because a strict server would refuse it. */
export function knownTo<T>(server: CapableServer | undefined, sent: T, abilityFor: AbilityFor): T {
  if (sent === undefined) return sent;
  const known = JSON.stringify(sent, (name, value: unknown) => {
    return hasCapability(server, abilityFor(name)) ? value : undefined;
  });
  return JSON.parse(known) as T;
}

interface CallOptions extends RequestOptions {
  /** Given for calls with fields or parameters that only some servers know; to others they are not sent. */
  abilityFor?: AbilityFor;
}

/**
 * Calls the API and validates its response with a schema.
 *
 * @param path below /api/v1, e.g. '/lessons/l1'; ids in it have passed {@link requireId}.
 * @throws {NetworkError} when no response came within 30 s, {ApiError} when the server refused, {UnexpectedAnswerError}
 * when the response is not the API's, {StorageError} `leaving` when another user than this page's is signed in, in
 * which case nothing is sent; the signal's reason when aborted.
 */
export async function request<S extends z.core.$ZodType>(
  path: string,
  schema: S,
  { abilityFor, ...options }: CallOptions = {},
): Promise<z.output<S>> {
  const session = await readOwnSession();
  if (abilityFor) {
    options.query = knownTo(session, options.query, abilityFor);
    options.json = knownTo(session, options.json, abilityFor);
  }
  const answer = await readAnswer(await sendWith(session, path, options), schema);
  if (options.json !== undefined) noteUnsavedFields(schema, options.json, answer);
  return answer;
}

/** Limit of repeats of a create, and the longest wait before one, ms. */
const MAX_REPEATS = 3;
const MAX_WAIT_MS = 10 * SECOND_MS;

/** Returns how long to wait before a create with a key is repeated, ms; undefined if it cannot be repeated at once. */
function repeatAfterMs(error: unknown, repeats: number): number | undefined {
  if (repeats === MAX_REPEATS || !(error instanceof Error)) return undefined;
  // The server is still busy with the first request (409), see docs/wire.md, "Creates that are repeated".
  if (error instanceof ApiError && error.status === 409) return error.retryAfterMs;
  const isTimeout = error.cause instanceof Error && error.cause.name === 'TimeoutError';
  const isLost = error instanceof NetworkError ? !isTimeout : error instanceof ApiError && error.status === 504;
  return isLost && repeats === 0 ? 0 : undefined;
}

/** Returns true if the server recognises a repeated create by its key. */
export async function repeatsCreates(): Promise<boolean> {
  return hasCapability(await readOwnSession(), 'idempotency-key');
}

/**
 * Creates something. A server with the capability `idempotency-key` gets the key, so it recognises repeats: those of
 * the browser, that of a lost response, which is made here at once, and later ones of the caller.
 *
 * @param key made once for each thing; the same for a repeat of the same content.
 * @throws as {@link request} does; see `mayHaveArrived`.
 */
export async function requestCreate<S extends z.core.$ZodType>(
  path: string,
  schema: S,
  json: unknown,
  { key = createId(), abilityFor }: { key?: string; abilityFor?: AbilityFor } = {},
): Promise<z.output<S>> {
  const canRepeat = await repeatsCreates();
  const options = { method: 'POST', json, idempotencyKey: canRepeat ? key : undefined, abilityFor } as const;
  let lost: unknown;
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await request(path, schema, options);
    } catch (error) {
      // The refusal of a repeat does not tell if the lost request arrived: a gateway or an expired session refuses
      // before the key is read.
      if (lost !== undefined && error instanceof ApiError) error.cause = lost;
      if (mayHaveArrived(error)) lost = error;
      const isSuccess = !(error instanceof TranslationError) || error.answer?.ok;
      if (error instanceof UnexpectedAnswerError && error.schemaMismatch !== undefined) error.isCreated = isSuccess;
      const waitMs = canRepeat ? repeatAfterMs(error, repeats) : undefined;
      if (waitMs === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, MAX_WAIT_MS)));
    }
  }
}

/** Returns a schema that no portal's JSON matches, for a schema without required fields. */
// @__NO_SIDE_EFFECTS__
export function unlessPortal<S extends z.core.$ZodType>(schema: S) {
  return z.pipe(z.unknown().check(z.refine((body) => !isPortalBody(body))), schema);
}

/** Schema of a response whose body is ignored; a portal's JSON is no success. */
export const anyBodySchema = unlessPortal(z.unknown());

/** Calls the API and ignores the body of the response, as for DELETE. */
export async function requestNothing(path: string, options: RequestOptions): Promise<void> {
  await request(path, anyBodySchema, options);
}
