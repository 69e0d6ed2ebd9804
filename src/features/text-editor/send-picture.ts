/** Prepares and sends one picture of a batch; loaded with the first picture. */
import { preparePicture } from '@/queries/prepare-picture';
import { UploadRefusedError } from '@/queries/upload-checks';
import { describeUploadError, uploadPicture } from '@/queries/uploads';

import type { BatchPicture } from './use-picture-batch';

/** A picture's own size in px, as it is shown; undefined where this browser cannot tell. */
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

/** Sends one picture. @throws what makes it fail, or the signal's reason. */
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

/** Why a picture failed, and whether sending it again can help. */
export function describeFailure(error: unknown): Pick<BatchPicture, 'message' | 'canRetry'> {
  return { message: describeUploadError(error), canRetry: !(error instanceof UploadRefusedError) };
}
