/** Saves queued and refused calls to a file, and loads them from it. */
import { requestReplay } from '@/offline/page/request-replay';
import { CallFileError, type FileFault, makeCallFile, MAX_FILE_BYTES, readCallFile } from '@/offline/queue/call-file';
import { countQueue } from '@/offline/queue/queue-counts';
import { requireOwnPage, type OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import { saveFile } from './download';

export { CallFileError, type FileFault, MAX_FILE_BYTES };

/**
 * The result of saving calls to a file: the number of calls in the file, of calls that did not fit, and of records that
 * could not be read.
 */
export interface SavedCalls {
  count: number;
  left: number;
  unreadable: number;
}

/**
 * Saves the queued and refused calls as a file.
 *
 * @returns undefined when the user closed the share sheet.
 * @throws {StorageError} when the device's storage fails, or the page belongs to another user.
 */
export async function saveCalls(owner: OwnerKey): Promise<SavedCalls | undefined> {
  await requireOwnPage(owner);
  const [{ text, count, left }, { waiting, refused, unreadable }] = await Promise.all([
    makeCallFile(owner),
    countQueue(owner),
  ]);
  // Use the Swedish locale, because it formats dates like ISO 8601; the date is in the device's time zone.
  const day = new Date(now()).toLocaleDateString('sv-SE');
  const outcome = await saveFile(`まなびば-学習の控え-${day}.json`, text, 'application/json');
  if (outcome === 'cancelled') return undefined;
  return { count, left, unreadable: Math.max(0, waiting + refused + unreadable - count - left) };
}

/**
 * Adds a file's calls to the queue and sends them.
 *
 * @throws {CallFileError} for an unreadable file, {StorageError} when the device's storage fails.
 */
export async function loadCalls(owner: OwnerKey, file: Blob): Promise<{ added: number; known: number }> {
  await requireOwnPage(owner);
  const result = await readCallFile(owner, file);
  void requestReplay({ isUrgent: true });
  return result;
}
