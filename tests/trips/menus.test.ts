/** Tests the side menu and the account menu (specification §2): the entries of each role, and logging out. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { cancelQuestion } from '@tests/support/course-editing';
import { callAs, demoSession } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { shownScreens, userOf } from '@tests/support/screens';
import { describe, expect, test } from 'vitest';

import { mayOpen, type Role, roles } from '@/session/roles';
import { pathOf } from '@/session/screen-paths';
import { screenOf, titleOf } from '@/session/screens';
import { readSession } from '@/session/session';

const network = useNetworkStub();
const sideMenu = () => within(screen.getByRole('navigation', { name: 'メインメニュー' }));

describe('the side menu', () => {
  /** Label and path of each entry that the table of screens gives a role, with 株式会社みなと as the own company. */
  function tableEntries(role: Role): string[][] {
    return shownScreens.flatMap((id) => {
      const { menu, access } = screenOf(id);
      if (!menu || !mayOpen(role, menu.permission ?? access)) return [];
      return [[menu.label ?? titleOf(id, role), pathOf(id).replace('$companyId', 'minato')]];
    });
  }
  function entries(): (string | null)[][] {
    return sideMenu()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  }

  test.each(roles)('the side menu shows %s the entries of the table of screens, in its order', async (role) => {
    await renderApp({ user: userOf[role], path: '/community' });

    expect(entries()).toEqual(tableEntries(role));
  });

  test('the side menu names the community Discord, and hides it from an admin', async () => {
    await renderApp({ user: 'student', path: '/community' });
    expect(entries()).toContainEqual(['Discord', '/community']);

    await renderApp({ user: 'admin', path: '/community' });
    expect(sideMenu().queryByRole('link', { name: 'Discord' })).toBeNull();
  });

  test('the side menu shows staff without a company no entry for a company', async () => {
    const me = await callAs('staff', 'GET', '/me/');
    network.answer('GET /me/', 200, { ...(me as object), companyId: null });
    await renderApp({ user: 'staff', path: '/community' });

    expect(entries()).toEqual(tableEntries('STAFF').filter(([, path]) => !path?.startsWith('/companies')));
  });

  test('the side menu shows a student with a company no entry for that company', async () => {
    await renderApp({ user: 'student', path: '/community' });

    expect(sideMenu().queryByRole('link', { name: 'ユーザー情報' })).toBeNull();
  });

  test('the side menu leads to the screens, and marks the current one', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await app.user.click(sideMenu().getByRole('link', { name: 'コース' }));

    await screen.findByRole('heading', { level: 1, name: 'コース' });
    const current = sideMenu().getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.textContent)).toEqual(['コース']);
  });

  test('the side menu collapses to icons with accessible names, and stays collapsed after a reload', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await app.user.click(screen.getByRole('button', { name: 'メニューをたたむ', expanded: true }));
    expect(sideMenu().getByRole('link', { name: 'Discord' }).textContent).toBe('');
    await app.reload();

    const open = screen.getByRole('button', { name: 'メニューを開く', expanded: false });
    expect(sideMenu().getByRole('link', { name: 'コース' }).textContent).toBe('');
    await app.user.click(sideMenu().getByRole('link', { name: 'コース' }));
    await screen.findByRole('heading', { level: 1, name: 'コース' });
    await app.user.click(open);
    expect(sideMenu().getByRole('link', { name: 'コース' }).textContent).toBe('コース');
  });
});

describe('the account menu', () => {
  test('the account menu has exactly マイページ (my page) and ログアウト (sign out)', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    expect(screen.queryByRole('menu')).toBeNull();

    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));

    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['マイページ', 'ログアウト']);
  });

  test('the account menu opens and closes', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await screen.findByRole('menu');

    await app.user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(screen.getAllByRole('button', { name: /^アカウント/, expanded: false })).toHaveLength(1);
  });

  test('the account menu leads to my page', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'マイページ' }));

    await screen.findByRole('heading', { level: 1, name: 'マイページ' });
    expect(app.href).toBe('/mypage');
  });
});

describe('logging out', () => {
  test('logging out deletes the session and the refresh token, and opens the login screen', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    expect(sessionStorage.getItem('refresh_token')).toBe((await demoSession('student')).refresh_token);

    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));

    await screen.findByRole('button', { name: 'ログイン' });
    expect(app.href).toBe('/login');
    expect(app.loads).toEqual(['/login']);
    expect(await readSession()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
  });

  test('logging out asks before discarding unsaved edits, and can be cancelled', async () => {
    const app = await renderApp({ user: 'teacher', path: '/courses/new' });
    const title = await screen.findByRole('textbox', { name: /^タイトル/ });
    await app.user.type(title, '書きかけ');
    await screen.findByText(/書きかけは端末に保存済み/);

    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
    await screen.findByText('保存していない編集が1件');
    await cancelQuestion(app);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(title).toHaveProperty('value', '書きかけ');

    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
    await app.user.click(await screen.findByRole('button', { name: '編集を破棄してログアウト' }));
    await screen.findByRole('button', { name: 'ログイン' });
    expect(await readSession()).toBeUndefined();
  });

  test('after logging out, opening a screen’s address does not show the screen', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
    await screen.findByRole('button', { name: 'ログイン' });

    await app.goTo('/courses');

    expect(app.href).toBe('/login?redirect=%2Fcourses');
  });
});
