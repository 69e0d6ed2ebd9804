/** Prepares a picture for its upload, on the device: without metadata, upright, and no larger than it is shown. */
import type { PictureFormat } from '@/api/files/picture-rules';
import { NetworkError } from '@/api/network/errors';

import { readPicture, requireWithinLimits, uniqueFileName } from './upload-checks';

export interface PreparedPicture {
  fileName: string;
  file: Blob;
  /** A sentence for the author about what was changed; undefined if nothing was. */
  change?: string;
}

interface Drawn {
  bytes: Uint8Array<ArrayBuffer>;
  format: PictureFormat;
  change?: string;
}

/**
 * Loads the code that removes metadata and shrinks pictures, which only uploads need.
 *
 * @throws {NetworkError} when it cannot be loaded.
 */
async function loadTools() {
  const load = Promise.all([
    import('@/api/picture-metadata/strip-picture'),
    import('@/api/picture-metadata/picture-form'),
    import('./shrink-picture'),
  ]);
  const [{ stripPicture }, { readForm }, { shrinkPicture }] = await load.catch(() => {
    throw new NetworkError('The code that prepares pictures did not load');
  });
  return { stripPicture, readForm, shrinkPicture };
}

async function draw(bytes: Uint8Array<ArrayBuffer>, format: PictureFormat): Promise<Drawn> {
  const { stripPicture, readForm, shrinkPicture } = await loadTools();
  const stripped = stripPicture(bytes);
  // Leave a picture unchanged if the parts of its file (such as metadata) cannot be located.
  if (!stripped) return { bytes, format };
  const shrunk = await shrinkPicture(stripped, format, readForm(stripped, format));
  return shrunk ?? { bytes: stripped, format };
}

const types = { png: 'png', jpg: 'jpeg', gif: 'gif', webp: 'webp', avif: 'avif' } satisfies Record<
  PictureFormat,
  string
>;

/**
 * Reads a picture file, checks it, names it and prepares its bytes.
 *
 * @throws {UploadRefusedError} for a file that is empty, too large, broken or not a picture, {NetworkError}.
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const read = await readPicture(file);
  const { bytes, format, change } = await draw(read.bytes, read.format);
  requireWithinLimits(bytes, format);
  const type = format === read.format && file.type ? file.type : `image/${types[format]}`;
  return { fileName: uniqueFileName(file.name, format), file: new Blob([bytes], { type }), change };
}
