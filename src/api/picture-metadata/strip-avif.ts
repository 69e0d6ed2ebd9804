/**
 * Removes the metadata of an AVIF by overwriting it in place, because the file refers to its pixels by their positions.
 */
import { type Part, readBoxes, readType, type TypedPart, viewOf } from '@/api/files/picture-parts';

import { EMPTY_TIFF } from './exif-orientation';
import { hasLatin, latinBytes } from './join-bytes';

/** Top-level boxes of an AVIF that are kept. All others are turned into unused boxes (`free`). */
const fileBoxes = new Set(['ftyp', 'meta', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'styp', 'pdin']);
const containers = new Set(['moov', 'trak', 'mdia', 'iprp', 'ipco']);
/** Boxes of metadata: user data, XMP and other vendors' data, descriptions, times, XML, tags, and unused space. */
const metadataBoxes = new Set([
  'udta',
  'uuid',
  'udes',
  'altt',
  'crtt',
  'mdft',
  'xml ',
  'bxml',
  'ID32',
  'jumb',
  'free',
  'skip',
]);
/** Types of items that are metadata: Exif, data with a media type (XMP or others), and data whose type is a URI. */
const metadataItems = new Set(['Exif', 'mime', 'uri ']);
/** Boxes that start with the times of creation and change, 4 bytes each, or 8 in version 1. */
const timedBoxes = new Set(['mvhd', 'tkhd', 'mdhd']);
/**
 * An empty Exif item that decoders can still read: the offset of the TIFF structure, then a structure without entries.
 */
const EMPTY_EXIF = [0, 0, 0, 0, ...EMPTY_TIFF];

/** An item's type and bytes. */
interface AvifItem {
  type: string;
  extents: Part[];
}

/** Creates a reader of numbers of 0, 2, 4 or 8 bytes, one after the other. */
class Cursor {
  constructor(
    private readonly view: DataView,
    public at: number,
  ) {}
  read(bytes: number): number {
    const { at, view } = this;
    this.at += bytes;
    switch (bytes) {
      case 0:
        return 0;
      case 1:
        return view.getUint8(at);
      case 2:
        return view.getUint16(at);
      case 4:
        return view.getUint32(at);
      case 8:
        return Number(view.getBigUint64(at));
      default:
        throw new RangeError('No size of a number.');
    }
  }
}

/** Reads the type of each item from `iinf`. */
function readTypes(view: DataView, { data, end }: TypedPart): Map<number, string> {
  const types = new Map<number, string>();
  const first = data + (view.getUint8(data) === 0 ? 6 : 8);
  for (const entry of readBoxes(view, first, end)) {
    const version = view.getUint8(entry.data);
    if (entry.type !== 'infe' || version < 2) throw new RangeError('An entry of another version.');
    const cursor = new Cursor(view, entry.data + 4);
    const id = cursor.read(version === 2 ? 2 : 4);
    types.set(id, readType(view, cursor.at + 2));
  }
  return types;
}

const IN_FILE = 0;
const IN_IDAT = 1;

interface Places {
  /** The bytes of the box `idat`. */
  idat: Part | undefined;
  fileEnd: number;
}

function readExtent(cursor: Cursor, sizes: number[], base: number, source: Part): Part {
  const [indexSize = 0, offsetSize = 0, lengthSize = 0] = sizes;
  cursor.read(indexSize);
  const start = source.start + base + cursor.read(offsetSize);
  const length = cursor.read(lengthSize);
  // If the length is missing, the item has all bytes that are left.
  const end = length ? start + length : source.end;
  if (end > source.end || end < start) throw new RangeError('An item ends behind its data.');
  return { start, end };
}

