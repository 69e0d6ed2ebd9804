/** The database cannot be asked at this moment, for whatever reason: weather, and no mistake of anybody's. */

/** Nothing came of what was asked; or, when `isUnknown`, it may have been done all the same. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  constructor(
    why: string,
    readonly isUnknown: boolean,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}

/** The one behind an error; undefined where the database is not to blame. */
export function awayBehind(error: unknown): DatabaseAwayError | undefined {
  if (error instanceof DatabaseAwayError) return error;
  return error instanceof Error ? awayBehind(error.cause) : undefined;
}
