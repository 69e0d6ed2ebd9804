/**
 * Tests the service’s name and support address (GET /info/): in the top bar, document titles, the login screen, my page
 * and error screens.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test } from 'vitest';

const network = useNetworkStub();
const NAME = '株式会社みなと 学びのひろば';
const ADDRESS = 'help@minato.example.com';
const info = { serviceName: NAME, notice: null, communityUrl: null, supportEmail: ADDRESS };

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const supportLink = () => screen.queryByRole('link', { name: ADDRESS, hidden: true })?.getAttribute('href');

describe('a service with a name and an address', () => {
  beforeEach(() => network.answer('GET /info/', 200, info));

  test('the top bar and every title show the service’s name', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });
    const home = within(screen.getByRole('banner')).getByRole('link', { name: `${NAME} ホーム` });

    expect(home.textContent).toBe(NAME);
    await waitFor(() => expect(document.title).toBe(`コース | ${NAME}`));
    await app.goTo('/');
    await waitFor(() => expect(document.title).toBe(NAME));
  });

  test('the login screen shows the service’s name once the device knows it, and help shows the support address', async () => {
    const app = await renderApp({ user: 'student' });
    await app.user.click(screen.getByRole('button', { name: /アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));

    await findTitle(NAME);
    expect(document.title).toBe(NAME);
    expect(supportLink()).toBe(`mailto:${ADDRESS}`);
  });

  test('my page and a failed screen show the support address', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    await findTitle('マイページ');
    expect(supportLink()).toBe(`mailto:${ADDRESS}`);

    network.answer('GET /courses/git', 422, { title: 'no', status: 422 });
    await app.goTo('/courses/git');
    await findTitle('不明なエラーが発生しました');
    expect(supportLink()).toBe(`mailto:${ADDRESS}`);
  });
});

test('before the service’s name is known the app is called まなびば, and shows no support address', async () => {
  await renderApp({ path: '/login' });

  await findTitle('まなびば');
  expect(document.title).toBe('まなびば');
  expect(screen.queryByText('お問い合わせ', { exact: false })).toBeNull();
});

test('a service without a support address shows none, even if an earlier response of the server had one', async () => {
  network.answer('GET /info/', 200, info);
  const app = await renderApp({ user: 'student', path: '/mypage' });
  await waitFor(() => expect(supportLink()).toBe(`mailto:${ADDRESS}`));
  network.answer('GET /info/', 200, { serviceName: NAME });

  await app.reload();
  await waitFor(() => expect(supportLink()).toBeUndefined());
});
