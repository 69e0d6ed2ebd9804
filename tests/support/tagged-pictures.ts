/**
 * Makes copies of the pictures in `pictures.ts` with metadata in every place that their format has for it, and with
 * extra bytes after their end.
 */
import type { PictureFormat } from '@/api/files/picture-rules';

import { pictures } from './pictures';

/** A text that is in every piece of metadata of a tagged picture. */
export const SECRET = 'SECRET-PLACE';

/** A real JPEG of 8 × 8 pixels, with Exif: model TESTCAM, 35°40'4.6"N 139°46'2.28"E. */
export const photoWithPlace = new Uint8Array(
  Buffer.from(
    '/9j/4QCcRXhpZgAATU0AKgAAAAgAAgEQAAIAAAAIAAAAjIglAAQAAAABAAAAJgAAAAAABAABAAIAAAACTgAAAAACAAUAAAADAAAAXAADAAIAAAACRQAAAAAEAAUAAAADAAAAdAAAAAAAAAAjAAAAAQAAACgAAAABAAAUBAAAAGQAAACLAAAAAQAAAC4AAAABAAAA5AAAAGRURVNUQ0FNAP/bAEMAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEP/AAAsIAAgACAEBEQD/xAAUAAEAAAAAAAAAAAAAAAAAAAAA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwA//9k=',
    'base64',
  ),
);

const concat = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces);
const from = (bytes: Uint8Array | readonly number[]) => Buffer.from(bytes);
const uint16 = (value: number) => from([value >> 8, value & 0xff]);
const uint32 = (value: number) => from([value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]);
const latin = (text: string) => Buffer.from(text, 'latin1');
const toBytes = (...pieces: Uint8Array[]) => new Uint8Array(concat(pieces));

/** Makes a TIFF structure with an orientation and a text, as a camera writes it. @param order 'II' or 'MM'. */
export function tiffWith(orientation: number, order: 'II' | 'MM' = 'MM', text = SECRET): Buffer {
  const short = (value: number) => (order === 'MM' ? uint16(value) : uint16(value).reverse());
  const long = (value: number) => (order === 'MM' ? uint32(value) : uint32(value).reverse());
  const words = latin(`${text}\0`);
  return concat([
    latin(order),
    short(42),
    long(8),
    short(2),
    concat([short(0x010f), short(2), long(words.length), long(38)]),
    concat([short(0x0112), short(3), long(1), short(orientation), short(0)]),
    long(0),
    words,
  ]);
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`;
const profile = latin('a colour profile');

const segment = (marker: number, ...data: Uint8Array[]) => {
  const body = concat(data);
  return concat([from([0xff, marker]), uint16(body.length + 2), body]);
};

/**
 * Makes a JPEG with JFIF's thumbnail, Exif, XMP and extended XMP, MPF, ICC, Photoshop's and Adobe's data, a comment,
 * and a film after its end.
 */
export function taggedJpeg(orientation: number, order?: 'II' | 'MM'): Uint8Array<ArrayBuffer> {
  return toBytes(
    pictures.jpg.subarray(0, 2),
    segment(0xe0, latin('JFIF\0\x01\x02\x00\x00\x01\x00\x01\x01\x04'), latin(SECRET)),
    segment(0xe0, latin(`JFXX\0\x10${SECRET}`)),
    segment(0xe1, latin('Exif\0\0'), tiffWith(orientation, order)),
    segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
    segment(0xe1, latin(`http://ns.adobe.com/xmp/extension/\0${xmp}`)),
    segment(0xe2, latin('ICC_PROFILE\0\x01\x01'), profile),
    segment(0xe2, latin(`MPF\0${SECRET}`)),
    segment(0xeb, latin(`JP${SECRET}`)),
    segment(0xed, latin(`Photoshop 3.0\x008BIM${SECRET}`)),
    segment(0xee, latin('Adobe\0\x64\0\0\0\0\x01')),
    segment(0xfe, latin(SECRET)),
    pictures.jpg.subarray(20),
    pictures.jpg,
    latin(`MotionPhoto_Data${SECRET}`),
  );
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Makes a chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const checked = concat([latin(type), data]);
  return concat([uint32(data.length), checked, uint32(crc32(checked))]);
}

function taggedPng(orientation: number): Uint8Array<ArrayBuffer> {
  const afterHeader = 33;
  return toBytes(
    pictures.png.subarray(0, afterHeader),
    pngChunk('iCCP', concat([latin('p\0\0'), profile])),
    pngChunk('pHYs', concat([uint32(2835), uint32(2835), from([1])])),
    pngChunk('tEXt', latin(`Comment\0${SECRET}`)),
    pngChunk('zTXt', latin(`Comment\0\0${SECRET}`)),
    pngChunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
    pngChunk('tIME', from([7, 234, 11, 26, 9, 30, 0])),
    pngChunk('eXIf', tiffWith(orientation)),
    pngChunk('caBX', latin(SECRET)),
    pictures.png.subarray(afterHeader),
    latin(SECRET),
  );
}

