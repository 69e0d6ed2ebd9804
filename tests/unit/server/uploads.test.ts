/** Tests uploads: malformed bodies and size limits. */
import { connect } from 'node:net';

import { countUnstripped } from '@server/api/content/strip-stored';
import { laterThan } from '@server/db/database';
import { contents } from '@server/db/schema';
import { multipartFile } from '@tests/support/multipart';
import { pictures, pngOf } from '@tests/support/pictures';
import { box, photoWithPlace, SECRET, taggedPictures } from '@tests/support/tagged-pictures';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { stripPicture } from '@/api/picture-metadata/strip-picture';

import { useContentFiles } from './support/content-files';

const { server, put, urlOf, getFile } = useContentFiles();

/** Makes a multipart body with the same part twice. */
function twice({ body, headers }: ReturnType<typeof multipartFile>) {
  const text = Buffer.from(body).toString('latin1');
  const part = text.slice(0, text.lastIndexOf('--test-boundary--'));
  return { body: new Uint8Array(Buffer.from(part + text, 'latin1')), headers };
}

const path = '/api/v1/content/pub-container/body.png';

test.each([
  ['no multipart', { json: {} }, 415],
  ['a broken multipart', { body: 'x', headers: { 'Content-Type': 'multipart/form-data; boundary=y' } }, 400],
  ['another field', multipartFile(pictures.png, 'upload'), 422],
  [
    'a field that is not a file',
    {
      body: '--y\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--y--\r\n',
      headers: { 'Content-Type': 'multipart/form-data; boundary=y' },
    },
    422,
  ],
  ['a file sent twice', twice(multipartFile(pictures.png)), 422],
])('refuses an upload with %s', async (_what, options, status) => {
  expect((await server.call('PUT', path, { as: 'staff', ...options })).status).toBe(status);
});

test.each(['y', '7', 'a'.repeat(70)])('the server accepts multipart boundaries of any length: %s', async (boundary) => {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n`;
  const body = new Uint8Array(Buffer.concat([Buffer.from(head), pictures.png, Buffer.from(`\r\n--${boundary}--\r\n`)]));
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };

  expect((await server.call('PUT', path, { as: 'staff', body, headers })).status).toBe(200);
});

test('markdown up to 1 MB and images up to 10 MB are accepted, exactly', async () => {
  const megabyte = 1024 * 1024;

  expect((await put('large.md', new Uint8Array(megabyte).fill(65))).status).toBe(200);
  expect((await put('large.md', new Uint8Array(megabyte + 1).fill(65))).status).toBe(413);
  const { status, body } = await put('large.png', pngOf(10 * megabyte));
  expect({ status, byteLength: body.byteLength }).toEqual({ status: 200, byteLength: 10 * megabyte });
  expect((await (await getFile(await urlOf(body.id))).arrayBuffer()).byteLength).toBe(10 * megabyte);
  // One byte too many is detected in the parsed file, 64 kB too many already in the request body.
  for (const length of [10 * megabyte + 1, 10 * megabyte + 65 * 1024]) {
    expect(await put('large.png', pngOf(length))).toMatchObject({
      status: 413,
      body: { detail: '送れるサイズは10 MBまでです。' },
    });
  }
});

test('a Content-Length that is too large is refused before the body is sent', async () => {
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

test('a body without Content-Length is stopped at the limit', async () => {
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

  // Depending on timing, the client gets the server's response or a closed connection.
  if (answer instanceof Response) expect(answer.status).toBe(413);
  else expect(answer).toBeInstanceOf(TypeError);
  expect((await server.call('GET', '/healthz')).status).toBe(200);
});

test.each(['png', 'jpg', 'gif', 'webp', 'avif'] as const)(
  'the server stores a %s without the place where it was taken, and answers with the stored size',
  async (format) => {
    const sent = taggedPictures(6)[format];
    const { body } = await put(`tagged.${format}`, sent);
    const url = await urlOf(body.id);
    const stored = Buffer.from(await (await getFile(url)).arrayBuffer());

    expect(stored.toString('latin1')).not.toContain(SECRET);
    expect(stored.equals(Buffer.from(stripPicture(sent) ?? []))).toBe(true);
    expect(body.byteLength).toBe(stored.length);
  },
);

test('the server stores a photo without the place and camera in its metadata', async () => {
  const { body } = await put('photo.jpg', photoWithPlace);
  const stored = Buffer.from(await (await getFile(await urlOf(body.id))).arrayBuffer());

  expect(stored.length).toBe(photoWithPlace.length - 158);
  expect(stored.toString('latin1')).not.toMatch(/Exif|TESTCAM/);
});

test('the server stores a picture unchanged whose metadata cannot be found, and counts it', async () => {
  const before = await countUnstripped(server.database);
  const unknown = new Uint8Array(Buffer.concat([pictures.avif, box('mini', Buffer.from(SECRET))]));
  const { status, body } = await put('unknown.avif', unknown);

  expect({ status, byteLength: body.byteLength }).toEqual({ status: 200, byteLength: unknown.length });
  expect(await countUnstripped(server.database)).toBe(before + 1);
  await put('unknown.avif', pictures.avif);
  expect(await countUnstripped(server.database)).toBe(before);
});

test('a picture replaced by an older version of the server counts again as one whose metadata was not removed', async () => {
  const before = await countUnstripped(server.database);
  const { body } = await put('replaced.png', pictures.png);
  await server.database
    .update(contents)
    .set({ updatedAt: laterThan(contents.updatedAt) })
    .where(eq(contents.id, body.id));

  expect(await countUnstripped(server.database)).toBe(before + 1);
});
