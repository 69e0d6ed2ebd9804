/**
 * Tests an organisation's sign-in proxy in front of the app: with its cookie the app works; when its session ends, work
 * is kept and a link leads through its sign-in.
 */
import type { Page } from '@playwright/test';
import { findWindowedChromium } from '@tests/run/chromium.mjs';

import { appReady, expect, login, screenReady } from '../support/app';
import { workerReady } from '../support/device';
import { type HouseKind, type HouseProxy, placeHouseProxy } from '../support/house-proxy';
import { makeKeptBrowser } from '../support/kept-browser';
import { type ScriptedNetwork, startScriptedNetwork } from '../support/scripted-network';
import { openInApp } from '../support/steps';
import {
  COURSE,
  expectHeld,
  expectLessonWithImages,
  expectSync,
  LESSONS,
  networkTest,
  pressRead,
  receivedBy,
  syncIndicator,
  UNSEEN_LESSON,
  visit,
} from '../support/study';

const [LESSON, CHARTS] = LESSONS;
const WAITS = '接続の確認が必要 ・ 送信待ち 1件';

const test = networkTest.extend<{ otherHost: ScriptedNetwork }>({
  otherHost: async ({ app }, provide) => {
    const host = await startScriptedNetwork(app.origin);
    await provide(host);
    await host.dispose();
  },
});
test.use({ ownData: true });

/** Follows the app's link, and signs in on the sign-in page of the proxy. */
async function signInToHouse(page: Page, house: HouseProxy): Promise<void> {
  await page.getByRole('link', { name: 'ネットワークにログイン' }).first().click();
  await expect(page).toHaveTitle(house.title);
  await page.getByRole('link', { name: house.link }).click();
  await screenReady(page);
}

