/** Tests a search without hits: which data was searched, and links to courses that can be saved on the device. */
import { screen, waitFor } from '@testing-library/dom';
import { useNetworkStub } from '@tests/support/network-stub';
import { openSearch, results, searchFor, useSearchedLessons } from '@tests/support/searching';
import { describe, expect, test } from 'vitest';

import { noteReachability } from '@/api/network/reachability';

const network = useNetworkStub();
const NOWHERE = 'どこにもないことば';
const offers = () => screen.queryAllByRole('link', { name: /をこの端末に保存$/ });

describe('with lessons on the device', () => {
  useSearchedLessons();

  test('a search without hits shows that the texts on the device and all titles were searched', async () => {
    const [app, field] = await openSearch();

    await app.user.type(field, NOWHERE);

    await screen.findByText('この端末にあるレッスンの本文と、すべてのタイトルをさがしました。');
    expect(screen.getAllByText('見つかりませんでした')).toHaveLength(1);
    expect(results()).toEqual([]);
  });

  test('a search without hits links to the save button of the courses that are not on the device', async () => {
    const app = await searchFor(NOWHERE);

    await waitFor(() => expect(offers()).toHaveLength(3));
    expect(screen.queryByRole('link', { name: 'ほかのコース' })).toBeNull();
    const [first] = offers();
    const title = /「(.+)」/.exec(first?.textContent ?? '')?.[1];
    await app.user.click(first as HTMLElement);

    await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.href).toMatch(/^\/courses\/[\w-]+#pack$/);
    await screen.findByRole('heading', { name: 'この端末に保存' });
  });

  test('a search without hits links to three of many courses, and to the list of all', async () => {
    const course = (id: number) => ({ id, title: `コース${id}`, updatedAt: '2026-11-01T00:00:00Z' });
    const items = [1, 2, 3, 4].map(course);
    network.answer(/^GET \/courses\/\?/, 200, { items, total: 4, page: 1, size: 200, pages: 1 });
    const [app, field] = await openSearch();

    await app.user.type(field, NOWHERE);

    await waitFor(() =>
      expect(offers().map(({ textContent }) => textContent)).toEqual([
        '「コース1」をこの端末に保存',
        '「コース2」をこの端末に保存',
        '「コース3」をこの端末に保存',
      ]),
    );
    await app.user.click(screen.getByRole('link', { name: 'ほかのコース' }));
    await waitFor(() => expect(app.href).toBe('/courses'));
  });

  test('Enter in a search without hits opens none of the offered courses', async () => {
    const app = await searchFor(NOWHERE);
    await waitFor(() => expect(offers()).toHaveLength(3));

    await app.user.keyboard('{Enter}');

    expect(app.href).toBe('/community');
    expect(offers()).toHaveLength(3);
  });

  test('offline, a search without hits shows that only the device was searched, and links to nothing', async () => {
    const [app, field] = await openSearch();
    network.cut();
    noteReachability(false);

    await app.user.type(field, NOWHERE);

    await screen.findByText('通信できないため、この端末にあるレッスンの本文とタイトルだけをさがしました。');
    expect(offers()).toEqual([]);
    expect(screen.getAllByText(/^つながったときにコースを端末に保存/)).toHaveLength(1);
  });
});

test('without lessons on the device, a search without hits shows that only titles were searched', async () => {
  const [app, field] = await openSearch();

  await app.user.type(field, NOWHERE);

  await screen.findByText('すべてのタイトルをさがしました。この端末には、まだレッスンの本文がありません。');
});
