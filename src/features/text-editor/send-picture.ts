/** Prepares and uploads one picture of a batch; this code is loaded with the first picture. */
import { preparePicture } from '@/queries/files/prepare-picture';
import { UploadRefusedError } from '@/queries/files/upload-checks';
import { describeUploadError, uploadPicture } from '@/queries/files/uploads';

import type { BatchPicture } from './use-picture-batch';

/** Returns a picture's natural size in px; undefined if this browser cannot decode it. */
async function measure(file: Blob): Promise<BatchPicture['size']> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}

/** Uploads one picture. @throws the error of preparing or uploading, or the signal's abort reason. */
export async function sendPicture(
  { file, prepared: known }: BatchPicture,
  signal: AbortSignal,
  tell: (news: Partial<BatchPicture>) => void,
): Promise<void> {
  const prepared = known ?? (await preparePicture(file));
  if (!known) tell({ prepared, url: URL.createObjectURL(prepared.file) });
  const size = await measure(prepared.file);
  const onProgress = (share: number) => tell({ share });
  const content = await uploadPicture(prepared, { signal, onProgress });
  tell({ state: 'sent', share: 1, contentId: content.id, size });
}

/** Returns why a picture failed, and if a retry can help. */
export function describeFailure(error: unknown): Pick<BatchPicture, 'message' | 'canRetry'> {
  return { message: describeUploadError(error), canRetry: !(error instanceof UploadRefusedError) };
}
