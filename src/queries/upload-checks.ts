/** What may be uploaded as a picture: told by its leading bytes, checked before anything is sent (security design). */
import { createId } from '@/storage/unique-id';

/** As the server has it, in bytes. */
const IMAGE_LIMIT_BYTES = 10 * 1024 * 1024;
/** What a file is called at the most, without what makes it unique, in characters. */
const STEM_LIMIT = 80;

/** For `<input accept>`; the bytes decide. */
export const ACCEPTED_IMAGES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** The file was refused before it was sent; the message is for the person. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError';
}

function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  return Array.from(text).every((character, index) => bytes[offset + index] === character.codePointAt(0));
}

/** The extension of a picture's format, by its first 12 bytes; undefined for what is none that is taken. */
export function imageExtension(bytes: Uint8Array): string | undefined {
  if (hasText(bytes, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (hasText(bytes, 0, '\u00ff\u00d8\u00ff')) return 'jpg';
  if (hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')) return 'gif';
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return 'webp';
  const isAvif = hasText(bytes, 4, 'ftyp') && (hasText(bytes, 8, 'avif') || hasText(bytes, 8, 'avis'));
  return isAvif ? 'avif' : undefined;
}

/**
 * A file name of the server's rules that no other file has: controls, direction marks and separators are out, and
 * something unique stands before the extension, because an existing name would keep its content id (decisions §1).
 */
export function uniqueFileName(name: string, extension: string): string {
  const stem = name
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}/\\]/gu, '')
    .replace(/^[.\s]+/, '');
  const short = Array.from(stem).slice(0, STEM_LIMIT).join('').trim();
  return `${short || '画像'}-${createId().slice(0, 8)}.${extension}`;
}

/**
 * Checks a picture and names it for the upload.
 *
 * @throws {UploadRefusedError} for what is empty, too large, or no picture, whatever its name says.
 */
export async function checkImage(file: File): Promise<string> {
  if (file.size === 0) throw new UploadRefusedError('ファイルが空です。');
  if (file.size > IMAGE_LIMIT_BYTES) {
    throw new UploadRefusedError('画像は10 MBまでです。小さくしてから、もう一度選んでください。');
  }
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  } catch {
    throw new UploadRefusedError('ファイルを読み取れません。移動や削除がされていないか、確かめてください。');
  }
  const extension = imageExtension(head);
  if (!extension) throw new UploadRefusedError('使えるのは PNG・JPEG・WebP・GIF・AVIF の画像です。');
  return uniqueFileName(file.name, extension);
}
