/**
 * The errors of the device's storage, with a reason that screens map to a message. The errors' names are set by hand,
 * because minifiers rename classes.
 */

/**
 * `full`: no space left. `lost`: the connection broke or the transaction was undone. `deleted`: the store is gone.
 * `stuck`: opening took too long. `blocked`: the browser keeps nothing here (private mode, site data forbidden).
 * `leaving`: the owner is signing out. `other`: anything else; `cause` says what.
 */
export type StorageReason = 'full' | 'lost' | 'deleted' | 'stuck' | 'blocked' | 'leaving' | 'other';

/** Error: the device failed to read or write, and nothing was saved. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  constructor(
    readonly reason: StorageReason,
    options?: ErrorOptions,
  ) {
    super(`The device's storage failed: ${reason}`, options);
  }
}

/** Reasons by the error names of browsers (IndexedDB's "Exceptions"; Firefox and Safari in private mode). */
const reasons: Readonly<Record<string, StorageReason>> = {
  QuotaExceededError: 'full',
  AbortError: 'lost',
  InvalidStateError: 'lost',
  UnknownError: 'lost',
  TransactionInactiveError: 'lost',
  NotFoundError: 'deleted',
  TimeoutError: 'stuck',
  SecurityError: 'blocked',
  NotAllowedError: 'blocked',
  // `indexedDB` itself is missing, or null.
  ReferenceError: 'blocked',
  TypeError: 'blocked',
};

/** Converts an error of a store function to a StorageError; a StorageError is returned unchanged. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return new StorageError(reasons[name] ?? 'other', { cause: error });
}
