/** Tests rules for every response of the API: error messages in Japanese, pages of lists, and 404 for malformed ids. */
import { startTestServer } from '@tests/support/server';
import { describe, expect, test, vi } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

describe('problems', () => {
  test.each([
    ['GET', '/api/v1/me/', {}, 401, 'ログインが必要です'],
    ['GET', '/api/v1/companies/', { as: 'student' }, 403, 'アクセスが拒否されました'],
    ['GET', '/api/v1/lessons/nothing', { as: 'student' }, 404, '見つかりません'],
    ['GET', '/api/v1/nothing', { as: 'student' }, 404, '見つかりません'],
    ['GET', '/api/nothing', {}, 404, '見つかりません'],
    ['DELETE', '/api/v1/companies/minato', { as: 'admin' }, 405, 'この操作はできません'],
    [
      'POST',
      '/api/v1/courses/',
      { as: 'staff', body: '{', headers: { 'Content-Type': 'application/json' } },
      400,
      '要求の形が正しくありません',
    ],
    [
      'POST',
      '/api/v1/courses/',
      { as: 'staff', body: '', headers: { 'Content-Type': 'application/json' } },
      400,
      '要求の形が正しくありません',
    ],
    [
      'POST',
      '/api/v1/courses/',
      { as: 'staff', body: 'a=b', headers: { 'Content-Type': 'text/plain' } },
      415,
      '扱えない形式です',
    ],
    ['POST', '/api/v1/courses/', { as: 'staff', json: [] }, 422, '入力に誤りがあります'],
    ['POST', '/api/v1/courses/', { as: 'staff', json: { title: 'x'.repeat(1024 * 1024) } }, 413, '大きすぎます'],
  ])('%s %s %j: %i', async (method, path, options, status, title) => {
    const answer = await server.call(method, path, options);

    expect(answer.status).toBe(status);
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('Cache-Control') ?? 'no-store').toBe('no-store');
    expect(answer.body).toMatchObject({ title, status, detail: expect.stringMatching(/。/) });
  });

  test('a 405 lists the allowed methods in Allow', async () => {
    const { headers } = await server.call('DELETE', '/api/v1/companies/minato', { as: 'admin' });

    expect(headers.get('Allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'PATCH']);
  });

  test('an unexpected error of the server is answered with nothing but the request id', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = await startTestServer();
    const token = await broken.login('student');
    await broken.database.execute('alter table courses rename to hidden_courses');
    const answer = await broken.call('GET', '/api/v1/courses/', { token });
    await broken.stop();

    const [line = ''] = logged.mock.calls.flat().map(String);
    expect(line).toContain(answer.headers.get('X-Request-Id'));
    expect(line).toContain('relation "courses" does not exist');
    expect(line).not.toMatch(/params|published/);
    expect(answer.status).toBe(500);
    expect(answer.body.title).toBe('サーバーで問題が起きました');
    expect(answer.body.detail).toContain(answer.headers.get('X-Request-Id'));
    expect(JSON.stringify(answer.body)).not.toMatch(/select|hidden|stack|Error/i);
  });

  test.each([
    ['NUL', '{"title":"a\\u0000b"}'],
    ['half a surrogate pair', '{"title":"a\\ud800b"}'],
    ['NUL deep inside', '{"title":"a","more":[{"x":"\\u0000"}]}'],
  ])('a request with text that PostgreSQL cannot store is refused (%s)', async (_what, body) => {
    const answer = await server.call('POST', '/api/v1/courses/', {
      as: 'staff',
      body,
      headers: { 'Content-Type': 'application/json' },
    });

    expect(answer.status).toBe(422);
  });

  test.each(['['.repeat(400_000), `{"title":"\xff"}`])(
    'the API refuses a request body made to break the JSON parser',
    async (text) => {
      const body = new Uint8Array(Buffer.from(text, 'latin1'));
      const answer = await server.call('POST', '/api/v1/courses/', {
        as: 'staff',
        body,
        headers: { 'Content-Type': 'application/json' },
      });

      expect(answer.status).toBe(400);
    },
  );
});

describe('pages', () => {
  test.each([
    ['', { page: 1, size: 50 }],
    ['?page=&size=', { page: 1, size: 50 }],
    ['?page=2&size=1', { page: 2, size: 1 }],
    ['?size=200', { page: 1, size: 200 }],
    ['?size=201', { page: 1, size: 200 }],
    ['?page=1000000', { page: 1_000_000, size: 50, items: [] }],
  ])('%s', async (query, expected) => {
    const { status, body } = await server.call('GET', `/api/v1/lessons/${query}`, { as: 'staff' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ ...expected, total: 41, pages: Math.ceil(41 / expected.size) });
  });

  test.each(['?page=0', '?page=-1', '?page=1.5', '?page=x', '?size=0', '?size=1e2', '?page=99999999999'])(
    'a list refuses the page parameters %s',
    async (query) => {
      const { status, body } = await server.call('GET', `/api/v1/lessons/${query}`, { as: 'staff' });

      expect({ status, path: body.errors[0].path }).toEqual({ status: 422, path: query.slice(1, 5) });
    },
  );

  test('a list answers the same with and without the trailing slash', async () => {
    expect((await server.call('GET', '/api/v1/courses', { as: 'staff' })).body).toEqual(
      (await server.call('GET', '/api/v1/courses/', { as: 'staff' })).body,
    );
  });
});

describe('malformed ids', () => {
  test.each(['%2e%2e', '..%2f..', '%00', 'a%20b', 'あ', 'x'.repeat(65), "';--"])(
    'answers 404 for the malformed id %s',
    async (id) => {
      for (const name of [
        'courses',
        'sections',
        'chapters',
        'lessons',
        'question-set',
        'users',
        'companies',
        'content',
        'progress/summary',
      ]) {
        const { status } = await server.call('GET', `/api/v1/${name}/${encodeURI(decodeURI(id))}`, { as: 'admin' });
        // The HTTP client normalises '%2e%2e', and so requests the list.
        expect([200, 404]).toContain(status);
        if (id !== '%2e%2e') expect(status).toBe(404);
      }
    },
  );
});

describe('an answer', () => {
  const ask = (path: string) => server.call('GET', path, { as: 'student', headers: { 'Accept-Encoding': 'gzip' } });

  test.each([
    ['short is not compressed, and has Content-Length', '/api/v1/me/', null],
    ['long is compressed', '/api/v1/courses/', 'gzip'],
  ])('an answer that is %s', async (_, path, encoding) => {
    const { headers, body } = await ask(path);

    expect(headers.get('Content-Encoding')).toBe(encoding);
    expect(headers.get('Content-Type')).toBe('application/json');
    const length = String(Buffer.byteLength(JSON.stringify(body)));
    expect(headers.get('Content-Length')).toBe(encoding ? null : length);
  });
});
