/** Tests which pictures are accepted: complete ones of at most 40 megapixels, also with trailing bytes of a camera. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { pictures } from '@tests/support/pictures';
import { describe, expect, test } from 'vitest';

import { findPictureFault, type PictureFormat, pictureFormat } from '@/api/files/picture-rules';

const formats = Object.keys(pictures) as PictureFormat[];
const faultOf = (bytes: Uint8Array) => {
  const format = pictureFormat(bytes);
  return format ? findPictureFault(bytes, format) : 'none';
};
const withTrailer = (bytes: Uint8Array, trailer: Uint8Array) => new Uint8Array(Buffer.concat([bytes, trailer]));
/** Returns a copy with other bytes at an offset. */
function changed(bytes: Uint8Array, at: number, ...others: number[]): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy.set(others, at);
  return copy;
}
const placeOf = (bytes: Uint8Array, text: string) => Buffer.from(bytes).indexOf(text, 0, 'latin1');
/** The high and low byte of 30,000, which is 0x7530. */
const [high, low] = [0x75, 0x30];

describe.each(formats)('the format %s', (format) => {
  test('a complete picture is accepted, also with trailing bytes of a camera', () => {
    expect(faultOf(pictures[format])).toBeUndefined();
    for (const length of [1, 7, 100, 70_000]) {
      expect(faultOf(withTrailer(pictures[format], new Uint8Array(length))), `${length} zeros`).toBeUndefined();
      expect(faultOf(withTrailer(pictures[format], pictures.jpg)), 'another picture').toBeUndefined();
    }
  });

  test('a truncated picture is rejected, wherever it ends', () => {
    for (let length = 12; length < pictures[format].length; length += 1) {
      expect(faultOf(pictures[format].slice(0, length)), `${length} bytes`).toBe('broken');
    }
  });
});

/** Returns a WebP with another chunk inserted before its first chunk. */
function webpWith(type: string, ...data: number[]): Uint8Array {
  const chunk = Buffer.concat([
    Buffer.from(type),
    Buffer.from([data.length, 0, 0, 0, ...data, ...(data.length % 2 ? [0] : [])]),
  ]);
  const file = Buffer.concat([pictures.webp.subarray(0, 12), chunk, pictures.webp.subarray(12)]);
  file.writeUInt32LE(file.length - 8, 4);
  return new Uint8Array(file);
}

test.each([
  ['PNG', changed(pictures.png, 16, 0, 0, high, low, 0, 0, high, low)],
  ['truncated PNG', changed(pictures.png, 16, 0, 0, high, low, 0, 0, high, low).slice(0, 40)],
  ['JPEG', changed(pictures.jpg, placeOf(pictures.jpg, '\u00ff\u00c0\u0000') + 5, high, low, high, low)],
  ['GIF', changed(pictures.gif, 6, low, high, low, high)],
  ['GIF with a large frame', changed(pictures.gif, placeOf(pictures.gif, ',\0\0\0\0') + 5, low, high, low, high)],
  ['WebP', webpWith('VP8X', 0, 0, 0, 0, low - 1, high, 0, low - 1, high, 0)],
  ['lossless WebP', webpWith('VP8L', 0x2f, 0xff, 0xff, 0xff, 0x0f)],
  ['lossy WebP', changed(pictures.webp, placeOf(pictures.webp, 'VP8 ') + 14, 0xff, 0x3f, 0xff, 0x3f)],
  ['AVIF', changed(pictures.avif, placeOf(pictures.avif, 'ispe') + 8, 0, 0, high, low, 0, 0, high, low)],
])('a %s whose header claims 30,000 × 30,000, or the largest size it can, is too large', (_, bytes) => {
  expect(faultOf(bytes)).toBe('large');
});

test('a picture of 40 megapixels is accepted, a picture with one more row of pixels is refused', () => {
  // 8000 × 5000
  expect(faultOf(changed(pictures.png, 16, 0, 0, 0x1f, 0x40, 0, 0, 0x13, 0x88))).toBeUndefined();
  expect(faultOf(changed(pictures.png, 16, 0, 0, 0x1f, 0x40, 0, 0, 0x13, 0x89))).toBe('large');
  expect(faultOf(changed(pictures.png, 16, 0, 0, 0, 0))).toBe('broken');
});

const folders = ['security', 'git', 'statistics'].map((course) => join('server/demo/courses', course, 'images'));
const files = [...folders, 'docs/screenshots', 'public'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(webp|png)$/.test(name))
    .map((name) => join(folder, name)),
);

test.each(files)('the file %s is a complete picture', (path) => {
  expect(faultOf(new Uint8Array(readFileSync(path)))).toBeUndefined();
});

test.each(['<svg xmlns="', '%PDF-1.7....', 'RIFF....WAVE', '....ftypheic', ''])(
  'a file that starts with %j is rejected',
  (text) => {
    expect(pictureFormat(new Uint8Array(Buffer.from(text)))).toBeUndefined();
  },
);

test('random bytes never make the check of pictures throw', () => {
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
  for (let run = 0; run < 3000; run += 1) {
    const whole = pictures[formats[run % formats.length] ?? 'png'];
    const copy = new Uint8Array(whole);
    for (let change = 0; change < 4; change += 1) copy[12 + random(copy.length - 12)] = random(256);
    expect([undefined, 'large', 'broken']).toContain(findPictureFault(copy, pictureFormat(whole) ?? 'png'));
  }
});
