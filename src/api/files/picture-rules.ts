/**
 * The rules for an uploaded picture (format, number of pixels, complete data), the same on the server and before an
 * upload.
 */

import { gifBlocks, jpegSegments, pngChunks, readBoxes, riffChunks, viewOf, webpEnd } from './picture-parts';

export type PictureFormat = 'png' | 'jpg' | 'gif' | 'webp' | 'avif';

/** Maximum number of pixels of a picture: a browser decodes it to 4 bytes per pixel, however small the file is. */
const MAX_PIXELS = 40_000_000;

function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  return Array.from(text).every((character, index) => bytes[offset + index] === character.codePointAt(0));
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Detects a picture's format from the first 12 bytes; undefined for any other file. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  if (hasText(bytes, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (hasText(bytes, 0, '\u00ff\u00d8\u00ff')) return 'jpg';
  if (hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')) return 'gif';
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return 'webp';
  const isAvif = hasText(bytes, 4, 'ftyp') && (hasText(bytes, 8, 'avif') || hasText(bytes, 8, 'avis'));
  return isAvif ? 'avif' : undefined;
}

/** Detects a HEIC or HEIF picture from the first 12 bytes; browsers other than Safari do not show one. */
export function isHeic(bytes: Uint8Array): boolean {
  return hasText(bytes, 4, 'ftyp') && heicBrands.some((brand) => hasText(bytes, 8, brand));
}

/** The largest width and height that a file declares, for the picture or any of its frames. */
class Measure {
  width = 0;
  height = 0;
  add(width: number, height: number): void {
    this.width = Math.max(this.width, width);
    this.height = Math.max(this.height, height);
  }
}

// Readers of picture files. Each walks to the end that its format declares, and returns false, or throws a RangeError,
// if the file is truncated.
type Reader = (view: DataView, measure: Measure) => boolean;

function readPng(view: DataView, measure: Measure): boolean {
  measure.add(view.getUint32(16), view.getUint32(20));
  return [...pngChunks(view)].length > 0;
}

function readJpeg(view: DataView, measure: Measure): boolean {
  for (const { marker, start } of jpegSegments(view)) {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) measure.add(view.getUint16(start + 7), view.getUint16(start + 5));
  }
  return true;
}

function readGif(view: DataView, measure: Measure): boolean {
  const sizeAt = (at: number) => [view.getUint16(at, true), view.getUint16(at + 2, true)] as const;
  measure.add(...sizeAt(6));
  for (const { kind, start } of gifBlocks(view)) {
    if (kind !== 'image') continue;
    const [left, top] = sizeAt(start + 1);
    const [width, height] = sizeAt(start + 5);
    measure.add(left + width, top + height);
  }
  return true;
}

function readWebp(view: DataView, measure: Measure): boolean {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  let hasData = false;
  for (const { type, data } of riffChunks(view, 12, webpEnd(view))) {
    if (type === 'VP8X') measure.add(uint24(data + 4) + 1, uint24(data + 7) + 1);
    else if (type === 'ANMF') measure.add(uint24(data + 6) + 1, uint24(data + 9) + 1);
    else if (type === 'VP8 ')
      measure.add(view.getUint16(data + 6, true) & 0x3fff, view.getUint16(data + 8, true) & 0x3fff);
    else if (type === 'VP8L') {
      const bits = view.getUint32(data + 1, true);
      measure.add((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    hasData ||= ['ANMF', 'VP8 ', 'VP8L'].includes(type);
  }
  return hasData;
}

/**
 * Container boxes of an AVIF, with the number of bytes before their first child box; in `meta` these bytes hold the
 * version.
 */
const nesting = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
  ['moov', 0],
  ['trak', 0],
]);

function measureBoxes(view: DataView, from: number, to: number, measure: Measure): void {
  for (const { type, data, end } of readBoxes(view, from, Math.min(to, view.byteLength))) {
    const before = nesting.get(type);
    if (type === 'ispe') measure.add(view.getUint32(data + 4), view.getUint32(data + 8));
    else if (type === 'tkhd') measure.add(view.getUint16(end - 8), view.getUint16(end - 4));
    else if (before !== undefined) measureBoxes(view, data + before, end, measure);
  }
}

function readAvif(view: DataView, measure: Measure): boolean {
  measureBoxes(view, 0, view.byteLength, measure);
  const data = [...readBoxes(view, 0, view.byteLength)].filter(({ type }) => type === 'mdat');
  return data.length > 0 && data.every(({ end }) => end <= view.byteLength);
}

const readers: Record<PictureFormat, Reader> = {
  png: readPng,
  jpg: readJpeg,
  gif: readGif,
  webp: readWebp,
  avif: readAvif,
};

function isWhole(bytes: Uint8Array, format: PictureFormat, measure: Measure): boolean {
  try {
    return readers[format](viewOf(bytes), measure);
  } catch {
    return false;
  }
}

/** The reasons for refusing a picture: too many pixels, or incomplete data. */
export type PictureFault = 'large' | 'broken';

/** Returns the largest width and height that a file declares, px; zeros where it declares none. */
export function measurePicture(bytes: Uint8Array, format: PictureFormat): { width: number; height: number } {
  const measure = new Measure();
  isWhole(bytes, format, measure);
  return { width: measure.width, height: measure.height };
}

/** Checks the whole file of a picture. Returns the reason to refuse it; undefined if it is acceptable. */
export function findPictureFault(bytes: Uint8Array, format: PictureFormat): PictureFault | undefined {
  const measure = new Measure();
  const whole = isWhole(bytes, format, measure);
  const pixels = measure.width * measure.height;
  if (pixels > MAX_PIXELS) return 'large';
  return whole && pixels > 0 ? undefined : 'broken';
}

/** The messages for refused pictures, the same on the server and before an upload. */
export const pictureFaultWords: Record<PictureFault, string> = {
  large: '画像は4000万画素までです。小さくしてから、もう一度選んでください。',
  broken: '画像が途中で切れているか、壊れています。もとのファイルを確かめてください。',
};
