/** Tests the layout around every screen: breadcrumbs, document title, focus, scrolling, toasts (specification §2). */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test, vi } from 'vitest';

import { showToast } from '@/ui/notices/toast';

const network = useNetworkStub();

const trail = () =>
  [...document.querySelectorAll('nav[aria-label="パンくずリスト"] ol > li')].map((crumb) => crumb.textContent);

test.each([
  ['student', '/lessons/git-files', 'コース', 'true'],
  ['student', '/sections/git-s1', 'コース', 'true'],
  ['teacher', '/courses/git', 'コース管理', 'page'],
  ['staff', '/users/detail/user-student', 'ユーザー情報', 'true'],
  ['admin', '/users/new', '企業情報', 'true'],
])('the menu of %s at %s marks the current entry %s (%s)', async (user, path, label, current) => {
  await renderApp({ user, path });
  const menu = within(screen.getByRole('navigation', { name: 'メインメニュー' }));
  const marked = () => menu.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  await waitFor(() => expect(marked().map((link) => link.getAttribute('aria-label'))).toEqual([label]));
  expect(marked()[0]?.getAttribute('aria-current')).toBe(current);
});

describe('breadcrumbs and the document’s title', () => {
  test.each([
    ['student', '/', ['ホーム']],
    ['student', '/courses', ['ホーム', 'コース']],
    ['teacher', '/courses', ['ホーム', 'コース管理']],
    ['student', '/courses/git', ['ホーム', 'コース', 'Gitとコマンドライン']],
    ['student', '/sections/git-s1', ['ホーム', 'コース', 'Gitとコマンドライン', 'コマンドラインの基本']],
    ['student', '/lessons/git-files', ['ホーム', 'コース', 'Gitとコマンドライン', 'ファイルとディレクトリを操作する']],
    ['student', '/community', ['ホーム', 'コミュニティ（Discord）']],
    ['student', '/mypage', ['ホーム', 'マイページ']],
    ['admin', '/companies', ['ホーム', '企業情報']],
    ['admin', '/companies/minato', ['ホーム', '企業情報', '株式会社みなと']],
    ['staff', '/companies/minato', ['ホーム', '株式会社みなと']],
    ['staff', '/users/detail/user-student', ['ホーム', '株式会社みなと', '佐藤 美咲']],
    ['admin', '/users/edit/user-student', ['ホーム', '企業情報', '株式会社みなと', '佐藤 美咲', '佐藤 美咲さんを編集']],
    ['admin', '/users/new?companyId=minato', ['ホーム', '企業情報', '株式会社みなと', '利用者を追加']],
    ['teacher', '/lessons/new?chapterId=git-s1-c1', ['ホーム', 'コース管理', 'Gitとコマンドライン', 'レッスンを追加']],
    ['teacher', '/sections/new?courseId=git', ['ホーム', 'コース管理', 'Gitとコマンドライン', 'セクションを追加']],
  ])('%s at %s', async (user, path, crumbs) => {
    await renderApp({ user, path });

    await waitFor(() => expect(trail()).toEqual(crumbs));
    await waitFor(() => expect(document.title).toBe(path === '/' ? 'まなびば' : `${crumbs.at(-1)} | まなびば`));
  });

  test('each breadcrumb but the last links to its screen', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/git-files' });
    const crumbs = within(screen.getByRole('navigation', { name: 'パンくずリスト' }));

    expect(crumbs.getByText('ファイルとディレクトリを操作する').getAttribute('aria-current')).toBe('page');
    const [course] = crumbs.getAllByRole('link', { name: 'Gitとコマンドライン' });
    if (course) await app.user.click(course);

    await screen.findByRole('heading', { level: 1, name: 'Gitとコマンドライン' });
    expect(app.href).toBe('/courses/git');
  });

  test('an error or unknown path sets its own document title, not the previous screen’s', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await app.goTo('/nowhere');
    await screen.findByRole('heading', { level: 1, name: 'ページが見つかりません' });

    await waitFor(() => expect(document.title).not.toContain('コミュニティ'));
  });
});

