/** Tests the sync panel: titles of queued calls, the result of 今すぐ送信 (send now), and calls that the server lost. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { ownerOf } from '@tests/support/solving';
import { sendAtOnce } from '@tests/support/undo-time';
import { expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { keepReceipt } from '@/offline/queue/entry-transitions';
import { replayState } from '@/offline/queue/queue-broadcasts';
import { countQueue } from '@/offline/queue/queue-counts';
import { readReconciliationNotes, writeReconciliationNotes } from '@/offline/reconciliation/notes';
import { apiHost } from '@/session/api-host';
import type { OwnerKey } from '@/session/session';

// The server has its own data, because read lessons recorded here would change other tests.
useOwnServer('sync-panel');

const network = useNetworkStub();

async function openPanel(app: OpenedApp) {
  await app.user.click(screen.getByRole('button', { name: /^同期の状態：/ }));
  return within(await screen.findByRole('dialog', { name: '学習の送信' }));
}

test('a queued call shows its lesson’s title even while no request succeeds; so does its stored confirmation (receipt) later', async () => {
  const app = await renderApp({ user: 'student2', path: '/lessons/git-pipes' });
  network.cut(/^PUT /);
  await app.user.click(await screen.findByRole('button', { name: '読了にする' }));
  await screen.findByText('送信待ち 1件');
  const owner = (await ownerOf('student2')) as OwnerKey;
  // Stores a queue entry without a title, as an earlier version of the app did.
  await enqueue(owner, { kind: 'lesson-read', lessonId: 'git-remote' });
  network.cut(/ \/lessons\//);
  await app.goTo('/community');
  await app.reload();

  const panel = await openPanel(app);
  await panel.findByText('「パイプとリダイレクト」の読了');
  await panel.findByText('レッスンの読了');
  network.restore();
  await app.user.click(panel.getByRole('button', { name: '今すぐ送信' }));
  const received = within(panel.getByRole('region', { name: '送信済み' }));
  await received.findByText('「パイプとリダイレクト」の読了');
  await waitFor(async () => expect((await countQueue(owner)).receipts).toBe(2));
  expect(network.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).not.toContainEqual(
    expect.stringContaining('パイプ'),
  );
});

test('queued calls are sent although the first screen does not load', async () => {
  const owner = (await ownerOf('student2')) as OwnerKey;
  const release = network.hold('GET /lessons/git-remote');
  await enqueue(owner, { kind: 'lesson-read', lessonId: 'git-branch' }, 'ブランチ');
  const opening = renderApp({ user: 'student2', path: '/lessons/git-remote' });
  const putOf = () => network.calls().find((words) => words.startsWith('PUT '));
  await waitFor(() => expect(putOf()).toContain('git-branch'));
  expect(document.documentElement.dataset.app).not.toBe('ready');
  release();
  await opening;
});

test('the sync panel shows the first part of a long queue, and more on a press', async () => {
  network.cut(/^PUT /);
  const owner = (await ownerOf('student')) as OwnerKey;
  for (let lesson = 1; lesson <= 40; lesson += 1) {
    await enqueue(owner, { kind: 'lesson-read', lessonId: `git-${lesson}` }, `レッスン${lesson}`);
  }
  const app = await renderApp({ user: 'student', path: '/community' });
  const panel = await openPanel(app);
  const waiting = within(panel.getByRole('region', { name: '送信待ち' }));
  await waiting.findByText('「レッスン30」の読了');
  expect(waiting.getAllByRole('listitem')).toHaveLength(30);
  await app.user.click(waiting.getByRole('button', { name: 'さらに表示（残り10件）' }));
  await waiting.findByText('「レッスン40」の読了');
  expect(waiting.getAllByRole('listitem')).toHaveLength(40);
});

test('今すぐ送信 (send now) offline shows after each press that sending was tried and failed', async () => {
  network.cut(/^PUT /);
  const app = await renderApp({ user: 'student', path: '/community' });
  await enqueue((await ownerOf('student')) as OwnerKey, { kind: 'lesson-read', lessonId: 'git-remote' }, 'リモート');
  const panel = await openPanel(app);
  const send = await panel.findByRole('button', { name: '今すぐ送信' });
  expect(panel.queryByText(/^いま送信をためしましたが/)).toBeNull();

  await app.user.click(send);
  await panel.findByText(/^いま送信をためしましたが、届きませんでした。/);
  const tries = () => network.sent.filter(({ method }) => method === 'PUT').length;
  const before = tries();
  await app.user.click(send);
  await waitFor(() => expect(tries()).toBeGreaterThan(before));
  await panel.findByText(/^いま送信をためしましたが、届きませんでした。/);
});

test('fault: the network is lost and returns 60 times → a queued write is sent at most 120 times, and fewer than 60 reads', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const app = await renderApp({ user: 'student', path: '/lessons/git-remote' });
  const owner = (await ownerOf('student')) as OwnerKey;
  const count = (method: string) => network.sent.filter((sent) => sent.method === method).length;
  network.cut(/^PUT /);
  await app.user.click(await screen.findByRole('button', { name: '読了にする' }));
  await sendAtOnce();
  const before = { reads: count('GET'), writes: count('PUT') };
  for (let time = 1; time <= 60; time += 1) {
    network.cut();
    window.dispatchEvent(new Event('offline'));
    network.restore();
    network.cut(/^PUT /);
    const known = count('PUT');
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(count('PUT')).toBeGreaterThan(known));
  }
  expect(count('PUT') - before.writes).toBeLessThanOrEqual(2 * 60);
  // Few reads are expected, because copies on the screen are fetched every ten seconds at most.
  expect(count('GET') - before.reads).toBeLessThan(60);
  network.restore();
  window.dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await countQueue(owner)).toMatchObject({ waiting: 0, receipts: 1 }));
});

/** Makes the API's host the app's own, as in front of which a sign-in proxy gets its cookies. */
function placeOnApiHost(): void {
  Object.defineProperty(globalThis.location, 'origin', { value: apiHost(), configurable: true });
}

