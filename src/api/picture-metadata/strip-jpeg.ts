/** Removes the metadata of a JPEG. */
import { jpegSegments, type JpegSegment, viewOf } from '@/api/files/picture-parts';

import { orientationOnly } from './exif-orientation';
import { hasLatin, joinBytes, latinBytes } from './join-bytes';

const APP0 = 0xe0;
const APP15 = 0xef;
const COMMENT = 0xfe;
const EXIF = 'Exif\0\0';
const JFIF = 'JFIF\0';
/** Number of bytes of a JFIF segment before the fields with its thumbnail's size. */
const JFIF_BYTES = 16;
/** JPEG application data that decoders need: the colour profile, and Adobe's number of the colour transformation. */
const needed = [
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
] as const;

/**
 * Returns the bytes to keep of a JPEG's application data segment. All data that is not needed for display is removed,
 * also further pictures (MPF) and thumbnails.
 */
function keepApplicationData(bytes: Uint8Array, { marker, start, end }: JpegSegment): ArrayLike<number>[] {
  const isA = (name: string) => hasLatin(bytes, start + 4, name);
  if (needed.some(([its, name]) => marker === its && isA(name))) return [bytes.subarray(start, end)];
  if (marker === APP0 && isA(JFIF) && end - start >= JFIF_BYTES + 2)
    return [[0xff, APP0, 0, JFIF_BYTES], bytes.subarray(start + 4, start + JFIF_BYTES), [0, 0]];
  if (marker !== 0xe1 || !isA(EXIF)) return [];
  const tiff = orientationOnly(bytes.subarray(start + 4 + EXIF.length, end));
  return tiff ? [[0xff, marker, 0, 2 + EXIF.length + tiff.length], latinBytes(EXIF), tiff] : [];
}

/**
 * Returns a JPEG's first image without metadata and without bytes after its end.
 *
 * @throws {Error} if the file is malformed.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const pieces: ArrayLike<number>[] = [bytes.subarray(0, 2)];
  for (const segment of jpegSegments(viewOf(bytes))) {
    const { marker, start, end } = segment;
    if (marker >= APP0 && marker <= APP15) pieces.push(...keepApplicationData(bytes, segment));
    else if (marker !== COMMENT) pieces.push(bytes.subarray(start, end));
  }
  return joinBytes(pieces);
}
