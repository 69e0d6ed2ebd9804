/**
 * Removes the metadata of a picture (place, time, camera, author, comments, thumbnails) without encoding it again: the
 * data of its pixels, its colour profile and its orientation stay. The same rule runs on the server and before an
 * upload (docs/decisions/0068).
 */
import { findPictureFault, type PictureFormat, pictureFormat } from '@/api/files/picture-rules';

import { stripAvif } from './strip-avif';
import { stripGif } from './strip-gif';
import { stripJpeg } from './strip-jpeg';
import { stripPng } from './strip-png';
import { stripWebp } from './strip-webp';

/** Returns a picture's bytes without metadata. @throws {Error} if the file is malformed. */
type Strip = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

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
