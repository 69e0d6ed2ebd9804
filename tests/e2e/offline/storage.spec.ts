/**
 * Tests storage that is full, deleted, refused or hanging, and storage that the browser evicts: the page is never
 * blank, and unsaved data are never shown as 保存済み (saved).
 */
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';

import { PRECACHE_LOCK } from '@/storage/app-build';

import { appReady, expect, screenReady, signIn } from '../support/app';
import { deleteCached, missingFiles, ownerAt, studyCopies, workerReady } from '../support/device';
import { submitLogin } from '../support/sign-in';
import {
  expectLessonWithImages,
  expectQueue,
  expectSync,
  lessonActions,
  lessonRead,
  LESSONS,
  networkTest as test,
  NOT_HELD,
  pressRead,
  queueCalls,
  receivedBy,
  studyAll,
  syncIndicator,
  visit,
} from '../support/study';

test.use({ ownData: true });
const [first, second] = LESSONS;

/** Sets an origin's storage quota in bytes; `undefined` restores the browser's own quota. */
async function setQuota(context: BrowserContext, page: Page, origin: string, quotaSize?: number): Promise<void> {
  const tools = await context.newCDPSession(page);
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
}

type Kind = 'service_workers' | 'cache_storage' | 'indexeddb' | 'all';

/** Returns a function that deletes an origin's storage as the browser does, without asking open pages. */
async function makeEviction(page: Page, origin: string): Promise<(kind: Kind) => Promise<void>> {
  const tools: CDPSession = await page.context().newCDPSession(page);
  return async (storageTypes) => void (await tools.send('Storage.clearDataForOrigin', { origin, storageTypes }));
}

/** Closes the app's page. */
const close = (page: Page) => page.goto('about:blank');

/** Queues the marking of a lesson as read, which the server does not accept for now. */
async function makeWaiting(page: Page, user: string): Promise<void> {
  await queueCalls(page, user, [lessonRead('git-pipes')]);
  await expectSync(page, /^同期の状態：.*送信待ち 1件$/);
}

/** Deletes the service worker under an open page, and waits until another one controls the page. */
async function evictWorker(page: Page, evict: (kind: Kind) => Promise<void>): Promise<void> {
  const controller = await page.evaluateHandle(() => navigator.serviceWorker.controller);
  await evict('service_workers');
  await page.waitForFunction(
    (before) =>
      navigator.serviceWorker.controller !== before && navigator.serviceWorker.controller?.state === 'activated',
    controller,
  );
}

