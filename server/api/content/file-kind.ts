/** What an uploaded file is: told by its bytes, never by its name or by what the browser says (docs/security.md, "Defences"). */
import { Problem } from '@server/api/shared/problem';

import type { FileType } from '@/api/contents';
import {
  findPictureFault,
  type PictureFault,
  pictureFaultWords,
  type PictureFormat,
  pictureFormat,
} from '@/api/picture-rules';

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

/** What keeps a picture from being taken, as an answer: the browser would need too much to show it, or show half of it. */
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
 * The kind of a file; undefined when it is none that is taken. Markdown is text whose name says so.
 *
 * @throws {Problem} 413 for a picture of too many pixels, 415 for one whose data end early.
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
