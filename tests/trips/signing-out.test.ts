/**
 * Tests signing out with unsent calls or offline: the app first says what would be lost, and the sign-out can be
 * cancelled.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { installCaches } from '@tests/support/fake-caches';
import { useNetworkStub } from '@tests/support/network-stub';
import { answerFirst, ownerOf, SOLVE } from '@tests/support/solving';
import { expect, test } from 'vitest';

import { keepPackRecord, listPackRecords } from '@/offline/packs/course-pack-records';
import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { type OwnerKey, readSession } from '@/session/session';

// The server has its own data, because submits and sign-outs here would change other tests.
useOwnServer('signing-out');

const network = useNetworkStub();
const waitingOf = async (user: string) => (await countQueue((await ownerOf(user)) as OwnerKey)).waiting;
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function askToLogOut(app: OpenedApp): Promise<void> {
  await app.user.click(screen.getByRole('button', { name: /^アカウント/ }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
}

/** Queues a read lesson and a submit, neither of which reaches the server. */
async function leaveTwoWaiting(user: string): Promise<OpenedApp> {
  network.cut(/^(PUT|POST) /);
  const app = await answerFirst(user);
  await app.goTo(`${SOLVE}?view=overview`);
  await app.user.click(await screen.findByRole('button', { name: '提出する' }));
  await screen.findByText('送信待ち 1件');
  await enqueue((await ownerOf(user)) as OwnerKey, { kind: 'lesson-read', lessonId: 'git-pipes' });
  await screen.findByText('送信待ち 2件');
  return app;
}

test('送信してログアウト (send, then sign out) offline lists the unsent calls, and signs out only after a confirmation', async () => {
  const app = await leaveTwoWaiting('inoue');
  network.cut();
  await askToLogOut(app);
  const asked = await dialog('まだ送信していない学習があります');
  asked.getByText('もう一度ログインするには、ネットワークへの接続が必要です。');
  await app.user.click(asked.getByRole('button', { name: '送信してログアウト' }));

  const left = await dialog('送信できなかった学習があります');
  expect(left.getByRole('alert').textContent).toContain('送信待ち2件を送信できませんでした');
  left.getByText('もう一度ログインするには、ネットワークへの接続が必要です。');
  const keep = left.getByRole('button', { name: '端末に残してログアウト' });
  expect(document.activeElement).toBe(keep);
  await app.user.click(left.getByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readSession()).toBeDefined();
  expect(app.loads).not.toContain('/login');

  await askToLogOut(app);
  await app.user.click(await screen.findByRole('button', { name: '送信してログアウト' }));
  await dialog('送信できなかった学習があります');
  await app.user.click(screen.getByRole('button', { name: '端末に残してログアウト' }));
  await screen.findByText('この端末に送信待ちの学習が2件あります。', { exact: false });
  expect(await readSession()).toBeUndefined();
  expect(await waitingOf('inoue')).toBe(2);
});

test('送信してログアウト (send, then sign out) online signs out once the server has received everything', async () => {
  const app = await leaveTwoWaiting('mori');
  network.restore();
  await askToLogOut(app);
  const send = await screen.findByRole('button', { name: '送信してログアウト' });
  expect(screen.queryByText(/もう一度ログインするには/)).toBeNull();
  await app.user.click(send);

  await screen.findByRole('button', { name: 'ログイン' });
  expect(await waitingOf('mori')).toBe(0);
});

test('closing the sign-out dialog while calls are being sent cancels the sign-out', async () => {
  const app = await leaveTwoWaiting('ikeda');
  network.restore();
  const release = network.hold(/^(PUT|POST) /);
  await askToLogOut(app);
  await app.user.click(await screen.findByRole('button', { name: '送信してログアウト' }));
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  release();

  await screen.findAllByText('同期済み');
  await app.goTo('/community');
  expect(await readSession()).toBeDefined();
  expect(app.loads).not.toContain('/login');
});

test('an offline sign-out warns first, even if nothing is unsent and the app has not yet noticed the lost network', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  network.cut();
  await askToLogOut(app);

  const warned = await dialog('接続できないままログアウトしますか？');
  warned.getByText('もう一度ログインするには、ネットワークへの接続が必要です。');
  await app.user.click(warned.getByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readSession()).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^アカウント/ }));

  await askToLogOut(app);
  await app.user.click(await screen.findByRole('button', { name: 'ログアウト' }));
  await screen.findByRole('button', { name: 'ログイン' });
  expect(await readSession()).toBeUndefined();
});

test('破棄 (discard) at sign-out asks again, lists what will be lost, and focuses the safe button', async () => {
  const app = await leaveTwoWaiting('yoshida');
  await askToLogOut(app);
  await app.user.click(await screen.findByRole('button', { name: '2件を破棄してログアウト' }));

  const lost = '読了1件、提出した解答1件が消えます。元に戻せません。破棄しますか？';
  const question = within(await screen.findByRole('group', { name: lost }));
  expect(await waitingOf('yoshida')).toBe(2);
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'キャンセル' }));
  await app.user.keyboard('{Enter}');
  const discard = await screen.findByRole('button', { name: '2件を破棄してログアウト' });
  expect(document.activeElement).toBe(discard);
  await app.user.click(discard);
  await app.user.click(
    within(await screen.findByRole('group', { name: lost })).getByRole('button', { name: '2件を破棄してログアウト' }),
  );
  await screen.findByRole('button', { name: 'ログイン' });
  expect(await waitingOf('yoshida')).toBe(0);
});

/** Stores a course as saved some time ago. */
async function keepCourse(user: string, courseId: string, bytes: number): Promise<void> {
  const at = '2026-11-01T00:00:00Z';
  const contents = { keys: [], faults: [], courseUpdatedAt: at, savedAt: at, texts: 3, images: 1, bytes };
  const wantedAt = Date.parse(at);
  const owner = (await ownerOf(user)) as OwnerKey;
  await keepPackRecord(owner, { courseId, title: courseId, wantedAt, isPaused: false, isDue: false, contents });
}

test('a sign-out names the saved courses that it deletes, and after the next sign-in one press saves them again', async () => {
  installCaches();
  await keepCourse('nakamura', 'git', 3_150_000);
  await keepCourse('nakamura', 'statistics', 1_100_000);
  const app = await renderApp({ user: 'nakamura', path: '/community' });
  await askToLogOut(app);

  const asked = await dialog('ログアウトしますか？');
  asked.getByText('保存したコース2件・4.1 MB');
  asked.getByText(/この端末から消えます。次に同じ人がログインしたときに、まとめて保存し直せます。/);
  await app.user.click(asked.getByRole('button', { name: 'ログアウト' }));

  await app.user.type(await screen.findByLabelText('ユーザー名'), 'nakamura');
  await app.user.type(screen.getByLabelText('パスワード'), 'demo-password{Enter}');
  const offer = within(await screen.findByRole('region', { name: 'この端末に保存していたコースが2件あります' }));
  expect(await listPackRecords((await ownerOf('nakamura')) as OwnerKey)).toEqual([]);
  // Blocks downloads, because another test covers fetching the course.
  network.cut(/^GET \/(?!courses\/$)/);
  await app.user.click(offer.getByRole('button', { name: 'もう一度保存' }));

  await waitFor(() => expect(screen.queryByRole('region', { name: /保存していたコース/ })).toBeNull());
  const wanted = await listPackRecords((await ownerOf('nakamura')) as OwnerKey);
  expect(new Map(wanted.map(({ courseId, isDue }) => [courseId, isDue]))).toEqual(
    new Map([
      ['git', true],
      ['statistics', true],
    ]),
  );
});