test(
  'fault: the device is full when 読了にする (mark as read) is pressed → an error is shown, the button stays, and works once there is space',
  { tag: ['@once', '@long'] },
  async ({ app, network, keptBehindNetwork: kept }) => {
    const roomy = await kept.open();
    await signIn(roomy.page, 'yamada');
    await studyAll(roomy.page, [first]);
    await kept.close();
    // The quota is set before any data is written, because Chromium checks IndexedDB's quota at most twice a minute.
    const { context, page } = await kept.open();
    await setQuota(context, page, network.origin, 1);
    await visit(page, `/lessons/${first.id}`);
    await pressRead(page);

    await expect(page.getByRole('alert').getByText('端末に保存できませんでした。')).toBeVisible();
    await expect(lessonActions(page).getByRole('button', { name: '読了にする' })).toBeEnabled();
    await expect(page.getByText('送信待ち')).toBeHidden();
    await expectQueue(page, 'yamada', {});
    expect(network.count('PUT', /./)).toBe(0);

    await setQuota(context, page, network.origin);
    await pressRead(page);
    await expect(lessonActions(page).getByText('読了', { exact: true })).toBeVisible();
    await expect.poll(() => receivedBy(app.origin, 'yamada')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

test(
  'fault: the device is full when lessons and lists are read → the app keeps working, and shows offline which lesson is not saved',
  { tag: '@once' },
  async ({ context, page, network, expectNoNetwork }) => {
    await signIn(page, 'yamamoto');
    await studyAll(page, [first]);
    await setQuota(context, page, network.origin, 1);
    await visit(page, `/lessons/${second.id}`);
    await expectLessonWithImages(page, second.title);
    await visit(page, '/');
    await visit(page, '/mypage');
    expect((await studyCopies(page)).filter(({ url }) => url.includes(second.id))).toEqual([]);

    expectNoNetwork();
    network.cut();
    await visit(page, `/lessons/${second.id}`);
    await expect(page.getByRole('heading', { level: 1, name: NOT_HELD })).toBeVisible();
    await page.getByRole('link', { name: first.title }).click();
    await expectLessonWithImages(page, first.title);
  },
);

test(
  'fault: all storage is deleted while the app runs → the app keeps working, and later calls are sent after the next login',
  { tag: ['@once', '@long'] },
  async ({ app, context, page, network, expectStatus }) => {
    // Status 401 is allowed, because lessons may still be read ahead when the session is deleted.
    expectStatus(401);
    await signIn(page, 'kobayashi');
    await studyAll(page, [first]);
    const tools = await context.newCDPSession(page);
    await tools.send('Storage.clearDataForOrigin', {
      origin: network.origin,
      storageTypes: 'indexeddb,cache_storage,local_storage',
    });

    await pressRead(page);
    await expect(lessonActions(page).getByText('端末に保存 ・ 送信待ち')).toBeVisible();
    // The session is deleted with the other storage, so the call waits in the queue for a new login.
    await expectSync(page, /再ログインが必要/);
    await expectLessonWithImages(page, first.title);
    await page.reload();
    await appReady(page);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('この端末に送信待ちの学習が1件あります。')).toBeVisible();
    await submitLogin(page, 'kobayashi');
    await screenReady(page);
    await expectSync(page, '同期済み');
    expect(await receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

test(
  'fault: opening IndexedDB hangs → the login screen is shown after the timeout, and explains why login fails',
  { tag: '@once' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const open = indexedDB.open.bind(indexedDB);
      // Returns a storage request that never fires an event.
      indexedDB.open = (name) =>
        new Proxy(open(`hanging-${name}`, 1), { set: () => true, get: (target, key) => Reflect.get(target, key) });
    });
    await page.clock.install();
    /** Advances the page's clock until the locator is visible. */
    const untilVisible = (what: Locator) =>
      expect(async () => {
        await page.clock.runFor(1000);
        await expect(what).toBeVisible({ timeout: 1 });
      }).toPass();
    await page.goto('/');
    await untilVisible(page.getByRole('button', { name: 'ログイン' }));
    await submitLogin(page, 'kimura');

    await untilVisible(page.getByRole('alert').filter({ hasText: /端末/ }));
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
  },
);

test(
  'fault: the browser evicts the service worker → it is registered again at once, no update is announced, and calls stay queued',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectStatus }) => {
    expectStatus(503);
    network.follow(({ method }) => (method === 'PUT' ? { status: 503 } : 'pass'));
    const evict = await makeEviction(page, network.origin);
    await signIn(page, 'abe');
    await workerReady(page);
    await evictWorker(page, evict);
    await close(page);
    await evict('service_workers');
    await visit(page, '/');
    await workerReady(page);
    await makeWaiting(page, 'abe');
    await evictWorker(page, evict);
    await expect(page.getByText('新しい版があります')).toBeHidden();
    await expectSync(page, /送信待ち 1件$/);
    await expectQueue(page, 'abe', { queued: 1 });
  },
);

/** Stores a completely saved course on the device: its record, and two cached copies. */
function putSavedCourse(page: Page, owner: string): Promise<void> {
  return page.evaluate(async (whose) => {
    const keys = ['/api/v1/lessons/a', '/api/v1/lessons/b'].map((path) => location.origin + path);
    const cache = await caches.open(`study-${whose}`);
    for (const key of keys) await cache.put(key, new Response('{}'));
    const at = new Date().toISOString();
    const contents = { keys, faults: [], courseUpdatedAt: at, savedAt: at, texts: 2, images: 0, bytes: 4 };
    const record = {
      version: 1,
      courseId: 'statistics',
      title: '',
      wantedAt: 1,
      isPaused: false,
      isDue: false,
      contents,
    };
    const opening = indexedDB.open('packs', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('packs');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const transaction = opening.result.transaction('packs', 'readwrite');
    transaction.objectStore('packs').put(record, `${whose}|statistics`);
    transaction.objectStore('packs').delete(`${whose}|earlier|statistics`);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    opening.result.close();
  }, owner);
}

test(
  'fault: the browser evicts the cached copies → saved courses are offered for saving again, nothing is downloaded unasked, and the app opens offline again',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectStatus, expectNoNetwork }) => {
    expectStatus(503);
    network.follow(({ method }) => (method === 'PUT' ? { status: 503 } : 'pass'));
    const evict = await makeEviction(page, network.origin);
    await signIn(page, 'ishikawa');
    await workerReady(page);
    const owner = ownerAt(network.origin, 'user-ishikawa');
    for (const moment of ['closed', 'idle', 'waiting'] as const) {
      if (moment === 'waiting') await makeWaiting(page, 'ishikawa');
      await putSavedCourse(page, owner);
      if (moment === 'closed') await close(page);
      await evict('cache_storage');
      await visit(page, '/');
      const offer = page.getByRole('region', { name: 'この端末に保存していたコースが1件あります' });
      await expect(offer.getByRole('button', { name: 'もう一度保存' })).toBeVisible();
      await expect(offer.getByText(/ブラウザの都合で/)).toBeVisible();
      await filesBack(page);
    }
    expect(network.count('GET', '/api/v1/lessons/a')).toBe(0);
    await expectSync(page, /送信待ち 1件$/);

    expectNoNetwork();
    network.cut();
    await visit(page, '/');
    await expectSync(page, /送信待ち 1件$/);
  },
);

