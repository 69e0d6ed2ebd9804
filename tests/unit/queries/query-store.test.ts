/** Tests the device's copies of queries: stored by owner, validated by their schemas, and never a cause of errors. */
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { ApiError, NetworkError } from '@/api/network/errors';
import type { QueriedResource } from '@/queries/after-edit';
import { loadQuery } from '@/queries/load-query';
import { createQueryClient } from '@/queries/query-client';
import { admitOwned, wipeOwned, keepOwned, listOwned } from '@/storage/owned-store';

const owner = 'https://h.example|u1';
const sessionOf = (userId: string) => ({
  accessToken: 'a',
  tokenType: 'bearer',
  owner: { apiHost: 'https://h.example', userId },
});
const me = { id: 'u1', username: 'sato', name: '佐藤', role: 'STUDENT', active: true };
const dead = () => Promise.reject(new NetworkError('dead'));
const options = (queryKey: QueryKey, queryFn: () => Promise<unknown>) =>
  queryOptions({ queryKey, queryFn, retry: false });

/** Reads a query once with a network, and waits until its copy is stored on the device. */
async function keepCopy(client: QueryClient, queryKey: QueryKey, data: unknown): Promise<void> {
  await client.fetchQuery(options(queryKey, () => Promise.resolve(data)));
  await vi.waitFor(async () => expect(await listOwned('queries', owner)).toHaveLength(1));
}

afterEach(async () => {
  vi.restoreAllMocks();
  await wipeOwned(owner);
  await admitOwned(owner);
});

describe('a stored query', () => {
  test('a stored query answers after a restart without a network', async () => {
    await keepCopy(createQueryClient(sessionOf('u1')), ['me'], me);

    const next = createQueryClient(sessionOf('u1'));

    expect(await loadQuery(next, options(['me'], dead))).toEqual(me);
  });

  test('a stored query is refreshed in the background, and a failure is reported', async () => {
    await keepCopy(createQueryClient(sessionOf('u1')), ['me'], me);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const refused = new ApiError(401, '');
    const onRefreshFailed = vi.fn<(error: unknown) => void>();

    await loadQuery(
      createQueryClient(sessionOf('u1')),
      options(['me'], () => Promise.reject(refused)),
      { onRefreshFailed },
    );

    await vi.waitFor(() => expect(onRefreshFailed).toHaveBeenCalledWith(refused));
  });

  test('a stored query does not expire when the clock is ahead or behind', async () => {
    await keepCopy(createQueryClient(sessionOf('u1')), ['me'], me);
    const today = Date.now();

    for (const shift of [30 * 86_400_000, -730 * 86_400_000]) {
      vi.spyOn(Date, 'now').mockReturnValue(today + shift);
      expect(await loadQuery(createQueryClient(sessionOf('u1')), options(['me'], dead))).toEqual(me);
    }
  });

  test('a stored query is not shown to another user', async () => {
    await keepCopy(createQueryClient(sessionOf('u1')), ['me'], me);

    const other = createQueryClient(sessionOf('u2'));

    await expect(loadQuery(other, options(['me'], dead))).rejects.toThrow(NetworkError);
  });

  test('a stored query survives a failed refresh and a restart', async () => {
    const client = createQueryClient(sessionOf('u1'));
    await keepCopy(client, ['me'], me);
    await expect(client.fetchQuery({ ...options(['me'], dead), staleTime: 0 })).rejects.toThrow(NetworkError);

    expect(await loadQuery(createQueryClient(sessionOf('u1')), options(['me'], dead))).toEqual(me);
  });
});

test.each<[QueriedResource, ...string[]]>([
  ['users', 'u9'],
  ['companies', 'c1'],
  ['lessons', 'l1'],
  ['courses', 'git'],
  ['progress', 'u9', 'detail'],
])('%s/%s is never stored', async (...queryKey) => {
  const client = createQueryClient(sessionOf('u1'));
  await client.fetchQuery(options(queryKey, () => Promise.resolve({ id: 'x' })));
  await keepCopy(client, ['me'], me);

  expect((await listOwned('queries', owner)).map(([key]) => key)).toEqual(['query-["me"]']);
});

describe('a record that does not parse', () => {
  test.each([
    ['an older shape', { version: 0, data: me }],
    ['another schema', { version: 1, queryKey: ['me'], data: { id: 'u1', role: 'OWNER' }, dataUpdatedAt: 1 }],
    ['nonsense', 'nonsense'],
  ])('an invalid stored query (%s) counts as none and is not changed', async (_, record) => {
    await keepOwned('queries', owner, 'query-["me"]', record);

    await expect(loadQuery(createQueryClient(sessionOf('u1')), options(['me'], dead))).rejects.toThrow(NetworkError);

    expect(await listOwned('queries', owner)).toEqual([['query-["me"]', record]]);
  });
});
