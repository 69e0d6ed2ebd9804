/** The rules for an uploaded picture (format, number of pixels, complete data), the same on the server and before an upload. */

export type PictureFormat = 'png' | 'jpg' | 'gif' | 'webp' | 'avif';

/** A browser decodes a picture to 4 bytes a pixel, however small its file is. */
const MAX_PIXELS = 40_000_000;

function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  return Array.from(text).every((character, index) => bytes[offset + index] === character.codePointAt(0));
}

/** Returns the format by the first 12 bytes; undefined for any other file. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  if (hasText(bytes, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (hasText(bytes, 0, '\u00ff\u00d8\u00ff')) return 'jpg';
  if (hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')) return 'gif';
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return 'webp';
  const isAvif = hasText(bytes, 4, 'ftyp') && (hasText(bytes, 8, 'avif') || hasText(bytes, 8, 'avis'));
  return isAvif ? 'avif' : undefined;
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

// Each reader walks to the end that its format declares, and returns whether the file reaches it. Reading beyond the file's end
// throws a RangeError. Bytes after the declared end, such as a camera's own data, are ignored.
type Reader = (view: DataView, measure: Measure) => boolean;

function readPng(view: DataView, measure: Measure): boolean {
  measure.add(view.getUint32(16), view.getUint32(20));
  for (let at = 8; ;) {
    const type = view.getUint32(at + 4);
    at += 12 + view.getUint32(at);
    // IEND, the last chunk.
    if (type === 0x49454e44) return at <= view.byteLength;
  }
}

/** Returns the position of the next marker after a scan's data. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; ; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const marker = view.getUint8(at + 1);
    const isData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    if (!isData && marker !== 0xff) return at;
  }
}

function readJpeg(view: DataView, measure: Measure): boolean {
  for (let at = 2; ;) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return false;
    if (marker === 0xd9) return true;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) measure.add(view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
    if (marker === 0xda) at = endOfScan(view, at);
  }
}

function endOfBlocks(view: DataView, from: number): number {
  let at = from;
  while (view.getUint8(at) > 0) at += 1 + view.getUint8(at);
  return at + 1;
}

/** Returns the length in bytes of the colour table that GIF flags declare. */
function colourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function readGif(view: DataView, measure: Measure): boolean {
  const sizeAt = (at: number) => [view.getUint16(at, true), view.getUint16(at + 2, true)] as const;
  measure.add(...sizeAt(6));
  for (let at = 13 + colourBytes(view.getUint8(10)); ;) {
    const block = view.getUint8(at);
    if (block === 0x3b) return true;
    if (block === 0x21) at = endOfBlocks(view, at + 2);
    else if (block === 0x2c) {
      const [left, top] = sizeAt(at + 1);
      const [width, height] = sizeAt(at + 5);
      measure.add(left + width, top + height);
      at = endOfBlocks(view, at + 11 + colourBytes(view.getUint8(at + 9)));
    } else return false;
  }
}

function readWebp(view: DataView, measure: Measure): boolean {
  const end = 8 + view.getUint32(4, true);
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  let hasData = false;
  for (let at = 12; at + 8 <= end;) {
    const type = view.getUint32(at);
    const data = at + 8;
    if (type === 0x56503858) measure.add(uint24(data + 4) + 1, uint24(data + 7) + 1); // VP8X
    else if (type === 0x414e4d46) measure.add(uint24(data + 6) + 1, uint24(data + 9) + 1); // ANMF
    else if (type === 0x56503820)
      measure.add(view.getUint16(data + 6, true) & 0x3fff, view.getUint16(data + 8, true) & 0x3fff); // VP8
    else if (type === 0x5650384c) {
      const bits = view.getUint32(data + 1, true); // VP8L
      measure.add((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    hasData ||= [0x414e4d46, 0x56503820, 0x5650384c].includes(type);
    const length = view.getUint32(at + 4, true);
    at = data + length + (length % 2);
  }
  return hasData && end <= view.byteLength;
}

/** Yields the boxes between two positions of an ISO media file; the last box may have length 0, which means up to the end. */
function* readBoxes(view: DataView, from: number, to: number) {
  for (let at = from; at + 8 <= to;) {
    const short = view.getUint32(at);
    const length = short === 1 ? Number(view.getBigUint64(at + 8)) : short || to - at;
    if (length < 8) return;
    yield { type: view.getUint32(at + 4), data: at + (short === 1 ? 16 : 8), end: at + length };
    at += length;
  }
}

/** Container boxes, with the number of bytes before their first child: meta (4, its version), iprp, ipco, moov, trak. */
const nesting = new Map([
  [0x6d657461, 4],
  [0x69707270, 0],
  [0x6970636f, 0],
  [0x6d6f6f76, 0],
  [0x7472616b, 0],
]);

function measureBoxes(view: DataView, from: number, to: number, measure: Measure): void {
  for (const { type, data, end } of readBoxes(view, from, Math.min(to, view.byteLength))) {
    const before = nesting.get(type);
    if (type === 0x69737065) measure.add(view.getUint32(data + 4), view.getUint32(data + 8)); // ispe
    else if (type === 0x746b6864) measure.add(view.getUint16(end - 8), view.getUint16(end - 4)); // tkhd
    else if (before !== undefined) measureBoxes(view, data + before, end, measure);
  }
}

function readAvif(view: DataView, measure: Measure): boolean {
  measureBoxes(view, 0, view.byteLength, measure);
  const data = [...readBoxes(view, 0, view.byteLength)].filter(({ type }) => type === 0x6d646174); // mdat
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
    return readers[format](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), measure);
  } catch {
    return false;
  }
}

/** Why a picture is refused: too many pixels, or incomplete data. */
export type PictureFault = 'large' | 'broken';

/** Checks a picture's whole file; returns undefined for an acceptable one. */
export function findPictureFault(bytes: Uint8Array, format: PictureFormat): PictureFault | undefined {
  const measure = new Measure();
  const whole = isWhole(bytes, format, measure);
  const pixels = measure.width * measure.height;
  if (pixels > MAX_PIXELS) return 'large';
  return whole && pixels > 0 ? undefined : 'broken';
}

/** The messages, the same on the server and before an upload. */
export const pictureFaultWords: Record<PictureFault, string> = {
  large: '画像は4000万画素までです。小さくしてから、もう一度選んでください。',
  broken: '画像が途中で切れているか、壊れています。もとのファイルを確かめてください。',
};
