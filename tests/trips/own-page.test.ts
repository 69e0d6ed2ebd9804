/**
 * Tests that a page restored from the back/forward cache, or resumed late, shows and stores only its own user’s data
 * (docs/decisions/0021).
 */
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { answerFirst, SOLVE } from '@tests/support/solving';
import { describe, expect, test, vi } from 'vitest';

import { wipeOwner } from '@/offline/wipe';
import { ownerKey, readSession } from '@/session/session';
import { resumeReads } from '@/storage/device-store';
import { listOwned } from '@/storage/owned-store';

const network = useNetworkStub();
const root = document.documentElement;
const findHome = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

/**
 * Fires the event of entering or leaving the back/forward cache, which jsdom does not have. Changes by other tabs are
 * then read by `resumeReads`.
 */
function turn(type: 'pagehide' | 'pageshow', persisted = true): void {
  fireEvent(window, Object.assign(new Event(type), { persisted }));
  resumeReads();
}

/** Puts the page into the back/forward cache, runs the callback `happens`, and restores the page. */
async function comeBackAfter(happens: () => Promise<unknown>): Promise<void> {
  turn('pagehide');
  await happens();
  turn('pageshow');
  expect(root.style.visibility, 'nothing is shown before it is known whose it is').toBe('hidden');
}

describe('a page restored from the back/forward cache', () => {
  test('a page restored from the back/forward cache is unchanged if its user is still signed in', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await comeBackAfter(async () => undefined);

    await waitFor(() => expect(root.style.visibility).toBe(''));
    expect(app.loads).toEqual([]);
  });

  test('a page restored from the back/forward cache is unchanged if its user signed out and in again', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await comeBackAfter(async () => {
      await clearSession();
      await signInAs('student');
    });

    await waitFor(() => expect(root.style.visibility).toBe(''));
    expect(app.loads).toEqual([]);
  });

  test.each([
    ['its user has signed out', clearSession, 'ログイン'],
    ['another user has signed in', () => signInAs('staff'), /田中 健一/],
  ])('a restored page restarts when %s', async (_, happens, name) => {
    const app = await renderApp({ user: 'student', path: '/courses' });

    await comeBackAfter(happens);

    await screen.findByRole('button', { name });
    expect(app.loads[0]).toBe('/courses');
  });

  test('a page restored from the back/forward cache restarts while a sign-out of its user is running', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const session = await readSession();
    let goOn: (() => void) | undefined;
    vi.stubGlobal('caches', { delete: () => new Promise<void>((resolve) => (goOn = resolve)) });

    turn('pagehide');
    const wiped = session && wipeOwner(ownerKey(session.owner), { dropsEntries: false });
    await waitFor(() => expect(goOn).toBeDefined());
    turn('pageshow');
    expect(root.style.visibility).toBe('hidden');
    vi.unstubAllGlobals();
    goOn?.();
    await wiped;

    await waitFor(() => expect(app.loads).toEqual(['/community']));
  });

  test('fault: the device cannot read who is signed in → a page restored from the back/forward cache restarts', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await comeBackAfter(async () => {
      vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
        throw new DOMException('x', 'UnknownError');
      });
    });

    await waitFor(() => expect(app.loads).toEqual(['/community']));
  });

  test('a login screen restored from the back/forward cache restarts when a user has signed in meanwhile', async () => {
    await renderApp({ path: '/login' });
    await comeBackAfter(() => signInAs('student'));
    await findHome(/のホーム$/);
  });
});

test('a page that is left without entering the back/forward cache remains visible', async () => {
  await renderApp({ user: 'student', path: '/community' });
  turn('pagehide', false);
  turn('pageshow', false);
  expect(root.style.visibility).toBe('');
});

