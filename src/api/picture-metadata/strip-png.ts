/** Removes the metadata of a PNG or an animated PNG. */
import { pngChunks, viewOf } from '@/api/files/picture-parts';

import { orientationOnly } from './exif-orientation';
import { joinBytes, latinBytes } from './join-bytes';

/**
 * Optional PNG chunks to keep, because they change how the pixels are shown. Required chunks, whose type starts with a
 * capital letter, are kept too.
 */
const shown = new Set(
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

function chunkOf(type: string, data: readonly number[]): number[] {
  const checked = [...latinBytes(type), ...data];
  return [...uint32(data.length), ...checked, ...uint32(checksum(checked))];
}

/** Returns a PNG without metadata and without bytes after its end. @throws {Error} if the file is malformed. */
export function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const pieces: ArrayLike<number>[] = [bytes.subarray(0, 8)];
  for (const { type, start, data, end } of pngChunks(viewOf(bytes))) {
    const tiff = type === 'eXIf' && orientationOnly(bytes.subarray(data, end - 4));
    if (tiff) pieces.push(chunkOf(type, tiff));
    else if (/^[A-Z]/.test(type) || shown.has(type)) pieces.push(bytes.subarray(start, end));
  }
  return joinBytes(pieces);
}
