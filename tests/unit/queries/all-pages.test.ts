/** Tests that lists are read whole from servers that limit the size of a page in different ways. */
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import type * as errors from '@/api/network/errors';
import { idSchema, type PageQuery, pageSchema } from '@/api/shapes';
import type * as allPages from '@/queries/all-pages';

const schema = pageSchema(z.object({ id: idSchema }));
const people = Array.from({ length: 300 }, (_, id) => ({ id }));

/** Returns the people of one page of at most `cap` people. */
function slice({ page = 1, size = 50 }: PageQuery, cap: number) {
  const length = Math.min(size, cap);
  return people.slice((page - 1) * length, page * length);
}

/** A list on a server. @param answer the body of the response to a query. */
function listOf(answer: (query: PageQuery) => unknown) {
  return vi.fn<(query: PageQuery) => Promise<z.output<typeof schema>>>(async (query) =>
    z.parse(schema, await answer(query)),
  );
}

// The accepted page size lasts as long as the page: each test loads the modules again.
let ApiError: typeof errors.ApiError;
let fetchAllPages: typeof allPages.fetchAllPages;
beforeEach(async () => {
  vi.resetModules();
  ({ ApiError } = await import('@/api/network/errors'));
  ({ fetchAllPages } = await import('@/queries/all-pages'));
});

test.each<[string, (query: PageQuery) => unknown, requests: number]>([
  [
    'counts 20 people per page by the size that was asked for',
    (query) => ({ items: slice(query, 20), total: 300, page: query.page, size: 200, pages: 2 }),
    15,
  ],
  ['sends a total and nothing else', (query) => ({ items: slice(query, 100), total: 300 }), 3],
  ['sends numbers of pages and no total', (query) => ({ items: slice(query, 100), page: query.page, pages: 3 }), 3],
  [
    'sends the address of the next page',
    (query) => {
      const next = (query.page ?? 1) < 3 ? `https://api.example/users?page=${Number(query.page) + 1}` : null;
      return { items: slice(query, 100), next };
    },
    3,
  ],
  ['sends no counts at all', (query) => ({ items: slice(query, 200) }), 3],
  ['ignores the page', () => ({ items: people, total: 900 }), 2],
  ['sends a bare array', () => people, 1],
])('a list is read whole, each item once, from a server that %s', async (_, answer, requests) => {
  const fetchPage = listOf(answer);
  expect((await fetchAllPages(fetchPage)).map(({ id }) => id)).toEqual(people.map(({ id }) => String(id)));
  expect(fetchPage).toHaveBeenCalledTimes(requests);
});

test.each([400, 422])(
  'a page size of 200 that is refused with %i is asked with 100, also by later lists',
  async (status) => {
    const fetchPage = listOf((query) => {
      if ((query.size ?? 0) > 100) throw new ApiError(status, 'size');
      return { items: slice(query, 100), total: 300 };
    });
    expect(await fetchAllPages(fetchPage)).toHaveLength(300);
    expect(fetchPage.mock.calls.map(([query]) => query.size)).toEqual([200, 100, 100, 100]);
    fetchPage.mockClear();
    expect(await fetchAllPages(fetchPage)).toHaveLength(300);
    expect(fetchPage.mock.calls.map(([query]) => query.size)).toEqual([100, 100, 100]);
  },
);

test('a refusal for another reason is reported after one more request, and does not change the page size', async () => {
  const refusing = listOf(() => {
    throw new ApiError(422, 'だめです');
  });
  await expect(fetchAllPages(refusing)).rejects.toThrow('だめです');
  expect(refusing).toHaveBeenCalledTimes(2);
  const list = listOf((query) => ({ items: slice(query, 200), total: 300 }));
  await fetchAllPages(list);
  expect(list.mock.calls.map(([query]) => query.size)).toEqual([200, 200]);
});
