/**
 * Tests eviction of the queue by the browser: the app reports the loss, exports queued calls to a file, and counts
 * nothing as sent because of it.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { installCaches } from '@tests/support/fake-caches';
import { useNetworkStub } from '@tests/support/network-stub';
import { ownerOf } from '@tests/support/solving';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { DAY_MS } from '@/lib/constants';
import { keepPackRecord } from '@/offline/packs/course-pack-records';
import { enqueue } from '@/offline/queue/enqueue';
import { QUEUE_SNAPSHOT_KEY, countQueue } from '@/offline/queue/queue-counts';
import { transact } from '@/offline/queue/queue-store';
import type { OwnerKey } from '@/session/session';
import { shiftClock } from '@/storage/now';

// The server has its own data, because read lessons recorded here would change other tests.
useOwnServer('eviction');

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const network = useNetworkStub();

afterEach(() => {
  shiftClock(0);
  for (const name of ['storage', 'standalone', 'setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

/**
 * Stubs what the browser reports about its storage: whether it is persistent, whether a request for that is granted,
 * and the quota.
 */
function setStorage(storage: { persisted?: boolean; persist?: boolean; quota?: number }) {
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve(storage.persist ?? false));
  const value = {
    persist,
    persisted: () => Promise.resolve(storage.persisted ?? false),
    estimate: () => Promise.resolve({ usage: 0, quota: storage.quota ?? 10 ** 10 }),
  };
  Object.defineProperty(navigator, 'storage', { value, configurable: true });
  return persist;
}

async function openPanel(app: OpenedApp) {
  await app.user.click(screen.getByRole('button', { name: /^同期の状態：/ }));
  return within(await screen.findByRole('dialog', { name: '学習の送信' }));
}

/** Opens the app with one queued call of a read lesson, which cannot be sent. */
async function openWithOneWaiting(path = '/community'): Promise<{ app: OpenedApp; owner: OwnerKey }> {
  network.cut(/^PUT /);
  const owner = (await ownerOf('student')) as OwnerKey;
  await enqueue(owner, { kind: 'lesson-read', lessonId: 'git-remote' }, 'リモート');
  const app = await renderApp({ user: 'student', path });
  await screen.findByRole('button', { name: /^同期の状態：.*送信待ち 1件$/ });
  return { app, owner };
}

const knownWaiting = (owner: OwnerKey): unknown =>
  (JSON.parse(localStorage.getItem(QUEUE_SNAPSHOT_KEY + owner) || '{}') as { waiting?: number }).waiting;
const deleteQueue = () => transact('readwrite', async (store) => void store.clear());
const files: Blob[] = [];

