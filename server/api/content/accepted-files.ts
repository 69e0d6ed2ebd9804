/**
 * Detects an uploaded file's type from its bytes, never from the browser's Content-Type (docs/security.md, "Defences").
 */
import { Problem } from '@server/api/shared/problem';

import type { FileType } from '@/api/files/contents';
import {
  findPictureFault,
  type PictureFault,
  pictureFaultWords,
  type PictureFormat,
  pictureFormat,
} from '@/api/files/picture-rules';

export interface FileKind {
  fileType: FileType;
  mediaType: string;
}

const mediaTypes: Record<PictureFormat, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** Creates the refusal of a picture: too many pixels for a browser (413), or data that end early (415). */
function refusal(fault: PictureFault): Problem {
  return new Problem(fault === 'large' ? 413 : 415, pictureFaultWords[fault]);
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

/**
 * Returns a file's type; undefined if it is not accepted. Markdown is UTF-8 text whose name ends with `.md`.
 *
 * @throws {Problem} 413 for a picture with too many pixels, 415 for a truncated one.
 */
export function fileKindOf(bytes: Uint8Array, fileName: string): FileKind | undefined {
  const format = pictureFormat(bytes);
  if (format) {
    const fault = findPictureFault(bytes, format);
    if (fault) throw refusal(fault);
    return { fileType: 'img', mediaType: mediaTypes[format] };
  }
  if (!fileName.toLowerCase().endsWith('.md') || !isPlainText(bytes)) return undefined;
  return { fileType: 'md', mediaType: 'text/markdown; charset=utf-8' };
}
