/** The database cannot be asked at this moment, for whatever reason: weather, and no mistake of anybody's. */

/** Nothing came of what was asked; or, when `isUnknown`, it may have been done all the same. */
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

/** The one behind an error; undefined where the database is not to blame. */
export function unavailableCause(error: unknown): DatabaseUnavailableError | undefined {
  if (error instanceof DatabaseUnavailableError) return error;
  return error instanceof Error ? unavailableCause(error.cause) : undefined;
}
