/**
 * Idempotent creation: before a repeat, settles what an earlier attempt created although the server's response was lost
 * (0092).
 */
import { useRef } from 'react';

import { repeatsCreates } from '@/api/network/client';
import { ApiError, mayHaveArrived, UnexpectedAnswerError } from '@/api/network/errors';
import { isRetryable } from '@/api/network/server-answer';
import { SECOND_MS } from '@/lib/constants';
import { answersOwner } from '@/offline/queue/server-check';
import { ownerKey, readOwnSession } from '@/session/session';
import { serverNow } from '@/storage/server-time';
import { createId } from '@/storage/unique-id';

/** Tolerance in ms: the server's clock is known to the second only. */
const SLACK_MS = 2 * SECOND_MS;

/** An attempt to create something, whose result is looked for. */
export interface Tried {
  /** The start of the attempt, ms by the server's clock. */
  sinceMs: number;
  /** True if the server answered with success, and only the response could not be read: the thing exists. */
  isMade: boolean;
  /** The ids of all things beside it before the attempt, as far as the screens know them. */
  knownIds?: readonly string[];
}

/**
 * Finds the thing that an attempt created among those that equal it: one that was created or changed since then, or,
 * without a time, one that was unknown before; if it certainly exists, the newest, also on a server with another clock.
 *
 * @param timeOf returns ISO 8601; undefined for an unknown time.
 */
export function pickMade<T extends { id: string }>(
  equal: readonly T[],
  { sinceMs, isMade, knownIds }: Tried,
  timeOf: (one: T) => string | undefined,
): T | undefined {
  const msOf = (one: T) => Date.parse(timeOf(one) ?? '') || 0;
  const unknown = equal.filter(({ id }) => !knownIds?.includes(id));
  const newest = unknown.sort((a, b) => msOf(a) - msOf(b)).at(-1);
  if (newest === undefined) return undefined;
  const isNew = knownIds && timeOf(newest) === undefined;
  return isMade || isNew || msOf(newest) >= sinceMs ? newest : undefined;
}

/** The calls that create one kind of thing. */
export interface CreationCalls<Fields, Made> {
  /** Creates the thing. @param key the same for a repeat of the same fields, see `requestCreate`. */
  create: (fields: Fields, key: string) => Promise<Made>;
  /** Changes a thing that an earlier attempt created from other fields. */
  change: (made: Made, fields: Fields) => Promise<Made>;
  /**
   * Finds the thing that a lost attempt created from these fields, on servers without the capability `idempotency-key`.
   */
  find: (fields: Fields, tried: Tried) => Promise<Made | undefined>;
  /** Returns {@link Tried.knownIds} before an attempt. */
  knownIds?: (fields: Fields) => readonly string[] | undefined;
}

/** An attempt whose outcome is unknown, or whose thing is still to be changed. */
interface Attempt<Fields, Made> extends Tried {
  fields: Fields;
  key: string;
  made?: Made;
}

/** One thing that is being created, until it is. */
export interface Creation<Fields, Made> {
  /**
   * Creates the thing, or completes an earlier attempt.
   *
   * @throws the errors of the calls; after an error that {@link mayHaveArrived}, the next call settles this attempt
   * first.
   */
  save: (fields: Fields, calls: CreationCalls<Fields, Made>) => Promise<Made>;
}

/**
 * Returns true if a refusal shows that the server has not created the thing: an expired session, a busy server or a
 * gateway refuses a repeat before its key is read.
 */
async function isOfServer(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.status === 401 || isRetryable(error.status)) return false;
  const session = await readOwnSession();
  return session !== undefined && answersOwner(ownerKey(session.owner), new AbortController().signal);
}

/**
 * Returns what an attempt created; undefined if it created nothing.
 *
 * @throws the errors of the calls, if that is still unknown.
 */
async function settle<Fields, Made>(
  attempt: Attempt<Fields, Made>,
  { create, find }: CreationCalls<Fields, Made>,
): Promise<Made | undefined> {
  const { fields, key, made } = attempt;
  if (made || !(await repeatsCreates())) return made ?? find(fields, attempt);
  return create(fields, key).catch(async (error: unknown) => {
    if (mayHaveArrived(error) || !(await isOfServer(error))) throw error;
    return undefined;
  });
}

/** Starts the creation of one thing. */
export function startCreation<Fields, Made>(): Creation<Fields, Made> {
  let last: Attempt<Fields, Made> | undefined;
  /** Creates the thing. If the response is lost, a server without the capability is asked at once what became of it. */
  async function create(fields: Fields, calls: CreationCalls<Fields, Made>): Promise<Made> {
    const knownIds = calls.knownIds?.(fields);
    const attempt = { fields, key: createId(), sinceMs: (await serverNow()) - SLACK_MS, isMade: false, knownIds };
    last = attempt;
    try {
      return await calls.create(fields, attempt.key);
    } catch (error) {
      if (!mayHaveArrived(error)) last = undefined;
      attempt.isMade = error instanceof UnexpectedAnswerError && error.isCreated === true;
      const isAskedNow = last && !(await repeatsCreates());
      const made = isAskedNow && (await settle(attempt, calls).catch(() => undefined));
      if (!made) throw error;
      return made;
    }
  }
  return {
    save: async (fields, calls) => {
      const earlier = last && (await settle(last, calls));
      const isSame = last && JSON.stringify(last.fields) === JSON.stringify(fields);
      if (last) last.made = earlier;
      const made = earlier ? await (isSame ? earlier : calls.change(earlier, fields)) : await create(fields, calls);
      last = undefined;
      return made;
    },
  };
}

/** Returns the function that creates the one thing of a form, and completes it after a lost response. */
export function useCreation<Fields, Made>(
  calls: Omit<CreationCalls<Fields, Made>, 'change'>,
): (fields: Fields, change: CreationCalls<Fields, Made>['change']) => Promise<Made> {
  const creation = useRef<Creation<Fields, Made>>(undefined);
  return (fields, change) => (creation.current ??= startCreation()).save(fields, { ...calls, change });
}
