/** Why the device did not keep something, in words a screen can map; named by hand, because minifiers rename classes. */

/**
 * `full`: no space left. `lost`: the connection broke or the transaction was undone. `deleted`: the store is gone.
 * `stuck`: opening took too long. `blocked`: the browser keeps nothing here (private mode, site data forbidden).
 * `leaving`: the owner is signing out. `other`: anything else; `cause` says what.
 */
export type StorageReason = 'full' | 'lost' | 'deleted' | 'stuck' | 'blocked' | 'leaving' | 'other';

/** The device did not keep or find what it was asked to: nothing was saved. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  constructor(
    readonly reason: StorageReason,
    options?: ErrorOptions,
  ) {
    super(`The device's storage failed: ${reason}`, options);
  }
}

/** The names that browsers give (IndexedDB's "Exceptions"; Firefox and Safari in private mode). */
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

/** Reads whatever a store function threw as a StorageError; a StorageError stays what it is. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return new StorageError(reasons[name] ?? 'other', { cause: error });
}