test('fault: a sign-in proxy answers for the server → label, notice and panel show that until the server answers again', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  placeOnApiHost();
  const owner = (await ownerOf('student')) as OwnerKey;
  network.answer(/./, 401, '<!doctype html><title>Sign in</title>');
  await enqueue(owner, { kind: 'lesson-read', lessonId: 'git-stash' }, '一時退避');
  const panel = await openPanel(app);
  await app.user.click(await panel.findByRole('button', { name: '今すぐ送信' }));

  await panel.findByText(/^ネットワークのログインが必要かもしれません。下のボタンから/);
  expect(panel.getByRole('button', { name: 'ログイン' })).toBeDefined();
  const link = panel.getByRole('link', { name: 'ネットワークにログイン' });
  expect(link.getAttribute('href')).toBe('/network-login?redirect=%2Fcommunity');
  await screen.findByRole('region', { name: 'サーバーにつながりません', hidden: true });
  await screen.findByRole('button', { name: /^同期の状態：接続の確認が必要 ・ 送信待ち \d+件$/, hidden: true });

  network.restore();
  await app.user.click(panel.getByRole('button', { name: '今すぐ送信' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'ネットワークにログイン', hidden: true })).toBeNull());
});

test('fault: a sign-in proxy answers while no call is queued → the sync label does not show 同期済み (in sync)', async () => {
  const app = await renderApp({ user: 'teacher', path: '/community' });
  placeOnApiHost();
  await screen.findByRole('button', { name: '同期の状態：同期済み' });
  network.answer(/./, 200, '<!doctype html><title>Sign in</title>');
  await app.goTo('/companies');
  await screen.findByRole('button', { name: '同期の状態：接続の確認が必要' });
  await screen.findByRole('alert');
  const links = screen.getAllByRole('link', { name: 'ネットワークにログイン' });
  expect(links[0]?.getAttribute('href')).toBe('/network-login?redirect=%2Fcompanies');
  network.restore();
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('button', { name: '同期の状態：同期済み' });
  await screen.findByRole('heading', { level: 1, name: '企業情報' });
});

