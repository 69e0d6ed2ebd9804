/** What an uploaded file is: told by its bytes, never by its name or by what the browser says (security design). */
import type { FileType } from '@/api/contents';

export interface FileKind {
  fileType: FileType;
  mediaType: string;
}

function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  return Buffer.from(bytes.subarray(offset, offset + text.length)).toString('latin1') === text;
}

/** AVIF is one of the brands of an ISO media file. */
function isAvif(bytes: Uint8Array): boolean {
  return hasText(bytes, 4, 'ftyp') && (hasText(bytes, 8, 'avif') || hasText(bytes, 8, 'avis'));
}

function imageType(bytes: Uint8Array): string | undefined {
  if (hasText(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (hasText(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')) return 'image/gif';
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return 'image/webp';
  return isAvif(bytes) ? 'image/avif' : undefined;
}

function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The kind of a file; undefined when it is none that is taken. Markdown is text whose name says so. */
export function fileKindOf(bytes: Uint8Array, fileName: string): FileKind | undefined {
  const mediaType = imageType(bytes);
  if (mediaType) return { fileType: 'img', mediaType };
  if (!fileName.toLowerCase().endsWith('.md') || !isPlainText(bytes)) return undefined;
  return { fileType: 'md', mediaType: 'text/markdown; charset=utf-8' };
}
