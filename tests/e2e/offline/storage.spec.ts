/**
 * Tests storage that is full, deleted, refused or hanging: the page is never blank, and unsaved data are never shown as
 * 保存済み (saved).
 */
import type { BrowserContext, Locator, Page } from '@playwright/test';

import { appReady, expect, signIn, screenReady } from '../support/app';
import { studyCopies } from '../support/device';
import { submitLogin } from '../support/sign-in';
import {
  LESSONS,
  NOT_HELD,
  expectLessonWithImages,
  expectQueue,
  expectSync,
  lessonActions,
  pressRead,
  receivedBy,
  studyAll,
  visit,
  networkTest as test,
} from '../support/study';

test.use({ ownData: true });

const [first, second] = LESSONS;

/** Sets an origin's storage quota in bytes; `undefined` restores the browser's own quota. */
async function setQuota(context: BrowserContext, page: Page, origin: string, quotaSize?: number): Promise<void> {
  const tools = await context.newCDPSession(page);
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
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
  'fault: the browser refuses IndexedDB → the login screen is shown, and explains why login fails',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('denied', 'SecurityError');
      };
    });
    await page.goto('/');
    await appReady(page);
    await submitLogin(page, 'kimura');

    await expect(page.getByRole('alert')).toContainText(/端末/);
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
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