/** Presses ファイルに保存 (save to a file) and returns the file that the browser would save. */
async function saveFile(app: OpenedApp, panel: Awaited<ReturnType<typeof openPanel>>): Promise<File> {
  files.length = 0;
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${files.push(blob)}`, revokeObjectURL: () => undefined });
  let fileName = '';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    fileName = this.download;
  });
  await app.user.click(await panel.findByRole('button', { name: 'ファイルに保存' }));
  await panel.findByText('1件をファイルに保存しました。');
  return new File(files, fileName, { type: 'application/json' });
}

test('an evicted queue is reported with its last known count and the server’s progress, until the learner confirms', async () => {
  const { app, owner } = await openWithOneWaiting();
  await waitFor(() => expect(knownWaiting(owner)).toBe(1));
  await deleteQueue();

  await app.reload();

  await screen.findByRole('button', { name: '同期の状態：要確認 1件' });
  const panel = await openPanel(app);
  await panel.findByText(/最後に分かっていた数は、送信待ち1件です/);
  await panel.findByText(/サーバーにある記録は、読了\d+件と解答\d+件です/);
  panel.getByText('この端末に、送信した学習の控えはありません。');
  await app.user.click(panel.getByRole('button', { name: '確認しました' }));
  await waitFor(() => expect(panel.queryByText(/ブラウザに消されました/)).toBeNull());
  await screen.findByRole('button', { name: '同期の状態：同期済み' });
});

test('an eviction that happened under the open page is reported when the page is shown again', async () => {
  const { owner } = await openWithOneWaiting();
  await waitFor(() => expect(knownWaiting(owner)).toBe(1));
  await deleteQueue();
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByRole('button', { name: '同期の状態：要確認 1件' });
});

test('a file of queued calls is imported once, with the original times, and the calls are sent', async () => {
  const { app, owner } = await openWithOneWaiting();
  let panel = await openPanel(app);
  const file = await saveFile(app, panel);
  const { calls } = JSON.parse(await file.text()) as { calls: { queuedAt: string }[] };
  expect(calls).toMatchObject([{ state: 'queued', title: 'リモート', call: { lessonId: 'git-remote' } }]);
  await app.user.upload(panel.getByLabelText('控えのファイル'), file);
  await panel.findByText('1件とも、この端末にあります。');
  expect(await countQueue(owner)).toMatchObject({ waiting: 1 });

  await deleteQueue();
  localStorage.clear();
  await app.reload();
  network.restore();
  network.sent.length = 0;
  panel = await openPanel(app);
  await app.user.upload(panel.getByLabelText('控えのファイル'), file);

  await panel.findByText('1件を読み込みました。');
  await waitFor(async () => expect(await countQueue(owner)).toMatchObject({ waiting: 0, receipts: 1 }));
  const [sent] = network.calls().filter((words) => words.startsWith('PUT '));
  expect(sent).toBe(`PUT /progress/lesson/git-remote?at=${encodeURIComponent(calls[0]?.queuedAt ?? '')}`);

  await app.user.upload(panel.getByLabelText('控えのファイル'), new File(['{}'], 'x.json'));
  await panel.findByText(/^まなびばの控えとして読めませんでした。/);
});

test('the exported file of calls is named by the local date, also before midnight UTC', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  shiftClock(new Date(2026, 10, 26, 8, 30).getTime() - Date.now());
  const { app } = await openWithOneWaiting();

  const file = await saveFile(app, await openPanel(app));

  expect(file.name).toBe('まなびば-学習の控え-2026-11-26.json');
});

describe('queued calls in a browser that may evict them', () => {
  test('the app warns of queued calls that may be evicted: in the sync panel, and on any screen once the calls are old', async () => {
    setStorage({});
    const { app, owner } = await openWithOneWaiting();
    const panel = await openPanel(app);
    await panel.findByText(/^送信前の学習が、この端末にあります。閉じたまま長く開かないと/);
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: /消えるおそれ/ })).toBeNull();

    shiftClock(2 * DAY_MS);
    await app.reload();
    const notice = await screen.findByRole('region', { name: '送信待ち 1件が、消えるおそれがあります' });
    await app.user.click(within(notice).getByRole('button', { name: 'あとで' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /消えるおそれ/ })).toBeNull());
    expect(await countQueue(owner)).toMatchObject({ waiting: 1 });
  });

  test('the app warns at once in a Safari tab, which evicts after seven days', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    await openWithOneWaiting();
    expect((await screen.findByRole('region', { name: /消えるおそれ/ })).textContent).toContain('7日間');
  });

  test('the app warns at once when storage runs short, and shows the space left', async () => {
    setStorage({ quota: 12 * 1024 * 1024 });
    await openWithOneWaiting();
    expect((await screen.findByRole('region', { name: /消えるおそれ/ })).textContent).toContain('残り12 MB');
  });

  test('the app shows no warning where the browser promises to keep the storage', async () => {
    setStorage({ persisted: true, quota: 1 });
    shiftClock(-2 * DAY_MS);
    const { app } = await openWithOneWaiting();
    shiftClock(0);
    await app.reload();
    const panel = await openPanel(app);
    await panel.findByText('「リモート」の読了');
    expect(panel.queryByText(/消えることがあります。つながる所で/)).toBeNull();
    expect(screen.queryByRole('region', { name: /消えるおそれ/ })).toBeNull();
  });
});

test('evicted saved courses are offered again, and none is downloaded without a press', async () => {
  installCaches();
  const owner = (await ownerOf('student')) as OwnerKey;
  const contents = {
    keys: ['/a', '/b'].map((path) => `http://127.0.0.1:9${path}`),
    faults: [],
    courseUpdatedAt: '2026-01-01T00:00:00Z',
    savedAt: '2026-01-01T00:00:00Z',
    texts: 2,
    images: 0,
    bytes: 2,
  };
  const record = { courseId: 'statistics', title: 'x', wantedAt: 1, isPaused: false, isDue: false, contents };
  await keepPackRecord(owner, record);
  await renderApp({ user: 'student', path: '/' });

  const offer = within(await screen.findByRole('region', { name: 'この端末に保存していたコースが1件あります' }));
  expect(offer.getByText(/ブラウザの都合で/).textContent).toContain('「はじめての統計」');
  offer.getByRole('button', { name: 'もう一度保存' });
  expect(network.calls().filter((words) => words.startsWith('GET /question-set'))).toEqual([]);
});

describe('my page', () => {
  test.each([
    [true, '保護されています'],
    [false, 'ブラウザの都合で消えることがあります'],
  ])('my page says whether the browser keeps the storage: %s', async (persisted, words) => {
    installCaches();
    setStorage({ persisted });
    await renderApp({ user: 'student', path: '/mypage' });
    await screen.findByText(`この端末の保存：${words}`);
  });

  test('an installed app asks for persistent storage, and my page shows the result', async () => {
    installCaches();
    Object.assign(navigator, { standalone: true });
    const persist = setStorage({ persist: true });
    Reflect.deleteProperty(navigator.storage, 'persisted');
    await renderApp({ user: 'student', path: '/mypage' });
    await screen.findByText('この端末の保存：保護されています');
    expect(persist).toHaveBeenCalled();
  });
});
