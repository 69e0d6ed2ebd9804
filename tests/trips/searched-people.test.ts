/** Tests the table of people that the server searches: it requests one page, however large the company is. */
import { screen, waitFor } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { person, rowNames } from '@tests/support/companies';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

useOwnServer('searched-people');
const network = useNetworkStub();
const asked = () => network.calls().filter((words) => words.startsWith('GET /users/'));
const open = async (path: string, user = 'admin'): Promise<OpenedApp> => {
  const app = await renderApp({ user, path });
  await screen.findByRole('table');
  return app;
};
const ofMinato = (rest: string) => `GET /users/?companyId=minato&${rest}`;

test('a company’s screen requests one page of its people; its figures come with the company’s own data', async () => {
  await open('/companies/minato', 'staff');

  expect(asked()).toEqual([ofMinato('sort=name&courses=false&page=1&size=50')]);
  expect(rowNames()[0]).toBe('井上 千尋inoue');
  expect(screen.getByText('平均進捗率').nextElementSibling?.textContent).toMatch(/^\d+%$/);
  for (const name of [/^全員 16名$/, /^遅れ \d+$/, /^未開始 \d+$/, /^順調 \d+$/, /^修了 \d+$/]) {
    screen.getByRole('button', { name });
  }
});

test('the table of people sends search text, status, role and order to the server, and debounces the text', async () => {
  const app = await open('/companies/minato');
  await app.user.type(screen.getByRole('searchbox'), 'yama');
  await waitFor(() => expect(rowNames()).toEqual(['山口 恵yamaguchi', '山田 花子yamada', '山本 大輔yamamoto']));
  expect(screen.getByText('16名中 3名')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: /^遅れ/ }));
  await waitFor(() => expect(rowNames()).toEqual(['山田 花子yamada']));
  await app.user.selectOptions(screen.getByLabelText('役割'), '担当者');
  await screen.findByText('条件に合うものはありません。');
  await app.user.selectOptions(screen.getByLabelText('役割'), '役割：すべて');
  await app.user.click(await screen.findByRole('button', { name: '最後の学習' }));

  expect(app.href).toBe('/companies/minato?q=yama&sort=last&state=behind');
  await waitFor(() =>
    expect(asked().at(-1)).toBe(ofMinato('q=yama&state=behind&sort=last&courses=false&page=1&size=50')),
  );
  expect(asked().length).toBeLessThan(8);
});

test('going back restores the page number of the table', async () => {
  await open('/companies?view=people&q=yama&sort=-name&state=steady');
  expect(rowNames()).toEqual(['山本 大輔yamamoto', '山口 恵yamaguchi']);
  expect(asked()).toEqual(['GET /users/?q=yama&state=steady&sort=-name&courses=false&page=1&size=50']);
});

test('fault: a search without results is cleared → the field keeps the focus while people load, without an empty message', async () => {
  const app = await open('/companies?view=people&q=yamada');
  const field = screen.getByRole('searchbox');
  await app.user.type(field, 'のんのん');
  await screen.findByText('条件に合うものはありません。');
  const letThrough = network.hold(/^GET \/users\/\?sort=name/);

  await app.user.clear(field);
  await waitFor(() => expect(asked().at(-1)).toMatch(/\?sort=name/));

  expect(document.activeElement).toBe(field);
  expect(screen.queryByText('利用者はまだいません')).toBeNull();
  letThrough();
  await waitFor(() => expect(rowNames()[0]).toBe('阿部 光abe'));
});

describe('page by page', () => {
  const applied = ['companyId', 'sort', 'courses'];
  const pageOf = (page: number) => ({
    items: Array.from({ length: 50 }, (_, index) => person(`p${page}-${index}`)),
    total: 400,
    page,
    size: 50,
    pages: 8,
    applied,
  });
  beforeEach(() => {
    for (const page of [1, 2]) network.answer(new RegExp(`^GET /users/\\?.*page=${page}&`), 200, pageOf(page));
  });

  test('400 people are requested in pages of 50', async () => {
    const app = await open('/companies/minato');
    await app.user.click(screen.getByRole('button', { name: '2ページ' }));
    await waitFor(() => expect(rowNames()[0]).toBe('p2-0さんp2-0'));
    expect(rowNames()).toHaveLength(50);
    expect(screen.getByRole('button', { name: '進捗をCSVで保存（400名）' })).toBeTruthy();
    expect(asked()).toHaveLength(2);
  });

  test('the CSV of all people is requested in pages of 200, and each page becomes a part of the file', async () => {
    const app = await open('/companies/minato');
    const shares = [{ courseId: 'git', read: 1, total: 4 }];
    for (const page of [1, 2]) {
      const items = Array.from({ length: 200 }, (_, index) => person(`s${page}-${index}`, { courses: shares }));
      network.answer(new RegExp(`^GET /users/.*page=${page}&size=200`), 200, {
        items,
        total: 400,
        page,
        size: 200,
        pages: 2,
        applied,
      });
    }
    let saved = new Blob();
    URL.createObjectURL = (blob: Blob) => ((saved = blob), 'blob:csv');
    URL.revokeObjectURL = () => undefined;
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await app.user.click(screen.getByRole('button', { name: '進捗をCSVで保存（400名）' }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    click.mockRestore();

    const [head, ...rows] = (await saved.text()).trimEnd().split('\r\n');
    expect(head).toContain('"ユーザー名"');
    expect(rows).toHaveLength(400);
    expect(rows[0]).toMatch(/^"s1-0",.*"25%"/);
    expect(rows[399]).toMatch(/^"s2-199",/);
    expect(new Uint8Array(await saved.slice(0, 3).arrayBuffer())).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  });

  test('offline, the last loaded page of the table of people stays with a note', async () => {
    const app = await open('/companies/minato');
    network.cut();
    await app.user.click(screen.getByRole('button', { name: '2ページ' }));
    const words = '読み込めませんでした。前に読み込んだ一覧を表示しています。';
    await screen.findByText(words);
    expect(rowNames()[0]).toBe('p1-0さんp1-0');

    network.restore();
    network.answer(/page=2&/, 200, pageOf(2));
    await app.user.click(screen.getByRole('button', { name: 'もう一度' }));
    await waitFor(() => expect(rowNames()[0]).toBe('p2-0さんp2-0'));
    expect(screen.queryByText(words)).toBeNull();
  });
});

test('a page number beyond the last, after people were deleted, shows the last page', async () => {
  await open('/companies/minato?page=7');
  expect(rowNames()).toHaveLength(16);
});

test('if the server ignores the search parameters, all people are requested, and searched on the device', async () => {
  const items = [person('here'), person('elsewhere', { companyId: 'yamabiko' })];
  network.answer(/^GET \/users\//, 200, { items, total: 2, page: 1, size: 200, pages: 1 });
  const app = await open('/companies/minato');
  expect(rowNames()).toEqual(['hereさんhere']);

  await app.user.type(screen.getByRole('searchbox'), 'nobody');
  await screen.findByText('条件に合うものはありません。');
});

test('home of staff requests three learners who are behind, not all people', async () => {
  await renderApp({ user: 'staff' });
  await screen.findByText('15名');
  expect(asked()).toEqual([ofMinato('state=behind&sort=last&page=1&size=3')]);
});