test.each([
  ['a page that asks for HTTP Basic', '<html>', { 'Content-Type': 'text/html', 'WWW-Authenticate': 'Basic realm="x"' }],
  ['an empty 401 that asks for HTTP Basic', '', { 'WWW-Authenticate': 'Basic' }],
])(
  'fault: %s arrives for each call → notice and panel name HTTP Basic, and offer no sign-in',
  async (_, body, headers) => {
    const app = await renderApp({ user: 'student', path: '/community' });
    placeOnApiHost();
    const owner = (await ownerOf('student')) as OwnerKey;
    network.answer(/./, 401, body, headers);
    await enqueue(owner, { kind: 'lesson-read', lessonId: 'git-stash' }, '一時退避');
    const panel = await openPanel(app);
    await app.user.click(await panel.findByRole('button', { name: '今すぐ送信' }));

    await panel.findByText(
      /^このサイトにはBASIC認証などのパスワードがかかっていて.+送信待ちの学習はこの端末に保存済みです。$/,
    );
    const notice = await screen.findByRole('region', { name: 'サーバーにつながりません', hidden: true });
    expect(notice.textContent).toContain('BASIC認証');
    for (const name of ['ログイン', 'ネットワークにログイン']) {
      expect(
        screen.queryByRole('link', { name, hidden: true }) ?? screen.queryByRole('button', { name, hidden: true }),
      ).toBeNull();
    }
    expect(await countQueue(owner)).toMatchObject({ waiting: 1, refused: 0 });
    network.restore();
    await app.user.click(panel.getByRole('button', { name: '今すぐ送信' }));
    await waitFor(async () => expect(await countQueue(owner)).toMatchObject({ waiting: 0 }));
  },
);

test('/network-login opens home if the host answers it with the app instead of a proxy’s sign-in page', async () => {
  const app = await renderApp({ user: 'student', path: '/network-login' });
  expect(app.router.state.location.pathname).toBe('/');
});

test('calls that the server lost are resent with a note, or after a confirmation', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  const owner = (await ownerOf('student')) as OwnerKey;
  // Stores a confirmation (receipt) for a call that the server does not have, as after the restore of a backup.
  const entry = await enqueue(owner, { kind: 'lesson-read', lessonId: 'git-conflict' }, '衝突');
  const receivedAt = new Date(Date.now() - 3_600_000).toISOString();
  if (entry.state === 'queued')
    await keepReceipt(entry, { receivedAt, byServer: true, answer: { lessonId: 'git-conflict', readAt: receivedAt } });
  await app.reload();

  const panel = await openPanel(app);
  await panel.findByText(/^サーバーの記録が.+の状態に戻っていたため、1件を送り直しました。$/);
  expect(network.calls().filter((words) => words.startsWith('PUT'))).toEqual([
    expect.stringMatching(/^PUT \/progress\/lesson\/git-conflict\?at=\d/),
  ]);
  expect(await countQueue(owner)).toMatchObject({ waiting: 0, refused: 0, receipts: 1 });

  await writeReconciliationNotes(owner, {
    ...(await readReconciliationNotes(owner)),
    asks: { count: 63, forgottenAt: Date.now() },
  });
  await panel.findByText(/この端末に控えのある学習63件を送り直しますか？$/);
  await app.user.click(panel.getByRole('button', { name: '送り直さない' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: '送り直さない' })).toBeNull());

  replayState.publish({ owner, sending: false, outcome: { received: 0, refused: 0, words: '12件を送り直しました' } });
  await screen.findByText('12件を送り直しました');
});
