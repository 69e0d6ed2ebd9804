/**
 * Removes the metadata of a picture (place, time, camera, author, comments, thumbnails) without encoding it again: the
 * data of its pixels, its colour profile and its orientation stay. The same rule runs on the server and before an
 * upload (docs/decisions/0068).
 */
import {
  type GifBlock,
  gifBlocks,
  type JpegSegment,
  jpegSegments,
  pngChunks,
  riffChunks,
  type TypedPart,
  viewOf,
  webpEnd,
} from '@/api/files/picture-parts';
import { findPictureFault, type PictureFormat, pictureFormat } from '@/api/files/picture-rules';

import { orientationOnly } from './exif-orientation';
import { hasLatin, joinBytes, latinBytes } from './join-bytes';
import { stripAvif } from './strip-avif';

/** Returns a picture's bytes without metadata. @throws {Error} if the file is malformed. */
type Strip = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/**
 * GIF application extensions to keep, because they change how the picture is shown: the number of repetitions, and the
 * colour profile.
 */
const shownInGif = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Returns true for a GIF block to keep. Comments, XMP, and text extensions, which no browser draws, are removed. */
function isShownInGif(bytes: Uint8Array, { kind, start }: GifBlock): boolean {
  if (kind !== 'extension') return true;
  const label = bytes[start + 1];
  if (label !== APPLICATION) return label === GRAPHIC_CONTROL;
  return shownInGif.some((name) => hasLatin(bytes, start + 3, name));
}

/** Returns a GIF without metadata and without bytes after its end. @throws {Error} if the file is malformed. */
function stripGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = [...gifBlocks(viewOf(bytes))].filter((block) => isShownInGif(bytes, block));
  return joinBytes(blocks.map(({ start, end }) => bytes.subarray(start, end)));
}

const APP0 = 0xe0;
const APP15 = 0xef;
const COMMENT = 0xfe;
/** The prefix of JPEG's Exif data. Some writers put it before the TIFF structure in a WebP too; it is removed there. */
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
function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const pieces: ArrayLike<number>[] = [bytes.subarray(0, 2)];
  for (const segment of jpegSegments(viewOf(bytes))) {
    const { marker, start, end } = segment;
    if (marker >= APP0 && marker <= APP15) pieces.push(...keepApplicationData(bytes, segment));
    else if (marker !== COMMENT) pieces.push(bytes.subarray(start, end));
  }
  return joinBytes(pieces);
}

/**
 * Optional PNG chunks to keep, because they change how the pixels are shown. Required chunks, whose type starts with a
 * capital letter, are kept too.
 */
const shownInPng = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI mDCv cLLi bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

/** Returns the checksum of a chunk's type and data (CRC-32, ISO 3309). */
function checksum(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];

function pngChunkOf(type: string, data: readonly number[]): number[] {
  const checked = [...latinBytes(type), ...data];
  return [...uint32(data.length), ...checked, ...uint32(checksum(checked))];
}

/** Returns a PNG without metadata and without bytes after its end. @throws {Error} if the file is malformed. */
function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const pieces: ArrayLike<number>[] = [bytes.subarray(0, 8)];
  for (const { type, start, data, end } of pngChunks(viewOf(bytes))) {
    const tiff = type === 'eXIf' && orientationOnly(bytes.subarray(data, end - 4));
    if (tiff) pieces.push(pngChunkOf(type, tiff));
    else if (/^[A-Z]/.test(type) || shownInPng.has(type)) pieces.push(bytes.subarray(start, end));
  }
  return joinBytes(pieces);
}

/** WebP chunks to keep. */
const shownInWebp = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
/** Flags of the WebP chunk VP8X. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
/** Number of bytes of a WebP frame before its chunks. */
const FRAME_HEADER_BYTES = 16;

type Piece = ArrayLike<number>;

function webpChunkOf(type: string, data: Uint8Array | readonly number[]): Piece[] {
  const { length } = data;
  const size = [length & 0xff, (length >>> 8) & 0xff, (length >>> 16) & 0xff, length >>> 24];
  return [latinBytes(type), size, data, length % 2 ? [0] : []];
}

function keepExif(bytes: Uint8Array): Piece[] {
  const tiff = orientationOnly(hasLatin(bytes, 0, EXIF) ? bytes.subarray(EXIF.length) : bytes);
  return tiff ? webpChunkOf('EXIF', tiff) : [];
}

/** Returns an animation frame with only the chunks of its pixels. */
function keepFrame(bytes: Uint8Array): Piece[] {
  const view = viewOf(bytes);
  const chunks = [...riffChunks(view, FRAME_HEADER_BYTES, bytes.length)].filter(({ type }) => shownInWebp.has(type));
  const pieces = chunks.flatMap(({ type, data, end }) => webpChunkOf(type, bytes.subarray(data, end)));
  return webpChunkOf('ANMF', joinBytes([bytes.subarray(0, FRAME_HEADER_BYTES), ...pieces]));
}

/** Returns the VP8X flags of a WebP without the flags of removed chunks. */
function keepFeatures(bytes: Uint8Array, hasExif: boolean): Piece[] {
  const [flags = 0] = bytes;
  return webpChunkOf(
    'VP8X',
    joinBytes([[(flags & ~HAS_XMP & ~HAS_EXIF) | (hasExif ? HAS_EXIF : 0)], bytes.subarray(1)]),
  );
}

/** Returns a WebP without metadata and without bytes after its end. @throws {Error} if the file is malformed. */
function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes);
  const dataOf = ({ data, end }: TypedPart) => bytes.subarray(data, end);
  const chunks = [...riffChunks(view, 12, webpEnd(view))];
  // Keep the Exif orientation only if the Exif flag of VP8X is set: without the flag browsers do not turn the picture.
  const isTurned = chunks.some(({ type, data }) => type === 'VP8X' && view.getUint8(data) & HAS_EXIF);
  const tagged = isTurned ? chunks.find(({ type }) => type === 'EXIF') : undefined;
  const exif = tagged ? keepExif(dataOf(tagged)) : [];
  const pieces = chunks
    .filter(({ type }) => shownInWebp.has(type))
    .flatMap((chunk) => {
      if (chunk.type === 'VP8X') return keepFeatures(dataOf(chunk), exif.length > 0);
      return chunk.type === 'ANMF' ? keepFrame(dataOf(chunk)) : webpChunkOf(chunk.type, dataOf(chunk));
    });
  return joinBytes(webpChunkOf('RIFF', joinBytes([latinBytes('WEBP'), ...pieces, ...exif])));
}

const strips: Record<PictureFormat, Strip> = {
  png: stripPng,
  jpg: stripJpeg,
  gif: stripGif,
  webp: stripWebp,
  avif: stripAvif,
};

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/**
 * Returns a picture without metadata: `bytes` itself if it has none; undefined if it is not a picture, is broken, or
 * has a form whose metadata cannot be found. Never throws.
 */
export function stripPicture(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const format = pictureFormat(bytes);
  const fault = format && findPictureFault(bytes, format);
  if (!format || fault === 'broken') return undefined;
  try {
    const stripped = strips[format](bytes);
    if (isSame(stripped, bytes)) return bytes;
    return findPictureFault(stripped, format) === fault ? stripped : undefined;
  } catch {
    return undefined;
  }
}
