/**
 * Tests content URLs (docs/wire.md): the server sends them as a JSON string or {url}, they are http(s) only, and
 * fetched without the bearer header.
 */
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fetchContentUrl, fetchMarkdown } from '@/api/files/contents';
import { saveSession } from '@/session/session';

const network = useNetworkStub();
const API_HOST = 'https://api.example';
const FILE = 'https://files.example/pub-container/a.md';

beforeEach(async () => {
  Object.assign(globalThis, { __API_HOST__: API_HOST });
  vi.stubGlobal('location', new URL(API_HOST));
  await saveSession({ accessToken: 'a-token', tokenType: 'bearer', owner: { apiHost: API_HOST, userId: 'u1' } });
});
afterEach(clearSession);

/** Stubs the response to GET /content/c1 as JSON, which may be a plain string. */
const answerJson = (value: unknown) =>
  network.answer('GET /content/c1', 200, JSON.stringify(value), { 'Content-Type': 'application/json' });

describe('GET /content/{id}', () => {
  test.each([
    ['a string', FILE, FILE],
    ['an object', { url: FILE }, FILE],
    ['a path of the API host', '/files/a.md?v=1', `${API_HOST}/files/a.md?v=1`],
    ['a URL without its scheme', '//files.example/a.md', 'https://files.example/a.md'],
  ])('GET /content/{id} may answer %s', async (_, answer, url) => {
    answerJson(answer);

    expect(await fetchContentUrl('c1')).toBe(url);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'blob:https://api.example/x',
    'file:///etc/passwd',
    'ftp://files.example/a',
    'https://',
    null,
    7,
    {},
    { url: 7 },
    { url: 'javascript:alert(1)' },
  ])('GET /content/{id} answering %j is rejected', async (answer) => {
    answerJson(answer);

    await expect(fetchContentUrl('c1')).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });
});

test.each([
  ['ftp://a', 'content/c1（"ftp://a"）'],
  [{ url: 'ftp://a' }, 'content/c1（"ftp://a"）'],
  [{ uri: FILE }, 'content/c1.url（なし）'],
])('the error for GET /content/{id} answering %j names the call and the answer', async (answer, words) => {
  answerJson(answer);

  await expect(fetchContentUrl('c1')).rejects.toMatchObject({
    schemaMismatch: `サーバーの応答が想定と違います：${words}`,
  });
});

describe('a content file', () => {
  const text = (contentType: string) => ({ 'Content-Type': contentType });

  test.each([FILE, `${API_HOST}/files/pub-container/a.md`])(
    'a content file at %s is fetched without the bearer header',
    async (url) => {
      answerJson(url);
      network.answer(`GET ${url}`, 200, '# 本文', text('text/markdown; charset=utf-8'));

      expect(await fetchMarkdown('c1')).toBe('# 本文');

      const files = network.sent.filter(({ path }) => path === url);
      expect(files.map(({ headers }) => headers.get('Authorization'))).toEqual([null]);
    },
  );

  test.each(['text/plain', 'application/octet-stream', 'binary/octet-stream'])(
    'a content file may have the type %s',
    async (contentType) => {
      answerJson(FILE);
      network.answer(`GET ${FILE}`, 200, 'text', text(contentType));

      expect(await fetchMarkdown('c1')).toBe('text');
    },
  );

  test.each([
    ['is a web page', 200, 'text/html'],
    ['is JSON', 200, 'application/json'],
    ['is missing', 404, 'text/plain'],
    ['fails on the server', 500, 'text/markdown'],
  ])('a content file that %s causes an UnexpectedAnswerError', async (_, status, contentType) => {
    answerJson(FILE);
    network.answer(`GET ${FILE}`, status, 'x', text(contentType));

    await expect(fetchMarkdown('c1')).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  test.each([
    [200, 'application/json'],
    [404, 'text/plain'],
    [500, 'text/html'],
  ])(
    'the error for a content file answered with %i %s names host and type, not the signature',
    async (status, contentType) => {
      answerJson(`${FILE}?signature=x`);
      network.answer(`GET ${FILE}?signature=x`, status, 'x', text(contentType));

      const schemaMismatch = `サーバーの応答が想定と違います：${FILE}（"${status} ${contentType}"）`;
      await expect(fetchMarkdown('c1')).rejects.toMatchObject({ schemaMismatch });
    },
  );

  test('if a web page, perhaps a portal’s, arrives instead of a content file, the error names no call or field', async () => {
    answerJson(FILE);
    network.answer(`GET ${FILE}`, 200, 'x', text('text/html'));

    await expect(fetchMarkdown('c1')).rejects.toMatchObject({ schemaMismatch: undefined });
  });

  test('a content file that does not arrive causes a NetworkError', async () => {
    answerJson(FILE);
    network.cut(`GET ${FILE}`);

    await expect(fetchMarkdown('c1')).rejects.toMatchObject({ name: 'NetworkError' });
  });

  test.each([400, 401, 403, 404, 410])(
    'a content file refused with %i is requested again at a new URL from the API, not from a cached one',
    async (status) => {
      const urls = [`${FILE}?signature=over`, `${FILE}?signature=good`];
      network.answer('GET /content/c1', 200, () => ({ url: urls.shift() }));
      network.answer(`GET ${FILE}?signature=over`, status, 'x', text('text/plain'));
      network.answer(`GET ${FILE}?signature=good`, 200, '# 本文', text('text/markdown'));

      expect(await fetchMarkdown('c1')).toBe('# 本文');

      const asked = network.sent.filter(({ path }) => path === '/content/c1');
      expect(asked.map(({ cache }) => cache)).toEqual([undefined, 'no-store']);
    },
  );

  test('a refused content file is requested only once more, with a new URL', async () => {
    answerJson(FILE);
    network.answer(`GET ${FILE}`, 403, 'x', text('text/plain'));

    await expect(fetchMarkdown('c1')).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });

    expect(network.calls()).toEqual(['GET /content/c1', `GET ${FILE}`, 'GET /content/c1', `GET ${FILE}`]);
  });

  test('a refused content file is not requested again if the API refuses a new URL', async () => {
    answerJson(FILE);
    network.answer(`GET ${FILE}`, 404, () => {
      network.answer('GET /content/c1', 404, { title: 'ない', status: 404 });
      return 'x';
    });

    await expect(fetchMarkdown('c1')).rejects.toMatchObject({ name: 'ApiError', status: 404 });
  });
});
