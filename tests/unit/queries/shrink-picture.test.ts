/** Tests which pictures are redrawn before an upload, and at which size; the drawing itself is tested in browsers. */
import { pictures } from '@tests/support/pictures';
import { pngChunk, taggedJpeg, taggedPictures, webpChunk, webpOf } from '@tests/support/tagged-pictures';
import { describe, expect, test } from 'vitest';

import { readForm } from '@/api/picture-metadata/picture-form';
import { stripPicture } from '@/api/picture-metadata/strip-picture';
import { isRedrawn, keptSize } from '@/queries/files/shrink-picture';

const still = { width: 1200, height: 900, isAnimated: false, isTurned: false };

test.each([
  [4000, 3000, { width: 2000, height: 1500 }],
  [3000, 4000, { width: 1500, height: 2000 }],
  [2000, 1000, { width: 2000, height: 1000 }],
  [20_000, 3, { width: 2000, height: 1 }],
])('a picture of %d × %d px is kept with at most 2,000 px a side', (width, height, kept) => {
  expect(keptSize(width, height)).toEqual(kept);
});

test.each([
  ['one of usual size', {}, false],
  ['a wide one', { width: 2001 }, true],
  ['a turned one', { isTurned: true }, true],
  ['an animated wide one', { width: 4000, isAnimated: true }, false],
  ['one too large to be decoded', { width: 20_000, height: 20_000 }, false],
])('%s: %j → redrawn: %s', (_, difference, isDrawn) => {
  expect(isRedrawn({ ...still, ...difference })).toBe(isDrawn);
});

describe('the form of a picture', () => {
  const formOf = (bytes: Uint8Array<ArrayBuffer>, format: keyof typeof pictures) =>
    readForm(stripPicture(bytes) ?? bytes, format);

  test.each(['png', 'jpg', 'webp'] as const)(
    'a %s that browsers turn is found by what is left of its Exif',
    (format) => {
      expect(formOf(taggedPictures(6)[format], format).isTurned).toBe(true);
      expect(formOf(taggedPictures(1)[format], format).isTurned).toBe(false);
      expect(formOf(pictures[format], format)).toMatchObject({
        width: 3,
        height: 2,
        isTurned: false,
        isAnimated: false,
      });
    },
  );

  test('a JPEG whose EXIF orientation only mirrors it counts as turned, and so is redrawn', () => {
    expect(formOf(taggedJpeg(2), 'jpg').isTurned).toBe(true);
  });

  test('animated PNG and WebP pictures, and every GIF, are recognised as animated', () => {
    const apng = Buffer.concat([
      pictures.png.subarray(0, 33),
      pngChunk('acTL', Buffer.alloc(8)),
      pictures.png.subarray(33),
    ]);
    expect(formOf(new Uint8Array(apng), 'png').isAnimated).toBe(true);
    expect(formOf(pictures.gif, 'gif').isAnimated).toBe(true);
    const webp = webpOf(
      webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 2, 0, 0, 1, 0, 0])),
      webpChunk('ANIM', Buffer.alloc(6)),
    );
    expect(readForm(webp, 'webp').isAnimated).toBe(true);
  });
});
