/** What managers of processes and proxies ask and are told: whether it lives, what it is, which request was which. */
import { describe, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const get = (path: string, headers: Record<string, string> = {}) => server.call('GET', path, { headers });

test('GET /livez and /readyz say what a manager of processes asks', async () => {
  expect(await get('/livez')).toMatchObject({ status: 200, body: 'ok' });
  expect(await get('/readyz')).toMatchObject({ status: 200, body: { database: 'ok', disk: 'ok' } });
});

test('GET /healthz asks the database, and says what runs since when', async () => {
  const { status, body } = await get('/healthz');

  expect(status).toBe(200);
  expect(body).toMatch(/^ok\nversion: \d+\.\d+\.\d+\nstarted: \d{4}-\d\d-\d\dT\S+Z\n$/);
});

describe('the id of a request', () => {
  const idOf = async (given: string) =>
    (await get('/livez', { 'X-Request-Id': given })).headers.get('X-Request-Id') ?? '';

  test.each(['7f3a:0001.b-C', 'a'.repeat(64)])('is the one that a proxy gave it: %s', async (given) => {
    expect(await idOf(given)).toBe(given);
  });

  test.each(['', 'a'.repeat(65), 'a b', '"}', '\u00e9'])('is one of ours in place of %j', async (given) => {
    expect(await idOf(given)).toMatch(/^[0-9a-f]{8}$/);
  });
});
