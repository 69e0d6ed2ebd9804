/** Why the last start led to the login screen: told there once, also when the app was started anew on the way. */
import { ApiError, type UnexpectedAnswerError } from '@/api/errors';

const START_FAILURE_KEY = 'start-failure';

/** What a failed start is told by: the status of a refusal, what did not fit of an answer, or the error's name. */
export function startFailureOf(error: unknown): string {
  if (error instanceof ApiError) return String(error.status);
  return (error as Partial<UnexpectedAnswerError>).schemaMismatch ?? (error as Error).name;
}

/** Leaves for the login screen why the start failed. */
export function noteStartFailure(error: unknown): void {
  sessionStorage.setItem(START_FAILURE_KEY, startFailureOf(error));
}

/** Takes what was left, if anything; see {@link startFailureOf}. */
export function takeStartFailure(): string | undefined {
  try {
    const failure = sessionStorage.getItem(START_FAILURE_KEY) ?? undefined;
    sessionStorage.removeItem(START_FAILURE_KEY);
    return failure;
  } catch {
    // A browser that keeps nothing for this site has no start that could fail.
    return undefined;
  }
}