describe('a suspended page that missed broadcasts', () => {
  const wake = () => fireEvent(document, new Event('visibilitychange'));

  test('a frozen page that is resumed restarts when another user has signed in', async () => {
    await renderApp({ user: 'student' });
    await findHome(/佐藤 美咲/);
    await signInAs('staff');
    wake();
    await findHome(/田中 健一/);
  });

  test('fault: B signs in in another tab during A’s requests → responses are stored for A only, and the page switches to B', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const release = network.hold(/^GET \/courses\//);
    app.router.history.push('/courses');
    await waitFor(() => expect(network.calls()).toContainEqual(expect.stringMatching(/^GET \/courses\//)));
    const staff = ownerKey(await signInAs('staff'));
    const theirs = await readSession();

    release();

    await screen.findByRole('link', { name: /はじめての統計/ });
    expect(await listOwned('queries', staff)).toEqual([]);
    expect(await readSession()).toEqual(theirs);
    wake();
    await screen.findByRole('button', { name: /田中 健一/ });
    expect(screen.queryByRole('button', { name: /佐藤 美咲/ })).toBeNull();
  });

  test('fault: the device cannot read who is signed in → a resumed page keeps the typed text', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const read = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('x', 'UnknownError');
    });
    wake();
    await waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(1));
    read.mockRestore();
    wake();
    expect(app.loads).toEqual([]);
    expect(root.style.visibility).toBe('');
  });

  test('読了にする (mark as read) pressed before a resumed page has checked its user records nothing and restarts the page', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/statistics-spread' });
    const read = await screen.findByRole('button', { name: '読了にする' });
    await signInAs('staff');
    const shown = vi.spyOn(notifications, 'show');

    await app.user.click(read);

    await waitFor(() => expect(app.loads).toEqual(['/lessons/statistics-spread']));
    expect(shown).not.toHaveBeenCalled();
    expect(screen.queryByText(/送信待ち/)).toBeNull();
    await screen.findByRole('button', { name: /田中 健一/ });
    expect(network.calls().filter((words) => words.startsWith('PUT'))).toEqual([]);
  });

  test('提出 (submit) pressed before a resumed page has checked its user restarts the page, without a device error', async () => {
    const app = await answerFirst('student');
    await app.goTo(`${SOLVE}?view=overview`);
    const handIn = await screen.findByRole('button', { name: '提出する' });
    await signInAs('staff');

    await app.user.click(handIn);

    await waitFor(() => expect(app.loads).toEqual([`${SOLVE}?view=overview`]));
    expect(screen.queryByText('提出できませんでした')).toBeNull();
    await screen.findByRole('button', { name: /田中 健一/ });
    expect(network.calls().filter((words) => words.startsWith('POST /submit'))).toEqual([]);
  });
});

test('a late 401 response to one user’s request does not end another user’s session', async () => {
  const first = await renderApp({ user: 'student' });
  await findHome(/佐藤 美咲/);
  sessionStorage.clear();
  await signInAs('student', { access_token: 'expired', refresh_token: '' });
  const release = network.hold(/^GET \/(me|info)\/$/);
  await first.reload();
  await findHome(/佐藤 美咲/);
  await signInAs('staff');

  release();

  await waitFor(() => expect(first.loads.at(-1)).toMatch(/^\/login/));
  expect(await readSession()).toMatchObject({ owner: { userId: 'user-staff' } });
});

describe('signing out on a device that fails', () => {
  async function askToLogOut(app: OpenedApp): Promise<void> {
    await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
  }

  test('a sign-out that fails because of the device shows an error, and can be retried', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const write = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('x', 'QuotaExceededError');
    });

    await askToLogOut(app);

    const dialog = within(await screen.findByRole('dialog', { name: 'ログアウトできませんでした' }));
    expect(await readSession()).toBeDefined();
    expect(app.loads).toEqual([]);
    await app.user.click(dialog.getByRole('button', { name: 'もう一度ログアウト' }));
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'もう一度ログアウト' })).toHaveProperty('disabled', false),
    );
    expect(app.loads).toEqual([]);
    write.mockRestore();
    await app.user.click(dialog.getByRole('button', { name: 'もう一度ログアウト' }));

    await screen.findByRole('button', { name: 'ログイン' });
    expect(await readSession()).toBeUndefined();
  });

  test('a sign-out when the session is already gone opens the login screen', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    vi.stubGlobal('caches', { delete: () => Promise.reject(new DOMException('x', 'UnknownError')), has: () => false });

    await askToLogOut(app);

    await screen.findByRole('button', { name: 'ログイン' });
    expect(app.loads).toEqual(['/login']);
  });
});
