/** A page that comes back, wakes up or is refused late shows and takes nothing that is not its owner's (docs/decisions/0021). */
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

/** The page goes into the back/forward cache; jsdom has no such event. What other tabs do meanwhile is read by the same code here. */
function turn(type: 'pagehide' | 'pageshow', persisted = true): void {
  fireEvent(window, Object.assign(new Event(type), { persisted }));
  resumeReads();
}

/** Puts the page away, lets something happen, and brings it back. */
async function comeBackAfter(happens: () => Promise<unknown>): Promise<void> {
  turn('pagehide');
  await happens();
  turn('pageshow');
  expect(root.style.visibility, 'nothing is shown before it is known whose it is').toBe('hidden');
}

describe('a page that comes back from the back/forward cache', () => {
  test('stands as it was when its owner is still here', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await comeBackAfter(async () => undefined);

    await waitFor(() => expect(root.style.visibility).toBe(''));
    expect(app.loads).toEqual([]);
  });

  test('stands as it was when its owner has signed out and in again', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await comeBackAfter(async () => {
      await clearSession();
      await signInAs('student');
    });

    await waitFor(() => expect(root.style.visibility).toBe(''));
    expect(app.loads).toEqual([]);
  });

  test.each([
    ['nobody is here', clearSession, 'ログイン'],
    ['somebody else is here', () => signInAs('staff'), /田中 健一/],
  ])('restarts when %s', async (_, happens, name) => {
    const app = await renderApp({ user: 'student', path: '/courses' });

    await comeBackAfter(happens);

    await screen.findByRole('button', { name });
    expect(app.loads[0]).toBe('/courses');
  });

  test('restarts when a sign-out of its owner is under way', async () => {
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

  test('fault: the device cannot tell who is here → it restarts', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });

    await comeBackAfter(async () => {
      vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
        throw new DOMException('x', 'UnknownError');
      });
    });

    await waitFor(() => expect(app.loads).toEqual(['/community']));
    vi.restoreAllMocks();
  });

  test('of the login screen restarts when somebody has signed in meanwhile', async () => {
    await renderApp({ path: '/login' });
    await comeBackAfter(() => signInAs('student'));
    await findHome(/のホーム$/);
  });
});

test('a page that only goes, and is not kept, is not hidden', async () => {
  await renderApp({ user: 'student', path: '/community' });
  turn('pagehide', false);
  turn('pageshow', false);
  expect(root.style.visibility).toBe('');
});

describe('a page that was asleep, and heard no news', () => {
  const wake = () => fireEvent(document, new Event('visibilitychange'));

  test('restarts when somebody else is here', async () => {
    await renderApp({ user: 'student' });
    await findHome(/佐藤 美咲/);
    await signInAs('staff');
    wake();
    await findHome(/田中 健一/);
  });

  test('fault: B signs in in another tab while answers to A are on their way → they are kept as A’s alone, B stays signed in, and has the page when it is looked at', async () => {
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

  test('fault: the device cannot tell who is here → nothing that was typed is lost for that', async () => {
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

  test('pressed before it has looked records nothing, does not blame the device, and restarts', async () => {
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

  test('with answers that it hands in restarts, and does not blame the device', async () => {
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

test("a 401 that comes late does not end somebody else's session", async () => {
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

  test('is said, and offered again', async () => {
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

  test('so late that nobody is signed in any more goes on to the login screen', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    vi.stubGlobal('caches', { delete: () => Promise.reject(new DOMException('x', 'UnknownError')), has: () => false });

    await askToLogOut(app);

    await screen.findByRole('button', { name: 'ログイン' });
    expect(app.loads).toEqual(['/login']);
    vi.unstubAllGlobals();
  });
});
