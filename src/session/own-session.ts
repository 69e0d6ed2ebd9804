/** Who is signed in, with a failing device told apart from nobody. */
import { toStorageError } from '@/storage/storage-error';

import { readSession, type Session } from './session';

/** @throws {StorageError} when the device cannot tell who is signed in. */
export async function readSessionStrictly(): Promise<Session | undefined> {
  try {
    return await readSession();
  } catch (error) {
    throw toStorageError(error);
  }
}
