/** Pictures before they are sent: what they are by their leading bytes, how large, and under which name they go. */
import { ApiError, NetworkError } from '@/api/errors';
import { createId } from '@/storage/unique-id';

/** The most bytes of one picture; the embedded server draws the same line. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** For a file input's `accept`; only a hint, the bytes decide. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** How a file's kind is told (security design, "Uploads"); no SVG, which is a document that can run scripts. */
export type PictureKind = 'png' | 'jpg' | 'webp' | 'gif' | 'avif';

/** Tells a picture's kind by its first 12 bytes; undefined for anything else. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\u0089PNG\r\n\u001A\n')) return 'png';
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'jpg';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp';
  return /^[^]{4}ftypavi[fs]/.test(text) ? 'avif' : undefined;
}

/** What may not stand in a name: control and format characters (direction marks), unassigned ones, halves of pairs. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const NAME_LENGTH = 60;

/**
 * A file name that nobody else has: the words of the given one, 12 random digits, and the ending that its kind has.
 *
 * @param name as the device calls the file, or any words; whatever its ending says is left out.
 */
export function uniqueFileName(name: string, ending: string): string {
  const words = name
    .normalize('NFC')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(unsafe, '')
    .replace(/[\s/\\:*?"<>|#%&+]+/g, '-');
  const base = [...words]
    .slice(0, NAME_LENGTH)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${base || 'file'}-${createId().slice(-12)}.${ending}`;
}

/** A file that was not even sent, with the reason in words. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
}

/**
 * Looks at a file before it is sent: its size first, then its leading bytes.
 *
 * @throws {UnfitFileError} when it is empty, too large, unreadable or none of the kinds that are taken.
 */
export async function checkPicture(file: Blob): Promise<PictureKind> {
  if (file.size === 0) throw new UnfitFileError('中身のないファイルです。');
  if (file.size > MAX_PICTURE_BYTES) throw new UnfitFileError('大きすぎます。10MBまでの画像を選んでください。');
  const bytes = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => {
      throw new UnfitFileError('ファイルを読み取れませんでした。もう一度選んでください。');
    });
  const kind = pictureKindOf(new Uint8Array(bytes));
  if (!kind) throw new UnfitFileError('使えない形式です。PNG・JPEG・WebP・GIF・AVIF の画像を選んでください。');
  return kind;
}

/** A picture's own size in px, as it is shown; undefined where this browser cannot tell. */
export async function measurePicture(file: Blob): Promise<{ width: number; height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}

/** Why a file did not arrive, in words. */
export function describeUploadError(error: unknown): string {
  if (error instanceof UnfitFileError) return error.message;
  if (error instanceof NetworkError) return '接続できませんでした。つながったら、もう一度送ってください。';
  if (error instanceof ApiError) {
    if (error.status === 401) return 'ログインの期限が切れました。別のタブでログインし直すと、ここから送れます。';
    if (error.status === 403) return 'アクセスが拒否されました。';
    if (error.status === 413) return '大きすぎます。10MBまでの画像を選んでください。';
    if (error.status === 429) return '短い時間に何度も送られたため、一時的に止めています。しばらく待ってください。';
    if (error.status < 500 && error.message) return error.message;
    return 'サーバーで問題が起きました。時間をおいて、もう一度送ってください。';
  }
  return '送れませんでした。もう一度お試しください。';
}