function taggedGif(): Uint8Array<ArrayBuffer> {
  const afterColours = 13 + 6;
  const words = from([SECRET.length, ...latin(SECRET), 0]);
  return toBytes(
    latin('GIF89a'),
    pictures.gif.subarray(6, afterColours),
    concat([from([0x21, 0xff, 11]), latin('NETSCAPE2.0'), from([3, 1, 0, 0, 0])]),
    concat([from([0x21, 0xff, 11]), latin('XMP DataXMP'), words]),
    concat([from([0x21, 0xfe]), words]),
    pictures.gif.subarray(afterColours),
    latin(SECRET),
  );
}

/** Makes a chunk of a WebP. */
export function webpChunk(type: string, data: Uint8Array): Buffer {
  return concat([latin(type), uint32(data.length).reverse(), data, from(data.length % 2 ? [0] : [])]);
}

/** Makes a WebP file of the given chunks. */
export function webpOf(...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return toBytes(webpChunk('RIFF', concat([latin('WEBP'), ...chunks])));
}

function taggedWebp(orientation: number): Uint8Array<ArrayBuffer> {
  const features = from([0x20 | 0x08 | 0x04, 0, 0, 0, 2, 0, 0, 1, 0, 0]);
  return toBytes(
    webpOf(
      webpChunk('VP8X', features),
      webpChunk('ICCP', profile),
      pictures.webp.subarray(12),
      webpChunk('EXIF', tiffWith(orientation, 'II')),
      webpChunk('XMP ', latin(xmp)),
      webpChunk('SECR', latin(SECRET)),
    ),
    latin(SECRET),
  );
}

/** Makes a box of an ISO media file. */
export function box(type: string, ...data: Uint8Array[]): Buffer {
  const body = concat(data);
  return concat([uint32(body.length + 8), latin(type), body]);
}

const fullBox = (type: string, version: number, ...data: Uint8Array[]) => box(type, from([version, 0, 0, 0]), ...data);

/** Returns the box of a given type between two byte positions of an ISO media file. */
function boxIn(file: Buffer, type: string): Buffer {
  const start = file.indexOf(type, 0, 'latin1') - 4;
  return file.subarray(start, start + file.readUInt32BE(start));
}

/**
 * Makes an AVIF whose Exif is in `mdat` and whose XMP is in `idat`, with a description, user data and a vendor's box.
 */
function taggedAvif(orientation: number): Uint8Array<ArrayBuffer> {
  const file = from(pictures.avif);
  const pixels = boxIn(file, 'mdat').subarray(8);
  const exif = concat([uint32(0), tiffWith(orientation)]);
  const idat = box('idat', latin(xmp));
  const entry = (id: number, type: string, ...rest: Uint8Array[]) =>
    fullBox('infe', 2, uint16(id), uint16(0), latin(`${type}\0`), ...rest);
  const inner = boxIn(file, 'iprp');
  const properties = inner.subarray(8, 8 + inner.readUInt32BE(8));
  const associations = inner.subarray(8 + properties.length);
  const described = box('ipco', properties.subarray(8), fullBox('udes', 0, latin(`en\0${SECRET}\0${SECRET}\0\0`)));
  const metaWith = (offset: number) => {
    const item = (id: number, method: number, at: number, length: number) =>
      concat([uint16(id), uint16(method), uint16(0), uint16(1), uint32(at), uint32(length)]);
    return fullBox(
      'meta',
      0,
      boxIn(file, 'hdlr'),
      boxIn(file, 'pitm'),
      fullBox(
        'iloc',
        1,
        from([0x44, 0]),
        uint16(3),
        item(1, 0, offset, pixels.length),
        item(2, 0, offset + pixels.length, exif.length),
        item(3, 1, 0, xmp.length),
      ),
      fullBox(
        'iinf',
        0,
        uint16(3),
        entry(1, 'av01'),
        entry(2, 'Exif'),
        entry(3, 'mime', latin('application/rdf+xml\0')),
      ),
      box('iref', from([0, 0, 0, 0]), box('cdsc', uint16(2), uint16(1), uint16(1))),
      box('iprp', described, associations),
      idat,
    );
  };
  const before = concat([boxIn(file, 'ftyp'), box('uuid', latin(`0123456789abcdef${SECRET}`))]);
  const meta = metaWith(before.length + metaWith(0).length + 8);
  return toBytes(before, meta, box('mdat', pixels, exif), box('udta', latin(SECRET)), latin(`\0\0${SECRET}`));
}

/** Returns one picture with metadata for each format. @param orientation in the Exif data; a GIF has none. */
export function taggedPictures(orientation: number): Record<PictureFormat, Uint8Array<ArrayBuffer>> {
  return {
    png: taggedPng(orientation),
    jpg: taggedJpeg(orientation),
    gif: taggedGif(),
    webp: taggedWebp(orientation),
    avif: taggedAvif(orientation),
  };
}
