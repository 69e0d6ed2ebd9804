/**
 * Reads the items of an AVIF's `meta` box (ItemInfoBox and ItemLocationBox of ISO/IEC 14496-12): which are metadata,
 * and where their bytes are.
 */
import { type Part, readBoxes, readType, type TypedPart } from '@/api/files/picture-parts';

/** An item's type and bytes. */
export interface AvifItem {
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
