/**
 * Tests streaming content files in chunks: ranges, slow clients, files that are replaced meanwhile
 * (docs/decisions/0059).
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

import { CHUNK_BYTES, readFileBytes } from '@server/api/content/file-bytes';
import { pictures, pngOf } from '@tests/support/pictures';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { bytes, useContentFiles } from './support/content-files';

const { server, put, urlOf, getFile } = useContentFiles();

/** Makes a picture of the given size, different each time. */
const picture = (byteLength: number) => pngOf(byteLength, randomBytes(byteLength));

const large = picture(3 * CHUNK_BYTES + 1000);
let url: string;
beforeAll(async () => {
  url = await urlOf((await put('chunks.png', large)).body.id);
});

const read = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test('a file of several chunks is served completely, with Content-Length', async () => {
  const response = await getFile(url);

  expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(large.length)]);
  expect(response.headers.get('Accept-Ranges')).toBe('bytes');
  expect(Buffer.from(await read(response)).equals(large)).toBe(true);
});

test.each([1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES])(
  'markdown of %i bytes is served completely',
  async (length) => {
    const text = bytes('あ'.repeat(length).slice(0, Math.ceil(length / 3)));
    const { body } = await put('lengths.md', text);

    expect(Buffer.from(await read(await getFile(await urlOf(body.id)))).equals(text)).toBe(true);
  },
);

describe('a part', () => {
  const size = large.length;
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    [`bytes=100-${CHUNK_BYTES * 2}`, 100, CHUNK_BYTES * 2],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    ['bytes=-99999999', 0, size - 1],
    [`bytes=5-99999999`, 5, size - 1],
  ])('a file request with the range %s is answered 206 with only that range', async (Range, first, last) => {
    const response = await getFile(url, { Range });

    expect([response.status, response.headers.get('Content-Range')]).toEqual([206, `bytes ${first}-${last}/${size}`]);
    expect(response.headers.get('Content-Length')).toBe(String(last - first + 1));
    expect(Buffer.from(await read(response)).equals(large.subarray(first, last + 1))).toBe(true);
  });

  test.each(['bytes=0-1,5-6', 'bytes=9-3', 'bytes=-', 'bytes=a-b', 'lines=1-2'])(
    'a file request with the range %s is answered with the whole file',
    async (Range) => {
      const response = await getFile(url, { Range });

      expect([response.status, (await read(response)).length]).toEqual([200, size]);
    },
  );

  test.each([`bytes=${size}-`, 'bytes=-0'])(
    'a file request with the range %s outside the file is answered 416',
    async (Range) => {
      const response = await getFile(url, { Range });

      expect([response.status, response.headers.get('Content-Range')]).toEqual([416, `bytes */${size}`]);
    },
  );

  test('If-Range of a replaced version is answered with the whole new file', async () => {
    const etag = (await getFile(url)).headers.get('ETag') ?? '';
    const asked = { Range: 'bytes=0-9' };

    expect((await getFile(url, { ...asked, 'If-Range': etag })).status).toBe(206);
    expect((await getFile(url, { ...asked, 'If-Range': '"another"' })).status).toBe(200);
    expect((await getFile(url, { ...asked, 'If-Range': `W/${etag}` })).status).toBe(200);
  });

  test('a range request for a text file is answered without compression', async () => {
    const asked = { Range: 'bytes=0-1999', 'Accept-Encoding': 'gzip' };
    const response = await getFile(await urlOf('security-why-md'), asked);

    expect([response.status, response.headers.get('Content-Encoding')]).toEqual([206, null]);
  });
});

test('HEAD answers the whole size, whatever range is requested', async () => {
  const response = await fetch(`${server.origin}${url}`, { method: 'HEAD', headers: { Range: 'bytes=0-9' } });

  expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(large.length)]);
});

test('only a URL with the current version is cacheable for ever', async () => {
  const { body } = await put('kept.png', pictures.png);
  const cached = async (path: string) => (await getFile(path)).headers.get('Cache-Control');
  const [signed, open] = [await urlOf(body.id), await urlOf('security-img-cover')];

  expect(await cached(open)).toBe('public, max-age=31536000, immutable');
  expect(await cached(open.replace(/v=\d+/, 'v=1'))).toBe('public, max-age=3600');
  expect(await cached(signed)).toMatch(/^private, max-age=\d{1,4}, immutable$/);
  await put('kept.png', pictures.png);
  expect(await cached(signed)).toMatch(/^private, max-age=\d{1,4}$/);
});

test('the server reads no more chunks of a file from the database after the client disconnects', async () => {
  const { body } = await put('aborted.png', large);
  const select = vi.spyOn(server.database, 'select');
  const part = { first: 0, last: large.length - 1 };
  const stream = await readFileBytes(server.database, body, part, () => undefined);
  if (!(stream instanceof ReadableStream)) throw new Error('It is one chunk.');
  const reader = stream.getReader();
  await reader.read();
  await reader.read();
  // Another request gives the server enough time to read a third chunk.
  await server.call('GET', '/healthz');
  await reader.cancel();

  expect(select).toHaveBeenCalledTimes(2);
  select.mockRestore();
});

/** Requests a file on a raw socket. Resolves at the first bytes, and pauses reading until `resume`. */
async function askSlowly(path: string) {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(Number(new URL(server.origin).port), 'localhost', () => resolve(opened)).once(
      'error',
      reject,
    );
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const received = [await new Promise<Buffer>((resolve) => socket.once('data', resolve))];
  socket.pause();
  const readOn = () =>
    new Promise<Buffer>((resolve) => {
      socket.on('data', (chunk: Buffer) => received.push(chunk)).once('close', () => resolve(Buffer.concat(received)));
      socket.on('error', () => undefined).resume();
    });
  return { socket, readOn };
}

/** A size larger than the socket buffers of both ends. */
const HUGE_BYTES = 5 * 1024 * 1024;

/** A number of clients larger than that of database connections. */
const READERS = inject('postgresUrl') ? 12 : 3;

test('fault: more clients than there are connections request five megabytes and read nothing → other requests are answered, and the slow clients get the whole file in the end', async () => {
  const huge = picture(HUGE_BYTES);
  const path = await urlOf((await put('huge.png', huge)).body.id);
  const slow = await Promise.all(Array.from({ length: READERS }, () => askSlowly(path)));

  expect((await server.call('GET', '/api/v1/me/', { as: 'student' })).status).toBe(200);

  const [last, ...others] = slow;
  for (const { socket } of others) socket.destroy();
  expect((await last?.readOn())?.subarray(-HUGE_BYTES).equals(huge)).toBe(true);
});

test('fault: a picture is replaced while a client reads it → the response is cut off, and never mixes two versions', async () => {
  const [before, after] = [picture(HUGE_BYTES), picture(HUGE_BYTES)];
  const path = await urlOf((await put('replaced.png', before)).body.id);
  const { readOn } = await askSlowly(path);
  await put('replaced.png', after);
  const complain = vi.spyOn(console, 'error').mockReturnValue();
  const answer = await readOn();
  complain.mockRestore();
  const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);

  expect(body.length).toBeLessThan(HUGE_BYTES);
  expect(body.equals(before.subarray(0, body.length))).toBe(true);
});