describe('a change of path', () => {
  const focused = () => document.activeElement?.textContent;

  test('a navigation scrolls to the hash of the address, also through a link', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const led: unknown[] = [];
    vi.spyOn(window, 'scrollTo').mockImplementation(() => led.push('top'));
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      led.push(this.id);
    });

    await app.goTo('/mypage#install');

    await waitFor(() => expect(focused()).toBe('マイページ'));
    expect(led.at(-1)).toBe('install');
  });

  test('a navigation focuses the title of a slow screen once it is shown', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const release = network.hold(/^GET \/courses\/\?/);
    app.router.history.push('/courses');
    await within(screen.getByRole('main')).findByText('読み込んでいます');

    release();

    await screen.findByRole('heading', { level: 1, name: 'コース' });
    await waitFor(() => expect(focused()).toBe('コース'));
  });

  test('a navigation that fails focuses the title of the error', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await app.goTo('/companies');

    await waitFor(() => expect(focused()).toBe('アクセスが拒否されました'));
  });

  test('a navigation leaves the focus where the user put it before the title appeared', async () => {
    const app = await renderApp({ user: 'teacher', path: '/community' });
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    await app.goTo('/courses/new');
    const field = await screen.findByRole('textbox', { name: 'タイトル' });

    field.focus();
    for (const frame of frames.splice(0)) frame(performance.now());

    expect(document.activeElement).toBe(field);
  });

  test('the first screen after loading the app takes no focus', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo');
    await renderApp({ user: 'student', path: '/courses' });

    await screen.findByRole('heading', { level: 1, name: 'コース' });
    expect(document.activeElement).toBe(document.body);
    expect(scrolled).not.toHaveBeenCalledWith(0, 0);
  });

  test('a change of only search or hash neither scrolls nor moves the focus', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/git-files' });
    const scrolled = vi.spyOn(window, 'scrollTo');

    await app.goTo('/lessons/git-files?x=1');

    expect(document.activeElement).toBe(document.body);
    expect(scrolled).not.toHaveBeenCalledWith(0, 0);
  });
});

describe('a toast', () => {
  test.each([
    ['success', 'status'],
    ['info', 'status'],
    ['warning', 'status'],
    ['error', 'alert'],
  ] as const)('a toast of severity %s is read as %s', async (severity, role) => {
    await renderApp({ user: 'student', path: '/community' });

    await showToast(severity, `${severity}の知らせ`);

    const toast = await screen.findByText(`${severity}の知らせ`);
    expect(toast.closest(`[role="${role}"]`)).not.toBeNull();
    expect(toast.closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-right');
  });

  test('a success message replaces the previous success message, while an error message stays shown', async () => {
    await renderApp({ user: 'student', path: '/community' });
    notifications.clean();
    await showToast('error', '失敗の知らせ', { shownMs: 60_000 });
    await showToast('success', '先の保存', { shownMs: 60_000 });
    await screen.findByText('先の保存');

    await showToast('success', '後の保存');

    await screen.findByText('後の保存');
    await waitFor(() => expect(screen.queryByText('先の保存')).toBeNull());
    screen.getByText('失敗の知らせ');
    notifications.clean();
  });

  test('a toast hides after 2000 ms, not earlier', async () => {
    await renderApp({ user: 'student', path: '/community' });
    await showToast('info', '先の知らせ');
    await screen.findByText('先の知らせ');
    notifications.clean();
    await waitFor(() => expect(screen.queryByText('先の知らせ')).toBeNull());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    await showToast('success', '保存しました');
    await vi.waitFor(() => screen.getByText('保存しました'));
    await vi.advanceTimersByTimeAsync(1900);
    expect(screen.getAllByText('保存しました')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);

    await vi.advanceTimersByTimeAsync(400);
    await vi.waitFor(() => expect(screen.queryByText('保存しました')).toBeNull());
  });
});
