/** Tests health checks and request ids. */
import { describe, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const get = (path: string, headers: Record<string, string> = {}) => server.call('GET', path, { headers });

test('GET /livez answers ok, and GET /readyz the state of database and disk', async () => {
  expect(await get('/livez')).toMatchObject({ status: 200, body: 'ok' });
  expect(await get('/readyz')).toMatchObject({ status: 200, body: { database: 'ok', disk: 'ok' } });
});

test('GET /healthz queries the database, and answers version and start time', async () => {
  const { status, body } = await get('/healthz');

  expect(status).toBe(200);
  expect(body).toMatch(/^ok\nversion: \d+\.\d+\.\d+\nstarted: \d{4}-\d\d-\d\dT\S+Z\n$/);
});

describe('the id of a request', () => {
  const idOf = async (given: string) =>
    (await get('/livez', { 'X-Request-Id': given })).headers.get('X-Request-Id') ?? '';

  test.each(['7f3a:0001.b-C', 'a'.repeat(64)])("the server uses the proxy's request id %s", async (given) => {
    expect(await idOf(given)).toBe(given);
  });

  test.each(['', 'a'.repeat(65), 'a b', '"}', '\u00e9'])(
    'the server replaces the invalid request id %j',
    async (given) => {
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}$/);
    },
  );
});
