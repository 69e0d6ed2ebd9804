/**
 * Tests the end of a lesson: one press to the next lesson, its question sets, the course's progress, and undoing (取り消す)
 * a read mark (読了).
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { ownerOf } from '@tests/support/solving';
import { hidePage, holdUndoTime } from '@tests/support/undo-time';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { noteReachability } from '@/api/network/reachability';
import { requestReplay } from '@/offline/page/request-replay';
import { findCall } from '@/offline/queue/queue-lists';
import { undo } from '@/offline/queue/undo';
import type { OwnerKey } from '@/session/session';

// The server has its own data, because read lessons recorded here would change other tests.
useOwnServer('lesson-end');

const network = useNetworkStub();
const actions = () => within(screen.getByRole('group', { name: 'レッスンの操作' }));
const findCard = async () => within(await screen.findByRole('region', { name: 'このあと' }));
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const meter = (card: Awaited<ReturnType<typeof findCard>>) =>
  card.getByRole('progressbar').getAttribute('aria-valuetext');
const puts = () => network.sent.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('?')[0]);
const status = () => actions().getByRole('status').textContent;
const PIPES = 'パイプとリダイレクト';
const NEXT = '手順をシェルスクリプトにまとめる';

async function press(app: OpenedApp, name: string | RegExp): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name }));
}

interface Outline {
  sections: { chapters: { lessons: { id: string }[] }[] }[];
}

/** Marks all lessons of the course as read, except some. */
async function readAllBut(username: string, ...unread: string[]): Promise<void> {
  const { sections } = (await callAs(username, 'GET', '/courses/git')) as Outline;
  const ids = sections.flatMap(({ chapters }) => chapters).flatMap(({ lessons }) => lessons.map(({ id }) => id));
  for (const id of ids) if (!unread.includes(id)) await callAs(username, 'PUT', `/progress/lesson/${id}`);
}

let endUndoTime: () => void;
beforeEach(() => void (endUndoTime = holdUndoTime()));
afterEach(() => {
  endUndoTime();
});

describe('the card at the end', () => {
  test('読了にして次へ marks the lesson as read and opens the next one, where the mark can be undone', async () => {
    const app = await renderApp({ user: 'matsumoto', path: '/lessons/git-pipes' });
    await press(app, `読了にして次へ：${NEXT}`);

    await findTitle(NEXT);
    await actions().findByText(PIPES);
    await screen.findByRole('button', { name: '同期の状態：送信待ち 1件' });
    expect(puts()).toEqual([]);
    await press(app, '取り消す');

    await actions().findByText('取り消しました');
    await screen.findByRole('button', { name: '同期の状態：同期済み' });
    await app.goTo('/lessons/git-pipes');
    await actions().findByRole('button', { name: '読了にする' });
    hidePage();
    await requestReplay({ isUrgent: true });
    expect(puts()).toEqual([]);
  });

  test('the end of a lesson offers its question sets with 問題を解く and the last score', async () => {
    await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    const sets = within(await screen.findByRole('region', { name: '問題集' }));
    sets.getByText(/^前回 \d \/ \d/);
    expect(sets.getByRole('link', { name: /の問題を解く$/ }).textContent).toBe('問題を解く');
  });

  test('the end of a lesson that is already read offers only the next lesson', async () => {
    await callAs('yamamoto', 'PUT', '/progress/lesson/git-pipes');
    const app = await renderApp({ user: 'yamamoto', path: '/lessons/git-pipes' });
    await press(app, `次へ：${NEXT}`);

    await findTitle(NEXT);
    expect(puts()).toEqual([]);
    expect(actions().queryByRole('button', { name: '取り消す' })).toBeNull();
  });

  test('after the last lesson of a course, the first unread one is offered', async () => {
    await readAllBut('kobayashi', 'git-pipes', 'git-python');
    const app = await renderApp({ user: 'kobayashi', path: '/lessons/git-python' });
    await press(app, `読了にして次へ：${PIPES}`);

    await findTitle(PIPES);
    const card = await findCard();
    expect(meter(card)).toBe('13中12、92%');
    await press(app, '読了にして、コースを修了');
    await (await findCard()).findByText('すべてのレッスンを読み終えました。');
    expect(meter(await findCard())).toBe('13中13、100%');
    expect((await findCard()).getByRole('link', { name: 'コースの画面へ' }).getAttribute('href')).toBe('/courses/git');
    (await findCard()).getByText('サーバーに届くと、修了証ができます。');
    hidePage();
    const link = await (await findCard()).findByRole('link', { name: '修了証を見る' });
    expect(link.getAttribute('href')).toBe('/record/git');
    await (await findCard()).findByRole('button', { name: `次へ：${NEXT}` });
  });

  test('offline, a next lesson that is not on the device is named, and no button opens it', async () => {
    await renderApp({ user: 'hayashi', path: '/lessons/git-pipes' });
    await findCard();
    network.cut();
    noteReachability(false);
    await screen.findByRole('button', { name: '次のレッスン（端末にありません）' });

    const card = await findCard();
    card.getByText(`次の「${NEXT}」は、この端末にありません。電波のあるところで開けます。`);
    expect(card.queryByRole('button')).toBeNull();
  });

  test('fault: the device is full → the lesson is not marked as read, a toast says so, and the screen stays', async () => {
    const app = await renderApp({ user: 'hayashi', path: '/lessons/git-pipes' });
    const next = await screen.findByRole('button', { name: `読了にして次へ：${NEXT}` });
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await app.user.click(next);

    await screen.findByText('端末に保存できませんでした。空き容量を確かめてください。');
    expect(app.href).toBe('/lessons/git-pipes');
    expect(actions().queryByRole('button', { name: '取り消す' })).toBeNull();
  });
});

