/** Content files: taken by what they are, named without tricks, served in a box. */
import { connect } from 'node:net';

import { multipartFile, pngBytes } from '@tests/support/multipart';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { contentSchema } from '@/api/contents';
import { pageSchema } from '@/api/shapes';

import { bytes, useContentFiles } from './support/content-files';

const { server, put, urlOf, getFile } = useContentFiles();

/** The one part of a multipart body, twice. */
function twice({ body, headers }: ReturnType<typeof multipartFile>) {
  const text = Buffer.from(body).toString('latin1');
  const part = text.slice(0, text.lastIndexOf('--test-boundary--'));
  return { body: new Uint8Array(Buffer.from(part + text, 'latin1')), headers };
}

describe('the type', () => {
  test.each([
    ['image/png', pngBytes],
    ['image/jpeg', bytes('ffd8ffe000104a464946', 'hex')],
    ['image/gif', bytes('GIF89a....')],
    ['image/webp', bytes('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1')],
    ['image/avif', bytes('\x00\x00\x00\x20ftypavif', 'latin1')],
  ])('%s is told by its first bytes, whatever the name says', async (type, file) => {
    const { status, body } = await put(`type-${type.slice(6)}.bin`, file);
    expect({ status, body }).toMatchObject({ status: 200, body: { fileType: 'img', byteLength: file.length } });
    const response = await getFile(await urlOf(body.id));

    expect(response.headers.get('Content-Type')).toBe(type);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(file);
  });

  test('text that is UTF-8 and named .md is markdown', async () => {
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
  ])('%s is not taken', async (_what, name, file) => {
    expect((await put(name, file)).status).toBe(415);
  });
});

