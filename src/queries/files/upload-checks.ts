/** Checks of pictures before an upload, by their bytes (docs/security.md, "Defences"). */
import {
  findPictureFault,
  isHeic,
  pictureFaultWords,
  type PictureFormat,
  pictureFormat,
} from '@/api/files/picture-rules';
import { MAX_UPLOAD_BYTES } from '@/api/files/upload-limits';
import { formatBytes } from '@/lib/format-bytes';
import { createId } from '@/storage/unique-id';

/** Maximum length of a file name without its unique suffix, characters. */
const MAX_STEM_LENGTH = 80;

/** The size limit of an image, as text. */
export const IMAGE_LIMIT = `${formatBytes(MAX_UPLOAD_BYTES.img)}まで`;

/** Maximum size of a photo before the device shrinks it; a larger file was probably chosen by mistake. */
const MAX_READ_BYTES = 100 * 1024 * 1024;
const TOO_LARGE = `画像は${IMAGE_LIMIT}です。小さくしてから、もう一度選んでください。`;

/** Error: the file was refused before sending; the message is shown to the user. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError';
}

/**
 * Returns a name without the characters that the server refuses in file names: control characters, direction marks and
 * separators.
 */
function fileStem(name: string): string {
  const stem = name
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}/\\]/gu, '')
    .replace(/^[.\s]+/, '');
  return Array.from(stem).slice(0, MAX_STEM_LENGTH).join('').trim() || '画像';
}

/**
 * Returns a unique file name: with a random part before the extension, because uploading under an existing name would
 * keep its content id (docs/wire.md).
 */
export function uniqueFileName(name: string, extension: string): string {
  return `${fileStem(name)}-${createId().slice(0, 8)}.${extension}`;
}

/**
 * Returns the beginning of the names of files that are named after a title, and a function that recognises such a name
 * with or without the random part.
 */
export function titledFiles(title: string): { stem: string; isOne: (fileName: string) => boolean } {
  const stem = fileStem(title);
  const isRest = (rest: string) => /^(-[0-9a-f]{8})?\.md$/.test(rest);
  return { stem, isOne: (fileName) => fileName.startsWith(stem) && isRest(fileName.slice(stem.length)) };
}

const HEIC_WORDS =
  'HEICの画像は、受講者の画面に表示できません。写真アプリなどでJPEGとして書き出してから、もう一度選んでください。';

/**
 * Reads a picture.
 *
 * @throws {UploadRefusedError} for a file that is empty, too large to be read, broken or not a picture, by its bytes.
 */
export async function readPicture(file: File): Promise<{ bytes: Uint8Array<ArrayBuffer>; format: PictureFormat }> {
  if (file.size === 0) throw new UploadRefusedError('ファイルが空です。');
  if (file.size > MAX_READ_BYTES) throw new UploadRefusedError(TOO_LARGE);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new UploadRefusedError('ファイルを読み取れません。移動や削除がされていないか、確かめてください。');
  }
  const format = pictureFormat(bytes);
  if (!format) {
    throw new UploadRefusedError(isHeic(bytes) ? HEIC_WORDS : '使えるのは PNG・JPEG・WebP・GIF・AVIF の画像です。');
  }
  if (findPictureFault(bytes, format) === 'broken') throw new UploadRefusedError(pictureFaultWords.broken);
  return { bytes, format };
}

/** Checks the bytes that will be sent. @throws {UploadRefusedError} for a picture with too many bytes or pixels. */
export function requireWithinLimits(bytes: Uint8Array, format: PictureFormat): void {
  if (bytes.length > MAX_UPLOAD_BYTES.img) throw new UploadRefusedError(TOO_LARGE);
  const fault = findPictureFault(bytes, format);
  if (fault) throw new UploadRefusedError(pictureFaultWords[fault]);
}
