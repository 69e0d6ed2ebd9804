/** The refusal of a screen by the roles table, before the server is asked. */

/** Thrown by the role guard: the layout stays, the content says so (specification §2). */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError';
}
