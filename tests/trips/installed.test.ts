/** The app as it is held: the offer to install it, its help, sharing and printing a lesson. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/reachability';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const network = useNetworkStub();
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const offer = () => screen.queryByRole('region', { name: 'ホーム画面に追加しませんか' });

afterEach(() => {
  for (const name of ['share', 'standalone', 'setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

/** The browser's offer to install, as Chromium makes it. */
function offerInstall(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(() => Promise.resolve({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { event, prompt };
}

async function readLesson(app: OpenedApp): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: '読了にする' }));
  const actions = within(screen.getByRole('group', { name: 'レッスンの操作' }));
  await waitFor(() => expect(actions.getByRole('status').textContent).toBe('読了'));
}

describe('the offer to install', () => {
  test('on an iPhone leads to the steps, and names the 7 days', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const app = await renderApp({ user: 'kobayashi', path: '/lessons/git-pipes' });
    await readLesson(app);
    await app.goTo('/');
    await waitFor(() => expect(offer()?.textContent).toContain('7日間'));
    await app.user.click(screen.getByRole('link', { name: '追加のしかた' }));

    // My page is long: asking all of it for roles would take seconds.
    const help = await waitFor(() => document.querySelector<HTMLElement>('#install') ?? Promise.reject(new Error()));
    expect(app.href).toBe('/mypage#install');
    expect(help.querySelector('h3')?.textContent).toBe('iPhone・iPad（Safari）');
    expect(help.querySelectorAll('ol')[0]?.textContent).toContain('「ホーム画面に追加」');
  });

  test('comes on home after the first lesson was read, never on first sight, and 「あとで」 is remembered', async () => {
    const app = await renderApp({ user: 'ikeda', path: '/' });
    const { event } = offerInstall('dismissed');
    expect(event.defaultPrevented).toBe(true);
    await findTitle(/のホーム$/);
    expect(offer()).toBeNull();

    await app.goTo('/lessons/git-pipes');
    await readLesson(app);
    await app.goTo('/');
    await waitFor(() => expect(offer()).not.toBeNull());
    await app.user.click(screen.getByRole('button', { name: 'あとで' }));
    expect(offer()).toBeNull();

    await app.reload();
    offerInstall('dismissed');
    await findTitle(/のホーム$/);
    expect(offer()).toBeNull();
  });

  test('stands on home and my page alone, and not while there is no network', async () => {
    const app = await renderApp({ user: 'yamamoto', path: '/lessons/git-pipes' });
    offerInstall('dismissed');
    await readLesson(app);
    await app.goTo('/');
    await waitFor(() => expect(offer()).not.toBeNull());

    noteReachability(false);
    await waitFor(() => expect(offer()).toBeNull());
    noteReachability(true);
    await waitFor(() => expect(offer()).not.toBeNull());
    await app.goTo('/courses');
    await waitFor(() => expect(offer()).toBeNull());
    await app.goTo('/mypage');
    await waitFor(() => expect(offer()).not.toBeNull());
  });

  test("asks the browser's own question, and asks for lasting storage once the app is installed", async () => {
    const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
    const app = await renderApp({ user: 'sasaki', path: '/lessons/git-pipes' });
    const { prompt } = offerInstall('accepted');
    await readLesson(app);
    await app.goTo('/');
    await app.user.click(await screen.findByRole('button', { name: '追加する' }));
    await waitFor(() => expect(prompt).toHaveBeenCalledTimes(1));
    window.dispatchEvent(new Event('appinstalled'));

    await waitFor(() => expect(offer()).toBeNull());
    expect(persist).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(navigator, 'storage');
  });
});

test('what was sent is said where it had to wait, and not where the press itself has said so', async () => {
  const show = vi.spyOn(notifications, 'show');
  const said = () => show.mock.calls.map(([{ message }]) => message);
  const app = await renderApp({ user: 'yamamoto', path: '/lessons/git-bash-script' });
  await readLesson(app);
  await app.goTo('/lessons/statistics-normal');
  network.cut(/^PUT /);
  await app.user.click(await screen.findByRole('button', { name: '読了にする' }));
  await screen.findByText('送信待ち 1件');
  expect(said()).toEqual([]);

  network.restore();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(said()).toEqual(['1件を送信しました']));
});

