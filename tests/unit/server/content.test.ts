/** Tests content files: types detected from bytes, safe names, and how files are served. */
import { pictures } from '@tests/support/pictures';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { contentSchema } from '@/api/files/contents';
import { pageSchema } from '@/api/shapes';

import { bytes, useContentFiles } from './support/content-files';

const { server, put, urlOf, getFile } = useContentFiles();

describe('the type', () => {
  test.each([
    ['image/png', pictures.png],
    ['image/jpeg', pictures.jpg],
    ['image/gif', pictures.gif],
    ['image/webp', pictures.webp],
    ['image/avif', pictures.avif],
  ])('an upload is recognised as %s by its first bytes, whatever its name', async (type, file) => {
    const { status, body } = await put(`type-${type.slice(6)}.bin`, file);
    expect({ status, body }).toMatchObject({ status: 200, body: { fileType: 'img', byteLength: file.length } });
    const response = await getFile(await urlOf(body.id));

    expect(response.headers.get('Content-Type')).toBe(type);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(file);
  });

  test('an upload of UTF-8 text named .md is markdown', async () => {
    const { body } = await put('本文 その1.md', bytes('# 見出し\n<script>alert(1)</script>'));
    expect(z.safeParse(contentSchema, body).error).toBeUndefined();
    const response = await getFile(await urlOf(body.id));

    expect(body).toMatchObject({ fileType: 'md', fileName: '本文 その1.md', containerName: 'pub-container' });
    expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
    expect(await response.text()).toContain('<script>');
  });

  test.each([
    ['SVG', 'a.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['HTML named .png', 'a.png', bytes('<!doctype html><script>alert(1)</script>')],
    ['text not named .md', 'a.txt', bytes('text')],
    ['text that is not UTF-8', 'a.md', bytes('83658358836783', 'hex')],
    ['text with NUL', 'a.md', bytes('a\0b')],
    ['a PDF', 'a.pdf', bytes('%PDF-1.7')],
    ['nothing', 'a.png', new Uint8Array()],
    ['a picture whose data end early', 'a.png', pictures.png.slice(0, -1)],
  ])('refuses to store %s', async (_what, name, file) => {
    expect((await put(name, file)).status).toBe(415);
  });
});

test('the server refuses a picture that claims more than 40 megapixels, however small the file', async () => {
  const file = new Uint8Array(pictures.png);
  file.set([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30], 16);

  expect(await put('large-claim.png', file)).toMatchObject({
    status: 413,
    body: { detail: expect.stringContaining('4000万画素') },
  });
});

describe('the name', () => {
  test.each([
    ['a control character', 'a\u0007.png'],
    ['a line break', 'a\nb.png'],
    ['NUL', 'a\0.png'],
    ['a direction mark', 'gnp\u202e.exe'],
    ['a slash', 'a/b.png'],
    ['a backslash', 'a\\b.png'],
    ['a leading dot', '.htaccess'],
    ['two dots and a slash', '../x.png'],
    ['a blank', ' '],
    ['a trailing blank', 'a.png '],
    ['201 characters', `${'a'.repeat(197)}.png`],
  ])('refuses a file name with %s', async (_what, name) => {
    const { status, body } = await put(name, pictures.png);

    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'fname' }]);
  });

  test.each(['%', 'a%20b.png', '%2e%2e.png', '資料（第1版）#?&.png', 'émoji😀.png'])(
    'the server accepts the file name %s',
    async (name) => {
      const { status, body } = await put(name, pictures.png);
      expect({ status, fileName: body.fileName }).toEqual({ status: 200, fileName: name.normalize('NFC') });

      expect((await getFile(await urlOf(body.id))).status).toBe(200);
    },
  );

  test('a decomposed file name (macOS) equals the composed one', async () => {
    const [composed, apart] = [await put('が.png', pictures.png), await put('か\u3099.png', pictures.png)];

    expect(apart.body.id).toBe(composed.body.id);
  });

  test('uploading to an existing name keeps the id and gives a new version and URL', async () => {
    const first = await put('again.md', bytes('一'));
    const firstUrl = await urlOf(first.body.id);
    const second = await put('again.md', bytes('二'));

    expect(second.body.id).toBe(first.body.id);
    expect(Date.parse(second.body.updatedAt)).toBeGreaterThan(Date.parse(first.body.updatedAt));
    expect(await urlOf(first.body.id)).not.toBe(firstUrl);
    expect(await (await getFile(firstUrl)).text()).toBe('二');
  });

  test('an upload cannot overwrite a file of another type', async () => {
    await put('kind.md', bytes('本文'));

    expect((await put('kind.md', pictures.png)).status).toBe(409);
  });

  test('twenty concurrent uploads of one new name create one file', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => put('once.png', pictures.png)));

    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });
});

describe('serving', () => {
  test('the list of files is sorted newest first and matches its schema', async () => {
    const { body: newest } = await put('newest.png', pictures.png);
    const { body } = await server.call('GET', '/api/v1/content/', { as: 'staff' });

    expect(z.safeParse(pageSchema(contentSchema), body).error).toBeUndefined();
    expect(body.items[0].id).toBe(newest.id);
  });

  test('a published picture is served without sign-in, and answers 304 for a known ETag', async () => {
    const response = await getFile(await urlOf('security-img-cover'));
    const etag = response.headers.get('ETag') ?? '';

    expect(response.status).toBe(200);
    expect(
      (await getFile('/files/pub-container/security-img-cover.webp', { 'If-None-Match': `"other", ${etag}` })).status,
    ).toBe(304);
    expect((await getFile('/files/pub-container/security-img-cover.webp', { 'If-None-Match': '"other"' })).status).toBe(
      200,
    );
  });

  test('markdown is served compressed, and its ETag is still recognised', async () => {
    const url = await urlOf('security-why-md');
    const response = await getFile(url, { 'Accept-Encoding': 'gzip' });
    const etag = response.headers.get('ETag') ?? '';

    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect((await getFile(url, { 'If-None-Match': etag })).status).toBe(304);
  });

  test('HEAD of a file answers its headers without the body', async () => {
    const response = await fetch(`${server.origin}/files/pub-container/security-img-cover.webp`, { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('image/webp');
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });
});
