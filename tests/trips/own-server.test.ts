/**
 * Tests a server of another vendor: errors name schema mismatches, roles may be in any case, and an API call that the
 * server lacks affects only the part of the screen that needs it.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const network = useNetworkStub();
const MISFIT = 'サーバーの応答が想定と違います：';
const alertText = async () => (await screen.findByRole('alert')).textContent;
const main = () => within(screen.getByRole('main'));
let told: unknown[] = [];

beforeEach(() => {
  told = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void told.push(...words.map(String)));
});

describe('a schema mismatch', () => {
  test('a schema mismatch in the response to the sign-in is named, instead of 時間をおいて (try again later)', async () => {
    const me = await callAs('student', 'GET', '/me/');
    network.answer('GET /me/', 200, { ...(me as object), role: 'boss' });
    const app = await renderApp({ path: '/login' });

    await app.user.type(screen.getByLabelText('ユーザー名'), 'student');
    await app.user.type(screen.getByLabelText('パスワード'), 'demo-password');
    await app.user.click(screen.getByRole('button', { name: 'ログイン' }));

    expect(await alertText()).toBe(`${MISFIT}me.role（"boss"）`);
  });

  test('a schema mismatch in a screen’s data is named there and logged once, and the message does not blame the Wi-Fi', async () => {
    network.answer(/^GET \/courses\/\?/, 200, { items: [{ id: 'c1' }], total: 1, page: 1, size: 200, pages: 1 });

    const app = await renderApp({ user: 'student', path: '/community' });
    await app.goTo('/courses');

    expect(await alertText()).toContain(`${MISFIT}courses.items.0.title（なし）`);
    expect(screen.queryByText(/ネットワークのログイン/)).toBeNull();
    expect(told).toEqual([expect.stringContaining('courses.items.0.title')]);
  });

  test('a lesson’s text of the wrong content type is named with its URL', async () => {
    network.answer(/^GET http.*\.md/, 200, '{}', { 'Content-Type': 'application/json' });

    await renderApp({ user: 'student', path: '/lessons/git-terminal' });

    expect(await alertText()).toMatch(/想定と違います：http.*\.md（"200 application\/json"）/);
    expect(screen.queryByText(/ネットワークのログイン/)).toBeNull();
  });

  test('a schema mismatch in the response to a save is named in the form, and the typed text stays', async () => {
    network.answer('POST /courses/', 201, { ok: true });
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    await app.user.type(screen.getByLabelText(/^タイトル/), '大切な題');
    await app.user.click(screen.getByRole('button', { name: '追加' }));

    expect(await alertText()).toContain(`${MISFIT}courses.id（なし）`);
    expect(screen.getByLabelText<HTMLInputElement>(/^タイトル/).value).toBe('大切な題');
  });
});

test('a role that the server sends in lower case is accepted with its rights', async () => {
  const me = await callAs('teacher', 'GET', '/me/');
  network.answer('GET /me/', 200, { ...(me as object), role: 'teacher' });

  await renderApp({ user: 'teacher', path: '/companies' });

  await main().findByRole('heading', { level: 1, name: '企業情報' });
});

describe('a server without', () => {
  const missing = { title: 'Not Found', status: 404 };

  test('on a server without the progress summary, home lacks only its progress ring', async () => {
    network.answer(/^GET \/progress\/summary\//, 404, missing);

    await renderApp({ user: 'student', path: '/' });

    await main().findByRole('heading', { level: 1, name: /のホーム/ });
    main().getByRole('region', { name: '今週の学習' });
    expect(main().queryByRole('region', { name: '全体の進捗' })).toBeNull();
    expect(main().queryByRole('alert')).toBeNull();
  });

  test('on a server without progress summary and company, my page lacks only the progress ring and the company', async () => {
    network.answer(/^GET \/progress\/summary\//, 404, missing);
    network.answer('GET /me/company', 404, missing);

    await renderApp({ user: 'student', path: '/mypage' });

    await main().findByRole('heading', { level: 1, name: 'マイページ' });
    main().getByRole('region', { name: 'プロフィール' });
    expect(main().queryByRole('region', { name: '全体の進捗' })).toBeNull();
    await waitFor(() => expect(main().getByRole('region', { name: '学習カレンダー' }).textContent).toContain('読了9'));
    expect(main().queryByRole('alert')).toBeNull();
  });

  test('on a server without the progress summary a learner’s page is shown nevertheless', async () => {
    network.answer(/^GET \/progress\/summary\//, 404, missing);

    await renderApp({ user: 'teacher', path: '/users/detail/user-student' });

    await main().findByRole('heading', { level: 1, name: '佐藤 美咲' });
    main().getByRole('region', { name: '学習カレンダー' });
  });
});