describe('sharing and printing a lesson', () => {
  test("hands the lesson's title and link to the device", async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
    Object.assign(navigator, { share });
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを共有' }));
    const shared = { title: 'パイプとリダイレクト', url: 'http://localhost:3000/lessons/git-pipes' };
    await waitFor(() => expect(share.mock.calls).toEqual([[shared]]));
    expect(screen.queryByText('リンクをコピーしました')).toBeNull();
  });

  test('a person who changes their mind is told nothing', async () => {
    const share = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('no', 'AbortError')));
    Object.assign(navigator, { share });
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを共有' }));
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('リンクをコピーしました')).toBeNull();
  });

  test('copies the link where the device cannot share, and says so', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを共有' }));
    await screen.findByText('リンクをコピーしました');
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/lessons/git-pipes');
  });

  test('prints', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    window.print = print;
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを印刷' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  });
});

test('what is to be reviewed is on the icon with what waits, and signing out takes it off', async () => {
  const setAppBadge = vi.fn<(count?: number) => Promise<void>>(() => Promise.resolve());
  const clearAppBadge = vi.fn<() => Promise<void>>(() => Promise.resolve());
  Object.assign(navigator, { standalone: true, setAppBadge, clearAppBadge });
  const app = await renderApp({ user: 'student', path: '/' });
  // Nothing waits; in the demo's history some questions were wrong last time.
  await waitFor(() => expect(setAppBadge.mock.calls.at(-1)?.[0]).toBeGreaterThan(0));
  clearAppBadge.mockClear();
  await app.user.click(screen.getByRole('button', { name: /アカウント/ }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
  await waitFor(() => expect(clearAppBadge).toHaveBeenCalled());
  await waitFor(() => expect(app.href).toMatch(/^\/login/));
});

describe('the number on the icon of an iPhone', () => {
  function installOnIPhone(permission: NotificationPermission, answer: NotificationPermission = permission) {
    const setAppBadge = vi.fn<(count?: number) => Promise<void>>(() => Promise.resolve());
    Object.assign(navigator, { standalone: true, setAppBadge, clearAppBadge: () => Promise.resolve() });
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const notification = {
      permission,
      requestPermission: vi.fn<() => Promise<NotificationPermission>>(() => {
        notification.permission = answer;
        return Promise.resolve(answer);
      }),
    };
    vi.stubGlobal('Notification', notification);
    return { setAppBadge, notification };
  }
  const openHelp = async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    const help = await waitFor(() => document.querySelector<HTMLElement>('#install') ?? Promise.reject(new Error()));
    return { app, help };
  };
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('is off until notifications are allowed, asks from a press alone, and is on then', async () => {
    const { setAppBadge, notification } = installOnIPhone('default', 'granted');
    const { app, help } = await openHelp();
    expect(help.textContent).toContain('アイコンの数字オフ。通知を許可すると');
    expect(notification.requestPermission).not.toHaveBeenCalled();

    await app.user.click(within(help).getByText('数字をオンにする'));

    await waitFor(() => expect(help.textContent).toContain('アイコンの数字オン。'));
    await waitFor(() => expect(setAppBadge.mock.calls.at(-1)?.[0]).toBeGreaterThan(0));
  });

  test('is said to be off where they are refused, and none is promised', async () => {
    const { setAppBadge } = installOnIPhone('denied');
    const { help } = await openHelp();
    expect(help.textContent).toContain('アイコンの数字オフ。この端末では、通知が許可されていないと表示できません。');
    expect(help.textContent).not.toContain('数字をオンにする');
    expect(setAppBadge).not.toHaveBeenCalled();
  });
});

test('the number on the icon breaks off nothing that the next screen waits for', async () => {
  Object.assign(navigator, {
    standalone: true,
    setAppBadge: () => Promise.resolve(),
    clearAppBadge: () => Promise.resolve(),
  });
  // What is not found has a layout of its own, which goes with it.
  const app = await renderApp({ user: 'student', path: '/courses/a.b' });
  await app.user.click(await screen.findByRole('link', { name: 'ホームに戻る' }));

  await screen.findByRole('heading', { level: 1, name: /のホーム/ });
});
