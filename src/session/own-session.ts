/** Reads the session and reports a failing device as an error instead of as "not signed in". */
import { toStorageError } from '@/storage/storage-error';

import { readSession, type Session } from './session';

/** Reads the session; undefined when no user is signed in. @throws {StorageError} when the device's storage fails. */
export async function readSessionStrictly(): Promise<Session | undefined> {
  try {
    return await readSession();
  } catch (error) {
    throw toStorageError(error);
  }
}
