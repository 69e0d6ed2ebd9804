/**
 * Stores why the app started with the login screen, in session storage, so that the login screen can show it once, even
 * after a reload.
 */
import { ApiError, type UnexpectedAnswerError } from '@/api/network/errors';
import { sessionWords } from '@/storage/session-storage';

const START_FAILURE_KEY = 'start-failure';

/** Returns the reason of a failed start: the HTTP status, the schema mismatch, `basic-auth`, or the error's name. */
export function startFailureOf(error: unknown): string {
  if (error instanceof ApiError) return String(error.status);
  const { schemaMismatch, gateway, name } = error as UnexpectedAnswerError;
  return schemaMismatch ?? (gateway === 'basic-auth' ? gateway : name);
}

/** Stores the reason of a failed start for the login screen. */
export function noteStartFailure(error: unknown): void {
  sessionWords()?.setItem(START_FAILURE_KEY, startFailureOf(error));
}

/** Returns the stored reason of a failed start and deletes it; see {@link startFailureOf}. */
export function takeStartFailure(): string | undefined {
  const failure = sessionWords()?.getItem(START_FAILURE_KEY) ?? undefined;
  sessionWords()?.removeItem(START_FAILURE_KEY);
  return failure;
}
