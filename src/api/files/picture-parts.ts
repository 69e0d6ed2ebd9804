/**
 * Walks the parts of a picture file: segments, chunks, blocks or boxes, up to the end that its format declares. Bytes
 * after that end, such as a camera's own data, are not walked. All generators throw a RangeError if the file ends early
 * or is malformed.
 */

/** A part of a picture file: the bytes from `start` to `end`. */
export interface Part {
  start: number;
  end: number;
}

/** A part of a picture file with a type of four characters, whose data begins at `data`. */
export interface TypedPart extends Part {
  type: string;
  data: number;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads the four characters of the type of a chunk or box. */
export function readType(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

function requireWithin(end: number, limit: number): void {
  if (end > limit) throw new RangeError('The picture ends early.');
}

/** Yields a PNG's chunks with length and checksum, up to IEND. */
export function* pngChunks(view: DataView): Generator<TypedPart> {
  for (let start = 8, type = ''; type !== 'IEND';) {
    type = readType(view, start + 4);
    const end = start + 12 + view.getUint32(start);
    requireWithin(end, view.byteLength);
    yield { type, start, data: start + 8, end };
    start = end;
  }
}

/** A JPEG segment with its marker. The segment of a scan ends after the scan's data. */
export interface JpegSegment extends Part {
  marker: number;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Returns the position of the next marker after a scan's data. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; ; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const marker = view.getUint8(at + 1);
    const isData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    if (!isData && marker !== 0xff) return at;
  }
}

/** Yields a JPEG's segments after the start of image, up to the end of the first image. */
export function* jpegSegments(view: DataView): Generator<JpegSegment> {
  for (let start = 2; ;) {
    const marker = view.getUint8(start + 1);
    if (view.getUint8(start) !== 0xff) throw new RangeError('No marker.');
    if (marker === END_OF_IMAGE) return yield { marker, start, end: start + 2 };
    if (marker === 0xff) {
      start += 1;
      continue;
    }
    const length = view.getUint16(start + 2);
    if (length < 2) throw new RangeError('A segment is shorter than its length.');
    const next = start + 2 + length;
    const end = marker === START_OF_SCAN ? endOfScan(view, next) : next;
    yield { marker, start, end };
    start = end;
  }
}

/** A GIF block: the header with the colour table, an extension, an image, or the end. */
export interface GifBlock extends Part {
  kind: 'header' | 'extension' | 'image' | 'end';
}

function endOfSubBlocks(view: DataView, from: number): number {
  let at = from;
  while (view.getUint8(at) > 0) at += 1 + view.getUint8(at);
  return at + 1;
}

/** Returns the length in bytes of the colour table that the flags of a GIF block declare. */
function colourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Yields a GIF's blocks. */
export function* gifBlocks(view: DataView): Generator<GifBlock> {
  let start = 13 + colourBytes(view.getUint8(10));
  yield { kind: 'header', start: 0, end: start };
  for (;;) {
    const first = view.getUint8(start);
    if (first === 0x3b) return yield { kind: 'end', start, end: start + 1 };
    if (first !== 0x21 && first !== 0x2c) throw new RangeError('No block.');
    const kind = first === 0x21 ? 'extension' : 'image';
    const data = kind === 'extension' ? start + 2 : start + 11 + colourBytes(view.getUint8(start + 9));
    const end = endOfSubBlocks(view, data);
    yield { kind, start, end };
    start = end;
  }
}

/** Yields the chunks of a WebP or of one of its frames, without their padding byte. */
export function* riffChunks(view: DataView, from: number, to: number): Generator<TypedPart> {
  requireWithin(to, view.byteLength);
  for (let start = from; start + 8 <= to;) {
    const data = start + 8;
    const length = view.getUint32(start + 4, true);
    const end = data + length;
    requireWithin(end, to);
    yield { type: readType(view, start), start, data, end };
    start = end + (length % 2);
  }
}

/** Returns the end of a WebP's chunks, as its header declares it; the first chunk is at 12. */
export function webpEnd(view: DataView): number {
  return 8 + view.getUint32(4, true);
}

/**
 * Yields the boxes between two positions of an ISO media file; the last box may have length 0, which means up to the
 * end.
 */
export function* readBoxes(view: DataView, from: number, to: number): Generator<TypedPart> {
  for (let start = from; start + 8 <= to;) {
    const short = view.getUint32(start);
    const length = short === 1 ? Number(view.getBigUint64(start + 8)) : short || to - start;
    if (length < 8) return;
    yield { type: readType(view, start + 4), start, data: start + (short === 1 ? 16 : 8), end: start + length };
    start += length;
  }
}
