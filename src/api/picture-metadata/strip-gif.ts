/** Removes the metadata of a GIF. */
import { type GifBlock, gifBlocks, viewOf } from '@/api/files/picture-parts';

import { hasLatin, joinBytes } from './join-bytes';

const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/**
 * GIF application extensions to keep, because they change how the picture is shown: the number of repetitions, and the
 * colour profile.
 */
const shown = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Returns true for a GIF block to keep. Comments, XMP, and text extensions, which no browser draws, are removed. */
function isShown(bytes: Uint8Array, { kind, start }: GifBlock): boolean {
  if (kind !== 'extension') return true;
  const label = bytes[start + 1];
  if (label !== APPLICATION) return label === GRAPHIC_CONTROL;
  return shown.some((name) => hasLatin(bytes, start + 3, name));
}

/** Returns a GIF without metadata and without bytes after its end. @throws {Error} if the file is malformed. */
export function stripGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = [...gifBlocks(viewOf(bytes))].filter((block) => isShown(bytes, block));
  return joinBytes(blocks.map(({ start, end }) => bytes.subarray(start, end)));
}
