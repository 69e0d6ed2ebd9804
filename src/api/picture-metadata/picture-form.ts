/** Properties of a picture: its size, whether it is animated, and whether browsers turn it. */
import { jpegSegments, pngChunks, readType, riffChunks, viewOf, webpEnd } from '@/api/files/picture-parts';
import { measurePicture, type PictureFormat } from '@/api/files/picture-rules';

export interface PictureForm {
  /** The picture's size as stored, px; a picture that is turned has width and height swapped when it is shown. */
  width: number;
  height: number;
  isAnimated: boolean;
  isTurned: boolean;
}

const EXIF_SEGMENT = 0xe1;

function hasChunk(bytes: Uint8Array, format: PictureFormat, type: string): boolean {
  const view = viewOf(bytes);
  const chunks = format === 'png' ? pngChunks(view) : riffChunks(view, 12, webpEnd(view));
  return [...chunks].some((chunk) => chunk.type === type);
}

function isAnimated(bytes: Uint8Array, format: PictureFormat): boolean {
  if (format === 'gif') return true;
  if (format === 'avif') return readType(viewOf(bytes), 8) === 'avis';
  return format === 'png' ? hasChunk(bytes, format, 'acTL') : format === 'webp' && hasChunk(bytes, format, 'ANIM');
}

/** Returns true if browsers turn the picture: after stripping, the only Exif left in a file is an orientation. */
function isTurned(bytes: Uint8Array, format: PictureFormat): boolean {
  if (format === 'jpg') return [...jpegSegments(viewOf(bytes))].some(({ marker }) => marker === EXIF_SEGMENT);
  if (format === 'png') return hasChunk(bytes, format, 'eXIf');
  return format === 'webp' && hasChunk(bytes, format, 'EXIF');
}

/** Reads the properties of a picture. @param bytes a whole picture without metadata (`stripPicture`) */
export function readForm(bytes: Uint8Array, format: PictureFormat): PictureForm {
  return {
    ...measurePicture(bytes, format),
    isAnimated: isAnimated(bytes, format),
    isTurned: isTurned(bytes, format),
  };
}
