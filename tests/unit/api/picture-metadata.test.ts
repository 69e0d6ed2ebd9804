/** Tests that stripping removes all metadata of a picture, without a change of the visible picture. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { pictures } from '@tests/support/pictures';
import {
  box,
  photoWithPlace,
  pngChunk,
  SECRET,
  taggedJpeg,
  taggedPictures,
  tiffWith,
  webpChunk,
  webpOf,
} from '@tests/support/tagged-pictures';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  gifBlocks,
  jpegSegments,
  type Part,
  pngChunks,
  readBoxes,
  riffChunks,
  viewOf,
} from '@/api/files/picture-parts';
import { findPictureFault, type PictureFormat, pictureFormat } from '@/api/files/picture-rules';
import { readItems } from '@/api/picture-metadata/strip-avif';
import { stripPicture } from '@/api/picture-metadata/strip-picture';

const formats = Object.keys(pictures) as PictureFormat[];
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');

function itemsOf(bytes: Uint8Array): Part[] {
  const view = viewOf(bytes);
  const meta = [...readBoxes(view, 0, bytes.length)].find(({ type }) => type === 'meta');
  const items = meta ? readItems(view, [...readBoxes(view, meta.data + 4, meta.end)]) : [];
  return items.filter(({ type }) => type === 'av01').flatMap(({ extents }) => extents);
}

/** The parts of a picture's file that hold its pixels. */
const pixelParts: Record<PictureFormat, (bytes: Uint8Array) => Part[]> = {
  jpg: (bytes) => [...jpegSegments(viewOf(bytes))].filter(({ marker }) => marker < 0xe0 || marker === 0xda),
  png: (bytes) => [...pngChunks(viewOf(bytes))].filter(({ type }) => /^([A-Z]|fdAT)/.test(type)),
  gif: (bytes) => [...gifBlocks(viewOf(bytes))].filter(({ kind }) => kind !== 'extension'),
  webp: (bytes) => [...riffChunks(viewOf(bytes), 12, bytes.length)].filter(({ type }) => /^(VP8[ L]|AL|AN)/.test(type)),
  avif: itemsOf,
};

function pixelsOf(bytes: Uint8Array, format: PictureFormat): string {
  return textOf(Buffer.concat(pixelParts[format](bytes).map(({ start, end }) => bytes.subarray(start, end))));
}