test(
  'with a valid session of the sign-in proxy lessons, pictures and a saved course work',
  { tag: '@once' },
  async ({ page, context, network, otherHost }) => {
    const house = placeHouseProxy(network, otherHost, 'host');
    await house.signIn(context);
    await login(page, 'student2');
    await workerReady(page);
    await visit(page, `/lessons/${CHARTS.id}`);
    await expectHeld(page, [CHARTS], await expectLessonWithImages(page, CHARTS.title));

    await visit(page, `/courses/${COURSE.id}`);
    const card = page.getByRole('region', { name: 'この端末に保存' });
    await expect(card.getByText(/^約/)).toBeVisible();
    await card.getByRole('button', { name: 'この端末に保存' }).click();
    await expect(card.getByText('保存済み', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expectSync(page, '同期済み');
  },
);

test(
  'at the first visit the manifest is requested with the proxy’s cookie, and Chromium can install the app',
  { tag: '@once' },
  async ({ network, otherHost }) => {
    const house = placeHouseProxy(network, otherHost, 'host');
    const executablePath = findWindowedChromium(process.env);
    if (!executablePath) throw new Error('A Chromium with windows is needed.');
    const kept = await makeKeptBrowser({ baseURL: network.origin, executablePath });
    try {
      const { context, page, problems } = await kept.open();
      await house.signIn(context);
      await page.goto('/login');
      await appReady(page);
      const session = await context.newCDPSession(page);
      const { url, errors } = await session.send('Page.getAppManifest');
      expect([url, errors]).toEqual([`${network.origin}/manifest.webmanifest`, []]);
      await workerReady(page);
      expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
      const asked = network.seen.filter(({ path }) => path === '/manifest.webmanifest');
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.every(({ headers }) => headers.cookie?.includes('house='))).toBe(true);
      expect(problems.list()).toEqual([]);
    } finally {
      await kept.dispose();
    }
  },
);

const learners = { path: 'yamamoto', screen: 'kobayashi', host: 'yamada', page: 'matsumoto' } as const;

for (const kind of ['path', 'screen', 'host', 'page'] as const satisfies readonly HouseKind[]) {
  test(
    `fault: the session of a sign-in proxy that answers by ${kind} ends → the read mark is kept in the queue, the link leads through the proxy’s sign-in, and the mark is sent`,
    { tag: '@once' },
    async ({ app, page, context, network, otherHost, problems }) => {
      problems.expectNoNetwork();
      problems.expectNoCors(otherHost.origin);
      problems.expectStatus(401);
      const house = placeHouseProxy(network, otherHost, kind);
      await house.signIn(context);
      await login(page, learners[kind]);
      await workerReady(page);
      await visit(page, `/lessons/${LESSON.id}`);
      house.expire();

      await pressRead(page);
      await expectSync(page, WAITS);
      await page.reload();
      await screenReady(page);
      await expect(page.getByRole('heading', { level: 1, name: LESSON.title })).toBeVisible();
      await expectSync(page, WAITS);
      await syncIndicator(page).click();
      const panel = page.getByRole('dialog', { name: '学習の送信' });
      await expect(panel.getByText(/^ネットワークのログインが必要かもしれません。/)).toBeVisible();
      await panel.getByRole('link', { name: 'ネットワークにログイン' }).click();
      await expect(page).toHaveTitle(house.title);
      await page.getByRole('link', { name: house.link }).click();

      await screenReady(page);
      await expect(page).toHaveURL(`/lessons/${LESSON.id}`);
      await expectSync(page, '同期済み');
      expect((await receivedBy(app.origin, learners[kind]))?.lessons).toContain(LESSON.id);
      await openInApp(page, `/lessons/${UNSEEN_LESSON.id}`);
      await expect(page.getByRole('heading', { level: 1, name: UNSEEN_LESSON.title })).toBeVisible();
      await page.reload();
      await screenReady(page);
      await expectSync(page, '同期済み');
    },
  );
}

test(
  'fault: the session of the sign-in proxy ends while the queue is empty → the error screen has a link to sign in, which leads back to the lesson',
  { tag: '@once' },
  async ({ page, context, network, otherHost, problems }) => {
    problems.expectNoNetwork();
    const house = placeHouseProxy(network, otherHost, 'path');
    await house.signIn(context);
    await login(page, 'kimura');
    await workerReady(page);
    house.expire();

    await openInApp(page, `/lessons/${CHARTS.id}`);
    await expectSync(page, '接続の確認が必要');
    await signInToHouse(page, house);
    await expectLessonWithImages(page, CHARTS.title);
    await expectSync(page, '同期済み');
  },
);

test(
  'fault: the session of the sign-in proxy ends, and the user signs in in another tab → this tab sends and reads without a reload',
  { tag: '@once' },
  async ({ app, page, context, network, otherHost, problems }) => {
    problems.expectNoNetwork();
    const house = placeHouseProxy(network, otherHost, 'path');
    await house.signIn(context);
    await login(page, 'sasaki');
    await workerReady(page);
    await visit(page, `/lessons/${LESSON.id}`);
    house.expire();
    await pressRead(page);
    await expectSync(page, WAITS);
    await openInApp(page, `/lessons/${CHARTS.id}`);
    await expect(page.getByRole('alert')).toBeVisible();

    const other = await context.newPage();
    await other.goto('/network-login');
    await other.getByRole('link', { name: house.link }).click();
    await screenReady(other);
    await expectSync(page, '同期済み');
    expect((await receivedBy(app.origin, 'sasaki'))?.lessons).toContain(LESSON.id);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expectLessonWithImages(page, CHARTS.title);
  },
);

test(
  'fault: the session of the sign-in proxy has ended on a device that has not cached the app → the login screen has the link to the proxy',
  { tag: '@once' },
  async ({ page, context, network, otherHost, problems }) => {
    problems.expectNoNetwork();
    const house = placeHouseProxy(network, otherHost, 'path');
    await house.signIn(context);
    await page.goto('/login');
    await workerReady(page);
    house.expire();

    await page.getByLabel('ユーザー名').fill('kato');
    await page.getByLabel(/^パスワード\s*\*?$/).fill('demo-password');
    await page.getByRole('button', { name: 'ログイン' }).click();
    await expect(page.getByRole('alert')).toContainText('ネットワークのログインが必要かもしれません');
    await page.getByRole('link', { name: 'ネットワークにログイン' }).click();
    await expect(page).toHaveTitle(house.title);
    await page.getByRole('link', { name: house.link }).click();
    await appReady(page);
    await login(page, 'kato');
  },
);