/** Reads the bytes of each item from `iloc`. @throws {RangeError} for items that are in another file or item. */
function readExtents(view: DataView, { data }: TypedPart, { idat, fileEnd }: Places): Map<number, Part[]> {
  const version = view.getUint8(data);
  const cursor = new Cursor(view, data + 4);
  const sizes = cursor.read(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const found = new Map<number, Part[]>();
  for (let count = cursor.read(version < 2 ? 2 : 4); count > 0; count -= 1) {
    const id = cursor.read(version < 2 ? 2 : 4);
    const method = version === 0 ? IN_FILE : cursor.read(2) & 15;
    const isElsewhere = cursor.read(2) !== 0;
    const source = { [IN_FILE]: { start: 0, end: fileEnd }, [IN_IDAT]: idat }[method];
    if (isElsewhere || !source) throw new RangeError('An item is not in this file.');
    const base = cursor.read(baseSize);
    const extents: Part[] = [];
    for (let extent = cursor.read(2); extent > 0; extent -= 1)
      extents.push(readExtent(cursor, [indexSize, offsetSize, lengthSize], base, source));
    found.set(id, extents);
  }
  return found;
}

/**
 * Returns the items of a `meta` box with these boxes; none if it has no table of items.
 *
 * @throws {RangeError} if it is malformed.
 */
export function readItems(view: DataView, boxes: readonly TypedPart[]): AvifItem[] {
  const box = (type: string) => boxes.find((one) => one.type === type);
  const [entries, locations, idat] = [box('iinf'), box('iloc'), box('idat')];
  if (!entries || !locations) return [];
  const types = readTypes(view, entries);
  const places = { idat: idat && { start: idat.data, end: idat.end }, fileEnd: view.byteLength };
  return [...readExtents(view, locations, places)].map(([id, extents]) => ({ type: types.get(id) ?? '', extents }));
}

/** Results that one pass over the boxes of the file collects. */
interface Walk {
  bytes: Uint8Array;
  view: DataView;
  items: AvifItem[];
  /** The parts of the file that may hold the bytes of items: the data of `mdat` and `idat`. */
  places: Part[];
  hasTracks: boolean;
}

/**
 * Returns the boxes between two positions of the file.
 *
 * @throws {RangeError} if a box ends after the second position.
 */
function boxesIn({ view }: Walk, from: number, to: number): TypedPart[] {
  const boxes = [...readBoxes(view, from, to)];
  if (boxes.some(({ end }) => end > to)) throw new RangeError('A box ends behind its container.');
  return boxes;
}

/** Turns a box into an unused one (`free`). */
function freeBox({ bytes }: Walk, { start, data, end }: TypedPart): void {
  bytes.set(latinBytes('free'), start + 4);
  bytes.fill(0, data, end);
}

/**
 * Overwrites the metadata boxes of a `meta` box and notes its items. A `meta` box without items holds only tags, and is
 * removed as a whole.
 */
function eraseMeta(walk: Walk, meta: TypedPart): void {
  const boxes = boxesIn(walk, meta.data + 4, meta.end);
  const items = readItems(walk.view, boxes);
  if (items.length === 0) return freeBox(walk, meta);
  walk.items.push(...items);
  for (const box of boxes) eraseBox(walk, box);
}

/**
 * Overwrites the metadata in a box.
 *
 * @throws {RangeError} for a metadata track, whose samples this module cannot find.
 */
function eraseBox(walk: Walk, box: TypedPart): void {
  const { type, data, end } = box;
  const { bytes } = walk;
  if (type === 'hdlr' && hasLatin(bytes, data + 8, 'meta')) throw new RangeError('A track of metadata.');
  if (metadataBoxes.has(type)) freeBox(walk, box);
  else if (type === 'meta') eraseMeta(walk, box);
  else if (timedBoxes.has(type)) bytes.fill(0, data + 4, data + (bytes[data] === 1 ? 20 : 12));
  else if (type === 'mdat' || type === 'idat') walk.places.push({ start: data, end });
  else if (containers.has(type)) for (const inner of boxesIn(walk, data, end)) eraseBox(walk, inner);
  walk.hasTracks ||= type === 'moov';
}

/** Returns true if an item's bytes start like Exif or XML, or were overwritten with zeros before. */
function isMetadata(bytes: Uint8Array, type: string): boolean {
  if (bytes.every((byte) => byte === 0)) return true;
  if (type !== 'Exif') return /^[\s\u00ef\u00bb\u00bf]*</.test(String.fromCharCode(...bytes.subarray(0, 64)));
  const tiff = 4 + viewOf(bytes).getUint32(0);
  return hasLatin(bytes, tiff, 'MM\0*') || hasLatin(bytes, tiff, 'II*\0');
}

/**
 * Overwrites the items that are metadata.
 *
 * @throws {RangeError} if an item may share its bytes with the visible picture.
 */
function eraseItems({ bytes, items, places, hasTracks }: Walk): void {
  const isInPlace = ({ start, end }: Part) => places.some((place) => place.start <= start && end <= place.end);
  if (!items.every(({ extents }) => extents.every(isInPlace))) throw new RangeError('An item without a place.');
  const kept = items.filter(({ type }) => !metadataItems.has(type)).flatMap(({ extents }) => extents);
  for (const { type, extents } of items.filter((item) => metadataItems.has(item.type))) {
    for (const { start, end } of extents) {
      const isShared = kept.some((other) => other.start < end && start < other.end);
      // If the file has tracks, also check that the bytes look like metadata: they could be a sample of a track, and
      // samples are not in `kept`.
      if (isShared || (hasTracks && !isMetadata(bytes.subarray(start, end), type)))
        throw new RangeError('An item that may be shown.');
      bytes.fill(0, start, end);
      if (type === 'Exif' && start + EMPTY_EXIF.length <= end) bytes.set(EMPTY_EXIF, start);
    }
  }
}

/** Returns an AVIF without metadata and without bytes after its last box. @throws {Error} if the file is malformed. */
export function stripAvif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  const walk: Walk = { bytes: copy, view: viewOf(copy), items: [], places: [], hasTracks: false };
  let end = 0;
  for (const box of readBoxes(walk.view, 0, copy.length)) {
    // A file with a `mini` box is refused: the box holds picture and metadata in another form, which this module does
    // not read.
    if (box.type === 'mini') throw new RangeError('Another form of items.');
    if (!fileBoxes.has(box.type)) {
      freeBox(walk, box);
      continue;
    }
    ({ end } = box);
    if (end > copy.length) throw new RangeError('A box ends behind the file.');
    eraseBox(walk, box);
  }
  eraseItems(walk);
  return copy.slice(0, end);
}
