/**
 * The orientation in Exif data: the only entry that is kept when metadata is removed, because browsers turn the picture
 * by it.
 */
import { viewOf } from '@/api/files/picture-parts';

const ORIENTATION = 0x0112;
const SHORT = 3;
/** The Exif orientation 1: the picture is shown as stored, not turned. */
const UPRIGHT = 1;

/**
 * Returns the orientation 2 to 8 of a TIFF structure; undefined if the picture is upright, or the orientation is
 * missing or unreadable.
 */
function readOrientation(tiff: DataView): number | undefined {
  try {
    const order = tiff.getUint16(0);
    const isLittle = order === 0x4949;
    if ((!isLittle && order !== 0x4d4d) || tiff.getUint16(2, isLittle) !== 42) return undefined;
    const first = tiff.getUint32(4, isLittle);
    const count = tiff.getUint16(first, isLittle);
    for (let at = first + 2; at < first + 2 + count * 12; at += 12) {
      if (tiff.getUint16(at, isLittle) !== ORIENTATION || tiff.getUint16(at + 2, isLittle) !== SHORT) continue;
      const value = tiff.getUint16(at + 8, isLittle);
      return value > UPRIGHT && value <= 8 ? value : undefined;
    }
  } catch {
    // Ends early.
  }
  return undefined;
}

/** A TIFF structure without entries. */
export const EMPTY_TIFF = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];

/**
 * Returns a TIFF structure whose only entry is the orientation of the given one; undefined if the picture is upright.
 */
export function orientationOnly(tiff: Uint8Array): number[] | undefined {
  const orientation = readOrientation(viewOf(tiff));
  if (orientation === undefined) return undefined;
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0];
  return [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
}
