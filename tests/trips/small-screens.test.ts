/** The screens of community and companies, and the title of every screen that has one of its own. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
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

  test('the community says offline that its link needs the network', async () => {
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
    expect(main().getAllByRole('heading', { level: 2, name: '有限会社やまびこ製作所' })).toHaveLength(1);

    await app.user.click(main().getByRole('link', { name: '株式会社みなと' }));

    await main().findByRole('heading', { level: 1, name: '株式会社みなと' });
    expect(app.href).toBe('/companies/minato');
    expect(main().getAllByText(/港湾物流と倉庫管理/)).toHaveLength(1);
  });

  test('the list of companies says that there are none', async () => {
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
