/** Tests the screens of community and companies, and the title of every screen that sets one. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addressesOf, shownScreens } from '@tests/support/screens';
import { describe, expect, test } from 'vitest';

import { titleOf } from '@/session/screens';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));

describe('the community', () => {
  test('the community’s link opens a new window without an opener or referrer', async () => {
    await renderApp({ user: 'student', path: '/community' });

    const link = main().getByRole('link', { name: /Discordを開く/ });
    expect(link.getAttribute('href')).toBe('https://discord.com/invite/manabiba-demo');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(link.textContent).toContain('（新しいウィンドウ）');
  });

  test.each([
    ['none', null],
    ['a script', 'javascript:alert(1)'],
    ['a plain http address', 'http://chat.example/'],
  ])('the community says that there is none yet when the URL is %s', async (_, communityUrl) => {
    network.answer('GET /info/', 200, { serviceName: 'まなびば', communityUrl });
    await renderApp({ user: 'student', path: '/community' });

    await main().findByText('コミュニティはまだありません');
    expect(main().queryByRole('link')).toBeNull();
  });

  test('offline, the community screen shows that its link needs the network', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    expect(main().queryByText(/通信が必要です/)).toBeNull();
    network.cut();

    await app.goTo('/mypage');
    await app.goTo('/community');

    await main().findByText('オフラインです。開くには通信が必要です。');
    expect(main().getAllByRole('link', { name: /Discordを開く/ })).toHaveLength(1);
  });
});

describe('companies', () => {
  test('companies are listed, each with a link to its screen', async () => {
    const app = await renderApp({ user: 'teacher', path: '/companies' });
    expect(main().getAllByRole('link', { name: '有限会社やまびこ製作所' })).toHaveLength(1);
    const row = await main().findByRole('row', { name: /^株式会社みなと.*16名/ });
    await within(row).findByRole('progressbar', { name: '株式会社みなとの平均進捗率' });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      expect.stringContaining('株式会社みなと'),
      '16名',
      expect.stringMatching(/^\d+%$/),
      expect.stringMatching(/^\d+名$/),
      expect.stringMatching(/今日|昨日|日前|年/),
    ]);

    await app.user.click(main().getByRole('link', { name: '株式会社みなと' }));

    await main().findByRole('heading', { level: 1, name: '株式会社みなと' });
    expect(app.href).toBe('/companies/minato');
    expect(main().getAllByText(/港湾物流と倉庫管理/)).toHaveLength(1);
  });

  test('25 companies are two pages, whose figures are read page by page, and a filter finds companies of all pages', async () => {
    const company = (number: number) => ({
      id: `c${number}`,
      name: `会社${number}`,
      userCount: 1,
      createdAt: '2026-11-01T00:00:00Z',
      updatedAt: '2026-11-01T00:00:00Z',
      figures: { learnerCount: 1, meanShare: 0.5, behindCount: number % 2 },
    });
    const all = Array.from({ length: 25 }, (_, index) => company(index + 1));
    const page = (items: object[], size: number, number: number) => ({
      items,
      total: 25,
      page: number,
      size,
      pages: Math.ceil(25 / size),
    });
    network.answer(
      /^GET \/companies\/\?page=1&size=200/,
      200,
      page(
        all.map((each) => ({ ...each, figures: undefined })),
        200,
        1,
      ),
    );
    network.answer(/^GET \/companies\/\?page=1&size=20$/, 200, page(all.slice(0, 20), 20, 1));
    network.answer(/^GET \/companies\/\?page=2&size=20$/, 200, page(all.slice(20), 20, 2));
    const app = await renderApp({ user: 'admin', path: '/companies' });
    const names = () =>
      main()
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getByRole('link').textContent);
    expect(names()).toHaveLength(20);
    await main().findByRole('progressbar', { name: '会社1の平均進捗率' });

    await app.user.click(main().getByRole('button', { name: '2ページ' }));
    expect(names()).toEqual(['会社21', '会社22', '会社23', '会社24', '会社25']);
    await main().findByRole('progressbar', { name: '会社25の平均進捗率' });

    await app.user.type(main().getByRole('searchbox'), '会社7');
    await waitFor(() => expect(names()).toEqual(['会社7']));
    const asked = network.calls().filter((words) => words.startsWith('GET /companies/?'));
    expect(asked).toEqual(
      ['page=1&size=200', 'page=1&size=20', 'page=2&size=20'].map((query) => `GET /companies/?${query}`),
    );
  });

  test('the list of companies says 記録なし only of a company whose figures have no study', async () => {
    const figures = { learnerCount: 1, meanShare: 0.5, behindCount: 0 };
    const items = [
      { id: 'c1', name: '学習のない会社', figures },
      { id: 'c2', name: '数字のない会社' },
    ];
    network.answer(/^GET \/companies\//, 200, { items, total: 2, page: 1, size: 200, pages: 1 });
    await renderApp({ user: 'admin', path: '/companies' });
    await main().findByRole('progressbar', { name: '学習のない会社の平均進捗率' });
    const cells = main()
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );

    expect(cells).toEqual([
      ['学習のない会社', '–', '50%', '0名', '記録なし'],
      ['数字のない会社', '–', '–', '–', '–'],
    ]);
  });

  test('on a server without figures of companies, the list of companies has only the columns for name and people', async () => {
    const list = (await callAs('admin', 'GET', '/companies/?page=1&size=200')) as { items: object[] };
    network.answer(/^GET \/companies\//, 200, list);
    await renderApp({ user: 'admin', path: '/companies' });

    await waitFor(() =>
      expect(
        main()
          .getAllByRole('columnheader')
          .map((head) => head.textContent),
      ).toEqual(['企業名', '利用者']),
    );
  });

  test('the list of companies says so if there are none', async () => {
    network.answer(/^GET \/companies\//, 200, []);
    await renderApp({ user: 'admin', path: '/companies' });

    await main().findByText('企業はまだありません');
  });
});

/** Address and title of each screen whose title is known; home greets the user instead. */
const titled = shownScreens.flatMap((id) => {
  const title = id === '/_app/' ? '' : titleOf(id, 'ADMIN');
  return title ? addressesOf(id).map((path): [path: string, title: string] => [path, title]) : [];
});

test.each<[path: string, title: string]>([
  ...titled,
  ['/users/edit/user-student', '佐藤 美咲さんを編集'],
  ['/record', '受講記録簿'],
  ['/record/git', '修了証'],
])('%s has its title as heading and in the window', async (path, title) => {
  await renderApp({ user: 'admin', path });

  const heading = await main().findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.title).toBe(`${title} | まなびば`));
  expect(heading.textContent).toBe(title);
});
