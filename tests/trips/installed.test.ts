/** Tests device features: the offer to install the app, its help, sharing and printing a lesson, and the app badge. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { sendAtOnce } from '@tests/support/undo-time';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/network/reachability';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const network = useNetworkStub();
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const offer = () => screen.queryByRole('region', { name: 'ホーム画面に追加しませんか' });

afterEach(() => {
  for (const name of ['share', 'standalone', 'setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

/** Fires `beforeinstallprompt` as Chromium does. */
function offerInstall(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(() => Promise.resolve({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { event, prompt };
}

async function readLesson(app: OpenedApp): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: '読了にする' }));
  const actions = within(screen.getByRole('group', { name: 'レッスンの操作' }));
  await sendAtOnce();
  await waitFor(() => expect(actions.getByRole('status').textContent).toBe('読了'));
}

describe('the offer to install', () => {
  test('the install offer on an iPhone leads to the steps and mentions the 7-day limit', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const app = await renderApp({ user: 'kobayashi', path: '/lessons/git-pipes' });
    await readLesson(app);
    await app.goTo('/');
    await waitFor(() => expect(offer()?.textContent).toContain('7日間'));
    await app.user.click(screen.getByRole('link', { name: '追加のしかた' }));

    // The help is found by its id, because a role query over the whole of my page would take seconds.
    const help = await waitFor(() => document.querySelector<HTMLElement>('#install') ?? Promise.reject(new Error()));
    expect(app.href).toBe('/mypage#install');
    expect(help.querySelector('h3')?.textContent).toBe('iPhone・iPad（Safari）');
    expect(help.querySelectorAll('ol')[0]?.textContent).toContain('「ホーム画面に追加」');
  });

  test('the install offer appears on home only after the first read lesson, and 「あとで」 (later) is remembered', async () => {
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

  test('the install offer appears on home and my page only, and not offline', async () => {
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

  test('the install offer opens the browser’s prompt, and persistent storage is requested once the app is installed', async () => {
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

test('a toast is shown for sent calls that had to wait, but not for a call that was sent without delay', async () => {
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
  test('共有 (share) passes the lesson’s title and link to the device’s share sheet', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
    Object.assign(navigator, { share });
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを共有' }));
    const shared = { title: 'パイプとリダイレクト', url: 'http://localhost:3000/lessons/git-pipes' };
    await waitFor(() => expect(share.mock.calls).toEqual([[shared]]));
    expect(screen.queryByText('リンクをコピーしました')).toBeNull();
  });

  test('no message is shown when the user cancels sharing', async () => {
    const share = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('no', 'AbortError')));
    Object.assign(navigator, { share });
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを共有' }));
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('リンクをコピーしました')).toBeNull();
  });

  test('where the device cannot share, 共有 copies the lesson’s link and shows a message', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを共有' }));
    await screen.findByText('リンクをコピーしました');
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/lessons/git-pipes');
  });

  test('印刷 (print) opens the print dialog with the lesson', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    window.print = print;
    const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: 'このレッスンを印刷' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  });
});

test('the app badge counts due reviews and queued calls, and signing out clears it', async () => {
  const setAppBadge = vi.fn<(count?: number) => Promise<void>>(() => Promise.resolve());
  const clearAppBadge = vi.fn<() => Promise<void>>(() => Promise.resolve());
  Object.assign(navigator, { standalone: true, setAppBadge, clearAppBadge });
  const app = await renderApp({ user: 'student', path: '/' });
  // The badge counts only due reviews here: the queue is empty, and the demo history has wrong answers.
  await waitFor(() => expect(setAppBadge.mock.calls.at(-1)?.[0]).toBeGreaterThan(0));
  clearAppBadge.mockClear();
  await app.user.click(screen.getByRole('button', { name: /アカウント/ }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
  await waitFor(() => expect(clearAppBadge).toHaveBeenCalled());
  await waitFor(() => expect(app.href).toMatch(/^\/login/));
});

describe('the app badge of an iPhone', () => {
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

  test('the app badge is off until notifications are allowed, and permission is requested only on a press', async () => {
    const { setAppBadge, notification } = installOnIPhone('default', 'granted');
    const { app, help } = await openHelp();
    expect(help.textContent).toContain('アイコンの数字オフです。通知を許可すると');
    expect(notification.requestPermission).not.toHaveBeenCalled();

    await app.user.click(within(help).getByText('数字をオンにする'));

    await waitFor(() => expect(help.textContent).toContain('アイコンの数字オンです。'));
    await waitFor(() => expect(setAppBadge.mock.calls.at(-1)?.[0]).toBeGreaterThan(0));
  });

  test('the badge setting says so when notifications are blocked, and offers no button', async () => {
    const { setAppBadge } = installOnIPhone('denied');
    const { help } = await openHelp();
    expect(help.textContent).toContain(
      'アイコンの数字オフです。この端末では、通知が許可されていないと表示できません。',
    );
    expect(help.textContent).not.toContain('数字をオンにする');
    expect(setAppBadge).not.toHaveBeenCalled();
  });
});

test('updating the app badge does not cancel requests of the next screen', async () => {
  Object.assign(navigator, {
    standalone: true,
    setAppBadge: () => Promise.resolve(),
    clearAppBadge: () => Promise.resolve(),
  });
  // Leaving the not-found screen mounts the app's layout, because that screen has its own layout.
  const app = await renderApp({ user: 'student', path: '/courses/a.b' });
  await app.user.click(await screen.findByRole('link', { name: 'ホームに戻る' }));

  await screen.findByRole('heading', { level: 1, name: /のホーム/ });
});