describe('取り消す', () => {
  test('取り消す (undo) marks the lesson as unread and lowers the course’s progress; nothing is sent, and the focus stays', async () => {
    const app = await renderApp({ user: 'shimizu', path: '/lessons/security-malware' });
    const before = meter(await findCard());
    await press(app, '読了にする');
    await waitFor(() => expect(status()).toMatch(/送信待ち$/));
    await waitFor(async () => expect(meter(await findCard())).not.toBe(before));

    await press(app, '取り消す');
    await actions().findByText('取り消しました');
    await actions().findByRole('button', { name: '読了にする' });
    expect(meter(await findCard())).toBe(before);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'レッスンの操作' })));
    hidePage();
    await requestReplay({ isUrgent: true });
    expect(puts()).toEqual([]);
  });

  test('取り消す (undo) cannot undo a read mark that was already sent, and says so', async () => {
    const app = await renderApp({ user: 'shimizu', path: '/lessons/security-malware' });
    await press(app, '読了にする');
    const undo = await screen.findByRole('button', { name: '取り消す' });
    hidePage();
    await waitFor(() => expect(status()).toBe('読了'));
    await app.user.click(undo);

    await actions().findByText('受け取り済みのため、取り消せません');
    expect(status()).toBe('読了');
    expect(puts()).toEqual(['/progress/lesson/security-malware']);
  });

  test('取り消す pressed twice at once says 取り消しました, and nothing is sent', async () => {
    const app = await renderApp({ user: 'hayashi', path: '/lessons/git-pipes' });
    await press(app, '読了にする');
    const undo = await screen.findByRole('button', { name: '取り消す' });
    undo.click();
    undo.click();
    await actions().findByText('取り消しました');
    await actions().findByRole('button', { name: '読了にする' });
    expect(actions().queryByText(/取り消せません/)).toBeNull();
    hidePage();
    await requestReplay({ isUrgent: true });
    expect(puts()).toEqual([]);
  });

  test('another tab undoes the reading → this tab says 取り消しました and no longer offers 取り消す', async () => {
    const app = await renderApp({ user: 'hayashi', path: '/lessons/git-pipes' });
    await press(app, '読了にする');
    await screen.findByRole('button', { name: '取り消す' });
    // The other tab's undo announces itself in this process as another context's does.
    const owner = (await ownerOf('hayashi')) as OwnerKey;
    const entry = await findCall(owner, { kind: 'lesson-read', lessonId: 'git-pipes' });
    expect(entry && (await undo(entry))).toBe('undone');

    await actions().findByText('取り消しました');
    await actions().findByRole('button', { name: '読了にする' });
    expect(actions().queryByRole('button', { name: '取り消す' })).toBeNull();
  });

  test('fault: the network is cut while the reading is sent → 取り消す says that sending began, then that the server has received it', async () => {
    const app = await renderApp({ user: 'matsumoto', path: '/lessons/git-pipes' });
    network.cut(/^PUT/);
    await press(app, '読了にする');
    const undo = await screen.findByRole('button', { name: '取り消す' });
    hidePage();
    await screen.findByRole('button', { name: /^同期の状態：オフライン/ });
    await app.user.click(undo);
    await actions().findByText('送信を始めたため、取り消せません（送信待ち）');
    expect(status()).toMatch(/送信待ち$/);

    network.restore();
    await requestReplay({ isUrgent: true });
    await actions().findByText('受け取り済みのため、取り消せません');
  });

  test('取り消す of a lesson that another device has read meanwhile shows it as read', async () => {
    const app = await renderApp({ user: 'sasaki', path: '/lessons/git-pipes' });
    await press(app, '読了にする');
    const undo = await screen.findByRole('button', { name: '取り消す' });
    await callAs('sasaki', 'PUT', '/progress/lesson/git-pipes');
    await app.user.click(undo);

    await waitFor(() => expect(status()).toBe('読了'));
    expect(puts()).toEqual([]);
  });

  test('fault: the device fails at 取り消す (undo) → an error is shown, and the next press undoes the read mark', async () => {
    const app = await renderApp({ user: 'hayashi', path: '/lessons/git-pipes' });
    await press(app, '読了にする');
    const undo = await screen.findByRole('button', { name: '取り消す' });
    const failing = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The disk is broken', 'DataError');
    });
    await app.user.click(undo);
    await actions().findByText('取り消せませんでした。もう一度お試しください。');
    failing.mockRestore();

    await press(app, '取り消す');
    await actions().findByText('取り消しました');
  });

  test('the message with 取り消す (undo) is announced by an existing live region, and disappears after 5 s', async () => {
    const app = await renderApp({ user: 'hayashi', path: '/lessons/git-pipes' });
    const region = screen.getByRole('group', { name: 'レッスンの操作' }).querySelector('[aria-live="polite"]');
    expect(region?.textContent).toBe('');
    await press(app, '読了にする');
    await waitFor(() => expect(region?.textContent).toContain('読了にしました'));
    expect(region?.isConnected).toBe(true);

    endUndoTime();
    await waitFor(() => expect(region?.textContent).toBe(''));
    await waitFor(() => expect(status()).toBe('読了'));
  });
});
