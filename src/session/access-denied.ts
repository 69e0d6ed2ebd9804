/** The error of the role guard: the roles table denies a screen before any request is sent. */

/** Thrown by the role guard; the error screen is shown inside the layout (specification §2). */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError';
}
