/** Removes the metadata of a WebP. */
import { riffChunks, type TypedPart, viewOf, webpEnd } from '@/api/files/picture-parts';

import { orientationOnly } from './exif-orientation';
import { hasLatin, joinBytes, latinBytes } from './join-bytes';

const shown = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
/** Flags of the WebP chunk VP8X. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
/** Number of bytes of a WebP frame before its chunks. */
const FRAME_HEADER_BYTES = 16;
/** The prefix of JPEG's Exif data, which some writers also put before the TIFF structure in a WebP. It is removed. */
const EXIF = 'Exif\0\0';

type Piece = ArrayLike<number>;

function chunkOf(type: string, data: Uint8Array | readonly number[]): Piece[] {
  const { length } = data;
  const size = [length & 0xff, (length >>> 8) & 0xff, (length >>> 16) & 0xff, length >>> 24];
  return [latinBytes(type), size, data, length % 2 ? [0] : []];
}

function keepExif(bytes: Uint8Array): Piece[] {
  const tiff = orientationOnly(hasLatin(bytes, 0, EXIF) ? bytes.subarray(EXIF.length) : bytes);
  return tiff ? chunkOf('EXIF', tiff) : [];
}

/** Returns an animation frame with only the chunks of its pixels. */
function keepFrame(bytes: Uint8Array): Piece[] {
  const view = viewOf(bytes);
  const chunks = [...riffChunks(view, FRAME_HEADER_BYTES, bytes.length)].filter(({ type }) => shown.has(type));
  const pieces = chunks.flatMap(({ type, data, end }) => chunkOf(type, bytes.subarray(data, end)));
  return chunkOf('ANMF', joinBytes([bytes.subarray(0, FRAME_HEADER_BYTES), ...pieces]));
}

/** Returns the VP8X flags of a WebP without the flags of removed chunks. */
function keepFeatures(bytes: Uint8Array, hasExif: boolean): Piece[] {
  const [flags = 0] = bytes;
  return chunkOf('VP8X', joinBytes([[(flags & ~HAS_XMP & ~HAS_EXIF) | (hasExif ? HAS_EXIF : 0)], bytes.subarray(1)]));
}

/** Returns a WebP without metadata and without bytes after its end. @throws {Error} if the file is malformed. */
export function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes);
  const dataOf = ({ data, end }: TypedPart) => bytes.subarray(data, end);
  const chunks = [...riffChunks(view, 12, webpEnd(view))];
  // Keep the Exif orientation only if the Exif flag of VP8X is set: without the flag browsers do not turn the picture.
  const isTurned = chunks.some(({ type, data }) => type === 'VP8X' && view.getUint8(data) & HAS_EXIF);
  const tagged = isTurned ? chunks.find(({ type }) => type === 'EXIF') : undefined;
  const exif = tagged ? keepExif(dataOf(tagged)) : [];
  const pieces = chunks
    .filter(({ type }) => shown.has(type))
    .flatMap((chunk) => {
      if (chunk.type === 'VP8X') return keepFeatures(dataOf(chunk), exif.length > 0);
      return chunk.type === 'ANMF' ? keepFrame(dataOf(chunk)) : chunkOf(chunk.type, dataOf(chunk));
    });
  return joinBytes(chunkOf('RIFF', joinBytes([latinBytes('WEBP'), ...pieces, ...exif])));
}