describe('the body', () => {
  const path = '/api/v1/content/pub-container/body.png';

  test.each([
    ['no multipart', { json: {} }, 415],
    ['a broken multipart', { body: 'x', headers: { 'Content-Type': 'multipart/form-data; boundary=y' } }, 400],
    ['another field', multipartFile(pngBytes, 'upload'), 422],
    [
      'a field that is no file',
      {
        body: '--y\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--y--\r\n',
        headers: { 'Content-Type': 'multipart/form-data; boundary=y' },
      },
      422,
    ],
    ['a file sent twice', twice(multipartFile(pngBytes)), 422],
  ])('%s is refused', async (_what, options, status) => {
    expect((await server.call('PUT', path, { as: 'staff', ...options })).status).toBe(status);
  });

  test('markdown may have 1 MB, an image 10 MB, to the byte', async () => {
    const megabyte = 1024 * 1024;
    const image = (length: number) => {
      const file = new Uint8Array(length);
      file.set(pngBytes);
      return file;
    };

    expect((await put('large.md', new Uint8Array(megabyte).fill(65))).status).toBe(200);
    expect((await put('large.md', new Uint8Array(megabyte + 1).fill(65))).status).toBe(413);
    const { status, body } = await put('large.png', image(10 * megabyte));
    expect({ status, byteLength: body.byteLength }).toEqual({ status: 200, byteLength: 10 * megabyte });
    expect((await (await getFile(await urlOf(body.id))).arrayBuffer()).byteLength).toBe(10 * megabyte);
    // One byte too many is seen in the file, 64 kB too many already around it.
    for (const length of [10 * megabyte + 1, 10 * megabyte + 65 * 1024]) {
      expect(await put('large.png', image(length))).toMatchObject({
        status: 413,
        body: { detail: '送れる大きさは10 MBまでです。' },
      });
    }
  }, 30_000);

  test('what is announced too large is refused before it is sent', async () => {
    const token = await server.login('staff');
    const { port } = new URL(server.origin);
    const head = [
      `PUT ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=y',
    ];
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), 'localhost', () =>
        socket.write(`${head.join('\r\n')}\r\nContent-Length: 999999999\r\n\r\n`),
      );
      socket.once('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('what announces nothing is stopped where the limit is', async () => {
    let sent = 0;
    const chunk = new Uint8Array(256 * 1024);
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        if (sent > 64 * 1024 * 1024) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const headers = {
      'Content-Type': 'multipart/form-data; boundary=y',
      Authorization: `Bearer ${await server.login('staff')}`,
    };
    const init = { method: 'PUT', body: endless, headers, duplex: 'half' };
    const answer = await fetch(`${server.origin}${path}`, init as RequestInit).catch((error: unknown) => error);

    // Depending on who is quicker the client sees the answer, or the line cut off.
    if (answer instanceof Response) expect(answer.status).toBe(413);
    else expect(answer).toBeInstanceOf(TypeError);
    expect((await server.call('GET', '/healthz')).status).toBe(200);
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
  ])('with %s is refused', async (_what, name) => {
    const { status, body } = await put(name, pngBytes);

    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'fname' }]);
  });

  test.each(['%', 'a%20b.png', '%2e%2e.png', '資料（第1版）#?&.png', 'émoji😀.png'])(
    '%s is a name like any other',
    async (name) => {
      const { status, body } = await put(name, pngBytes);
      expect({ status, fileName: body.fileName }).toEqual({ status: 200, fileName: name.normalize('NFC') });

      expect((await getFile(await urlOf(body.id))).status).toBe(200);
    },
  );

  test('a name composed on a Mac is the same name', async () => {
    const [composed, apart] = [await put('が.png', pngBytes), await put('か\u3099.png', pngBytes)];

    expect(apart.body.id).toBe(composed.body.id);
  });

  test('an existing name keeps its id, gets a new version, and a new URL', async () => {
    const first = await put('again.md', bytes('一'));
    const firstUrl = await urlOf(first.body.id);
    const second = await put('again.md', bytes('二'));

    expect(second.body.id).toBe(first.body.id);
    expect(Date.parse(second.body.updatedAt)).toBeGreaterThan(Date.parse(first.body.updatedAt));
    expect(await urlOf(first.body.id)).not.toBe(firstUrl);
    expect(await (await getFile(firstUrl)).text()).toBe('二');
  });

  test('an existing name of another type is not overwritten', async () => {
    await put('kind.md', bytes('本文'));

    expect((await put('kind.md', pngBytes)).status).toBe(409);
  });

  test('the same new name twenty times at once is one file', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => put('once.png', pngBytes)));

    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });
});

describe('serving', () => {
  test('lists newest first, by its schema', async () => {
    const { body: newest } = await put('newest.png', pngBytes);
    const { body } = await server.call('GET', '/api/v1/content/', { as: 'staff' });

    expect(z.safeParse(pageSchema(contentSchema), body).error).toBeUndefined();
    expect(body.items[0].id).toBe(newest.id);
  });

  test('needs no sign-in, is cached for an hour, and answers 304 to who has it', async () => {
    const response = await getFile(await urlOf('security-img-cover'));
    const etag = response.headers.get('ETag') ?? '';

    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect((await getFile('/files/pub-container/security-img-cover.webp', { 'If-None-Match': etag })).status).toBe(304);
    expect((await getFile('/files/pub-container/security-img-cover.webp', { 'If-None-Match': '"other"' })).status).toBe(
      200,
    );
  });

  test('compresses markdown, with its tag still known', async () => {
    const response = await getFile('/files/pub-container/security-why.md', { 'Accept-Encoding': 'gzip' });
    const etag = response.headers.get('ETag') ?? '';

    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect((await getFile('/files/pub-container/security-why.md', { 'If-None-Match': etag })).status).toBe(304);
  });

  test('HEAD has the headers without the bytes', async () => {
    const response = await fetch(`${server.origin}/files/pub-container/security-img-cover.webp`, { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('image/webp');
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  test('a file that a lesson or a course shows is not deleted; one that nobody shows is', async () => {
    const remove = (id: string) => server.call('DELETE', `/api/v1/content/${id}`, { as: 'staff' });
    const { body } = await put('unused.png', pngBytes);

    expect(await remove('security-why-md')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('何を守るのか') },
    });
    expect((await remove('security-img-cover')).status).toBe(409);
    const url = await urlOf(body.id);
    expect((await remove(body.id)).status).toBe(204);
    expect((await getFile(url)).status).toBe(404);
    expect((await remove(body.id)).status).toBe(404);
  });
});