/** Waits until the service worker has restored the app's files, and is idle. */
async function filesBack(page: Page): Promise<void> {
  await expect.poll(() => missingFiles(page), { timeout: 30_000 }).toEqual([]);
  await page.evaluate((name) => navigator.locks.request(name, () => undefined), PRECACHE_LOCK);
}

/** Opens the sync panel of the top bar. */
async function openPanel(page: Page) {
  await syncIndicator(page).click();
  return page.getByRole('dialog', { name: '学習の送信' });
}

/** Waits until localStorage holds this number of queued calls: the number survives the eviction of IndexedDB. */
const expectKnown = (page: Page, waiting: number) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('manabiba-queue'))?.[1]),
    )
    .toContain(`"waiting":${waiting}`);

test(
  'fault: the browser evicts the databases with a call queued, then with none, then all storage → the last known number of lost calls is shown, and no message when it is unknown',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectStatus }) => {
    expectStatus(503);
    network.follow(({ method }) => (method === 'PUT' ? { status: 503 } : 'pass'));
    const evict = await makeEviction(page, network.origin);
    await signIn(page, 'hashimoto');

    // Case 1: a call is queued, and the page is open.
    await makeWaiting(page, 'hashimoto');
    await expectKnown(page, 1);
    await evict('indexeddb');
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, 'hashimoto');
    await expectSync(page, '要確認 1件');
    const panel = await openPanel(page);
    await expect(panel.getByText(/最後に分かっていた数は、送信待ち1件です/)).toBeVisible();
    await expect(panel.getByText(/サーバーにある記録は、読了\d+件と解答\d+件です/)).toBeVisible();
    await panel.getByRole('button', { name: '確認しました' }).click();
    await panel.getByRole('button', { name: '閉じる' }).click();
    await expectSync(page, '同期済み');

    // Case 2: the app is open and idle: nothing was lost, and no message is shown.
    await evict('indexeddb');
    await signIn(page, 'hashimoto');
    await expectSync(page, '同期済み');

    // Case 3: a call is queued, and the app is closed.
    await makeWaiting(page, 'hashimoto');
    await expectKnown(page, 1);
    await close(page);
    await evict('indexeddb');
    await signIn(page, 'hashimoto');
    await expectSync(page, '要確認 1件');

    // Case 4: all storage is evicted, and the number of queued calls is lost too.
    await close(page);
    await evict('all');
    await signIn(page, 'hashimoto');
    await expectSync(page, '同期済み');
    await expect((await openPanel(page)).getByText('この端末に、送信した学習の控えはありません。')).toBeVisible();
  },
);

test(
  'fault: the browser evicts index.html alone, and the host redirects /index.html to / → screens are loaded from the host',
  { tag: '@once' },
  async ({ page, network }) => {
    network.follow(({ path }) => (path === '/index.html' ? { status: 301, headers: { Location: '/' } } : 'pass'));
    await signIn(page, 'abe');
    await workerReady(page);
    expect(await deleteCached(page, 'precache', /^\/index\.html$/)).toBe(1);

    await page.goto('/courses');
    await screenReady(page);
  },
);
