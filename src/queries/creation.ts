/** Idempotent creation: before a repeat, settles what an earlier attempt created although the server's response was lost (0092). */
import { useRef } from 'react';

import { ApiError, mayHaveArrived } from '@/api/errors';
import { isRetryable } from '@/api/server-answer';
import { SECOND_MS } from '@/lib/constants';
import { answersOwner } from '@/offline/queue/server-check';
import { ownerKey, readOwnSession } from '@/session/session';
import { serverNow } from '@/storage/server-time';
import { createId } from '@/storage/unique-id';

import { useCapabilities } from './capabilities';

/** Tolerance in ms: the server's clock is known to the second only. */
const SLACK_MS = 2 * SECOND_MS;

/** Returns true for a thing that was created or changed since then. @param at ISO 8601; an unknown time is before. */
export function isSince(at: string | undefined, sinceMs: number): boolean {
  return at !== undefined && Date.parse(at) >= sinceMs;
}

/** The calls that create one kind of thing. */
export interface CreationCalls<Fields, Made> {
  /** Creates the thing. @param key the same for a repeat of the same fields, see `requestCreate`. */
  create: (fields: Fields, key: string) => Promise<Made>;
  /** Changes a thing that an earlier attempt created from other fields. */
  change: (made: Made, fields: Fields) => Promise<Made>;
  /**
   * Finds the thing that a lost attempt created from these fields, on servers without the capability `idempotency-key`.
   *
   * @param sinceMs the start of the attempt, ms by the server's clock.
   */
  find: (fields: Fields, sinceMs: number) => Promise<Made | undefined>;
}

/** An attempt whose outcome is unknown, or whose thing is still to be changed. */
interface Attempt<Fields, Made> {
  fields: Fields;
  key: string;
  sinceMs: number;
  made?: Made;
}

/** One thing that is being created, until it is. */
export interface Creation<Fields, Made> {
  /**
   * Creates the thing, or completes an earlier attempt.
   *
   * @param canRepeat true for servers with the capability `idempotency-key`.
   * @throws the errors of the calls; after an error that {@link mayHaveArrived}, the next call settles this attempt first.
   */
  save: (fields: Fields, calls: CreationCalls<Fields, Made>, canRepeat: boolean) => Promise<Made>;
}

/**
 * Returns true if a refusal shows that the server has not created the thing: an expired session, a busy server or a gateway refuses a repeat
 * before its key is read.
 */
async function isOfServer(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.status === 401 || isRetryable(error.status)) return false;
  const session = await readOwnSession();
  return session !== undefined && answersOwner(ownerKey(session.owner), new AbortController().signal);
}

/**
 * Returns what an attempt created; undefined if it created nothing.
 *
 * @param canRepeat true for servers with the capability `idempotency-key`.
 * @throws the errors of the calls, if that is still unknown.
 */
async function settle<Fields, Made>(
  { fields, key, sinceMs, made }: Attempt<Fields, Made>,
  { create, find }: CreationCalls<Fields, Made>,
  canRepeat: boolean,
): Promise<Made | undefined> {
  if (made || !canRepeat) return made ?? find(fields, sinceMs);
  return create(fields, key).catch(async (error: unknown) => {
    if (mayHaveArrived(error) || !(await isOfServer(error))) throw error;
    return undefined;
  });
}

/** Starts the creation of one thing. */
export function startCreation<Fields, Made>(): Creation<Fields, Made> {
  let last: Attempt<Fields, Made> | undefined;
  /** Creates the thing. If the response is lost, a server without the capability is asked at once what became of it. */
  async function create(fields: Fields, calls: CreationCalls<Fields, Made>, canRepeat: boolean): Promise<Made> {
    const attempt = { fields, key: createId(), sinceMs: (await serverNow()) - SLACK_MS };
    last = attempt;
    try {
      return await calls.create(fields, attempt.key);
    } catch (error) {
      if (!mayHaveArrived(error)) last = undefined;
      const isAskedNow = last && !canRepeat;
      const made = isAskedNow && (await settle(attempt, calls, canRepeat).catch(() => undefined));
      if (!made) throw error;
      return made;
    }
  }
  return {
    save: async (fields, calls, canRepeat) => {
      const earlier = last && (await settle(last, calls, canRepeat));
      const isSame = last && JSON.stringify(last.fields) === JSON.stringify(fields);
      if (last) last.made = earlier;
      const made = earlier
        ? await (isSame ? earlier : calls.change(earlier, fields))
        : await create(fields, calls, canRepeat);
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
  const { repeatsCreates } = useCapabilities();
  return (fields, change) => (creation.current ??= startCreation()).save(fields, { ...calls, change }, repeatsCreates);
}
