/** The error of a temporarily unavailable database: lost connection, timeout, full disk, restart. */

/**
 * A call failed because the database is unavailable. It changed nothing; with `isUnknown`, a write may have been
 * committed.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(
    why: string,
    readonly isUnknown: boolean,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}

/** Finds a {@link DatabaseUnavailableError} in an error's causes; undefined if there is none. */
export function unavailableCause(error: unknown): DatabaseUnavailableError | undefined {
  if (error instanceof DatabaseUnavailableError) return error;
  return error instanceof Error ? unavailableCause(error.cause) : undefined;
}