describe.each(formats)('a %s', (format) => {
  const tagged = taggedPictures(6)[format];
  const stripped = stripPicture(tagged);

  test(`a ${format} picture loses its metadata and its trailer, and keeps its pixels`, () => {
    expect(findPictureFault(tagged, format)).toBeUndefined();
    expect(textOf(tagged)).toContain(SECRET);

    expect(stripped).toBeDefined();
    expect(textOf(stripped)).not.toContain(SECRET);
    expect(findPictureFault(stripped ?? tagged, format)).toBeUndefined();
    expect(pixelsOf(stripped ?? tagged, format)).toBe(pixelsOf(pictures[format], format).replace(/^GIF87a/, 'GIF89a'));
  });

  test(`a ${format} picture that was stripped is not changed again`, () => {
    expect(stripPicture(stripped ?? tagged)).toBe(stripped);
    expect(textOf(stripPicture(pictures[format]))).toBe(textOf(pictures[format]));
  });

  test(`a ${format} picture that ends early is not changed`, () => {
    for (let length = 0; length < tagged.length; length += 1) {
      const part = tagged.slice(0, length);
      if (findPictureFault(part, format) === 'broken') expect(stripPicture(part), `${length} bytes`).toBeUndefined();
    }
  });

  test(`a ${format} picture with random changes never makes the stripper throw, and never loses pixels`, () => {
    const change = fc.tuple(fc.nat(tagged.length - 13), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const copy = new Uint8Array(tagged);
        for (const [at, value] of changes) copy[12 + at] = value;
        const result = stripPicture(copy);
        if (!result) return;
        expect(pictureFormat(result)).toBe(format);
        expect(stripPicture(result)).toBe(result);
        if (findPictureFault(copy, format) !== undefined) return;
        expect(findPictureFault(result, format)).toBeUndefined();
        if (format === 'webp') return;
        expect(pixelsOf(result, format)).toBe(pixelsOf(copy, format));
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

test('the photo of a public report has neither GPS position nor camera model after stripping', () => {
  const stripped = stripPicture(photoWithPlace);
  expect(textOf(photoWithPlace)).toContain('TESTCAM');
  expect(textOf(stripped)).not.toMatch(/TESTCAM|Exif/);
  expect(textOf(stripped)).toBe(textOf(photoWithPlace).replace(/\u00ff\u00e1[\s\S]*?(?=\u00ff\u00db)/, ''));
});

describe('what changes how a picture is shown stays', () => {
  test.each([2, 3, 6, 8])('stripping keeps the orientation %i as the only entry of Exif', (orientation) => {
    const { jpg, png, webp } = taggedPictures(orientation);
    const only = textOf(tiffWith(orientation)).slice(0, 8);
    for (const bytes of [jpg, png, webp, taggedJpeg(orientation, 'II')]) {
      const stripped = textOf(stripPicture(bytes));
      expect(stripped).toContain(
        `${only}\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0${String.fromCharCode(orientation)}\0\0`,
      );
    }
  });

  test.each([1, 0, 9])(
    'stripping removes the orientation %i, which does not turn the picture, together with all other Exif data',
    (orientation) => {
      const { jpg, png, webp } = taggedPictures(orientation);
      for (const bytes of [jpg, png, webp]) expect(textOf(stripPicture(bytes))).not.toMatch(/exif/i);
    },
  );

  test('a stripped picture keeps its colour profile, Adobe’s colour transformation, resolution and number of repetitions', () => {
    const { jpg, png, webp, gif } = taggedPictures(6);
    for (const bytes of [jpg, png, webp]) expect(textOf(stripPicture(bytes))).toContain('a colour profile');
    expect(textOf(stripPicture(jpg))).toContain('Adobe\0\x64\0\0\0\0\x01');
    expect(textOf(stripPicture(png))).toContain('pHYs');
    expect(textOf(stripPicture(gif))).toContain('NETSCAPE2.0\x03\x01\0\0\0');
  });

  test('the flags of a stripped WebP name only the chunks that it still has', () => {
    expect(stripPicture(taggedPictures(6).webp)?.[20]).toBe(0x20 | 0x08);
    expect(stripPicture(taggedPictures(1).webp)?.[20]).toBe(0x20);
  });

  test('stripping an animated WebP keeps the pixels of its frames and removes everything else in them', () => {
    const frame = Buffer.concat([Buffer.alloc(16), pictures.webp.subarray(12), webpChunk('SECR', Buffer.from(SECRET))]);
    const features = webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 2, 0, 0, 1, 0, 0]));
    const animated = webpOf(features, webpChunk('ANIM', Buffer.alloc(6)), webpChunk('ANMF', frame));
    const kept = Buffer.concat([Buffer.alloc(16), pictures.webp.subarray(12)]);
    expect(textOf(stripPicture(animated))).toBe(
      textOf(webpOf(features, webpChunk('ANIM', Buffer.alloc(6)), webpChunk('ANMF', kept))),
    );
  });

  test('stripping an animated PNG keeps its frames', () => {
    const frame = Buffer.concat(
      ['acTL', 'fcTL', 'fdAT', 'tRNS', 'sRGB'].map((type) => pngChunk(type, Buffer.from('12345678'))),
    );
    const animated = Buffer.concat([pictures.png.subarray(0, 33), frame, pictures.png.subarray(33)]);
    expect(textOf(stripPicture(new Uint8Array(animated)))).toBe(textOf(animated));
  });
});

describe('an AVIF', () => {
  const { avif } = taggedPictures(6);
  const changed = (change: (file: Buffer) => void) => {
    const file = Buffer.from(avif);
    change(file);
    return new Uint8Array(file);
  };

  test('stripping leaves each byte before the metadata at its position', () => {
    const stripped = stripPicture(avif);
    expect(textOf(stripped).indexOf('mdat')).toBe(textOf(avif).indexOf('mdat'));
    expect(textOf(stripped)).toContain('\0\0\0\0MM\0*');
  });

  test('metadata that shares bytes with the pixels is not overwritten', () => {
    // Overwrites the position of the file's second item, Exif, with that of its first item.
    const place = Buffer.from(avif).indexOf('iloc') + 20;
    const shared = changed((file) => void file.copy(file, place + 16, place, place + 8));
    expect(findPictureFault(shared, 'avif')).toBeUndefined();
    expect(stripPicture(shared)).toBeUndefined();
  });

  test('stripping an image sequence removes the times of its tracks, its user data and its tags', () => {
    const times = Buffer.from('1234abcd');
    const timed = (type: string) => box(type, Buffer.alloc(4), times, Buffer.alloc(16));
    const handler = box('hdlr', Buffer.alloc(8), Buffer.from('pict'), Buffer.alloc(13));
    const tags = box(
      'meta',
      Buffer.alloc(4),
      box('hdlr', Buffer.alloc(8), Buffer.from('mdta'), Buffer.alloc(13)),
      box('ilst', Buffer.from(SECRET)),
    );
    const track = box('trak', timed('tkhd'), box('mdia', timed('mdhd'), handler), box('udta', Buffer.from(SECRET)));
    const film = box('moov', timed('mvhd'), track, tags);
    const sequence = new Uint8Array(Buffer.concat([pictures.avif, film]));
    const stripped = stripPicture(sequence);
    expect(textOf(stripped)).not.toMatch(/1234abcd|SECRET/);
    expect(stripped?.length).toBe(sequence.length);
  });

  test('an AVIF with a track of metadata or a mini box is not stripped', () => {
    const handler = box('hdlr', Buffer.alloc(8), Buffer.from('meta'), Buffer.alloc(13));
    for (const extra of [box('moov', box('trak', box('mdia', handler))), box('mini', Buffer.alloc(8))])
      expect(stripPicture(new Uint8Array(Buffer.concat([pictures.avif, extra])))).toBeUndefined();
  });
});

const folders = ['security', 'git', 'statistics'].map((course) => join('server/demo/courses', course, 'images'));
const files = [...folders, 'docs/screenshots', 'public'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(webp|png)$/.test(name))
    .map((name) => join(folder, name)),
);

test.each(files)('the picture file %s, which the repository contains, has no metadata', (path) => {
  const bytes = new Uint8Array(readFileSync(path));
  expect(stripPicture(bytes)).toBe(bytes);
});

test.each(['<svg xmlns="', '# 本文', ''])('a file that starts with %j is not recognised as a picture', (text) => {
  expect(stripPicture(new Uint8Array(Buffer.from(text)))).toBeUndefined();
});
