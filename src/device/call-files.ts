/** The file of what waits and what needs a look, as screens save it and read it back. */
import { requestReplay } from '@/offline/page/request-replay';
import { CallFileError, type FileFault, makeCallFile, MAX_FILE_BYTES, readCallFile } from '@/offline/queue/call-file';
import { countQueue } from '@/offline/queue/queue-counts';
import { requireOwnPage, type OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import { downloadText } from './download';

export { CallFileError, type FileFault, MAX_FILE_BYTES };

/** What came of saving: how many are in the file, had no room in it, or could not be read. */
export interface SavedCalls {
  count: number;
  left: number;
  unreadable: number;
}

/** Has the browser save the file. @throws {StorageError} when the device fails, or the page is somebody else's. */
export async function saveCalls(owner: OwnerKey): Promise<SavedCalls> {
  await requireOwnPage(owner);
  const [{ text, count, left }, { waiting, refused, unreadable }] = await Promise.all([
    makeCallFile(owner),
    countQueue(owner),
  ]);
  // Sweden writes a day as ISO 8601 does; the zone is the device's.
  const day = new Date(now()).toLocaleDateString('sv-SE');
  downloadText(`まなびば-学習の控え-${day}.json`, text, 'application/json');
  return { count, left, unreadable: Math.max(0, waiting + refused + unreadable - count - left) };
}

/** Reads a file back, and sends what it brought. @throws {CallFileError} where it is not read; {StorageError} when the device fails. */
export async function loadCalls(owner: OwnerKey, file: Blob): Promise<{ added: number; known: number }> {
  await requireOwnPage(owner);
  const result = await readCallFile(owner, file);
  void requestReplay({ isUrgent: true });
  return result;
}
