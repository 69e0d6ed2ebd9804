/**
 * Tests updates of the app, rollbacks and the kill switch, with unsent calls and a half-answered question set
 * (docs/offline.md, "Updates").
 */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { appReady, axe, expect, signIn } from '../support/app';
import { type AppBuild, buildVersion, CURRENT_BUILD, findScript, startHost } from '../support/app-host';
import { lookForUpdate, ownerAt, precachedPaths, workerReady } from '../support/device';
import { DRAFT, putDraft, readDraft } from '../support/drafts';
import type { ScriptedAnswer } from '../support/scripted-network';
import { followInApp } from '../support/steps';
import {
  LESSONS,
  answerSubmit,
  expectQueue,
  expectSync,
  lessonRead,
  queueCalls,
  receivedBy,
  visit,
  networkTest as test,
} from '../support/study';

test.use({ ownData: true });

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
let next: AppBuild;
test.beforeAll(async () => {
  next = await buildVersion('next');
});
test.afterAll(() => next.dispose());

/** Returns the path of the page's main script, whose name differs between builds. */
function mainFile(page: Page): Promise<string> {
  const sources = page.locator('script[src^="/assets/app-"], link[href^="/assets/app-"][href$=".js"]');
  return sources.evaluateAll(([element]) => element?.getAttribute('src') ?? element?.getAttribute('href') ?? '');
}

/**
 * Waits until the page runs a version. An update that the old service worker delays takes 8 s and a reload
 * (src/device/worker.ts).
 */
const expectVersion = (page: Page, version: string) =>
  expect(page.locator('html')).toHaveAttribute('data-version', version, { timeout: 30_000 });
const notice = (page: Page) => page.getByRole('region', { name: '新しい版があります' });

test(
  'fault: the app is updated and rolled back with five queued calls, a half-answered question set and a second tab → everything is kept, and no page fails',
  { tag: '@once' },
  async ({ app, context, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const owner = ownerAt(network.origin, 'user-hashimoto');
    const before = await receivedBy(app.origin, 'hashimoto');
    const host = startHost(network);
    await signIn(page, 'hashimoto');
    await workerReady(page);
    const tab = await context.newPage();
    await visit(tab, '/courses');
    await workerReady(tab);
    const oldMain = await mainFile(page);
    host.answer('cut');
    await queueCalls(page, 'hashimoto', [...LESSONS.map(({ id }) => lessonRead(id)), answerSubmit(), answerSubmit()]);
    await putDraft(page, owner);
    await expectSync(page, /送信待ち 5件$/);
    const expectAllKept = async () => {
      await expectQueue(page, 'hashimoto', { queued: 5 });
      expect(await readDraft(page, owner)).toEqual(DRAFT);
    };

    host.deploy(next);
    await lookForUpdate(page);
    await expect(notice(page)).toBeVisible();
    await expectVersion(page, VERSION);
    await notice(page).getByRole('button', { name: '更新する' }).click();
    await expectVersion(page, 'next');
    await expectSync(page, /送信待ち 5件$/);
    await expectAllKept();

    // The other tab keeps working with its own files, which the host no longer has.
    await expectVersion(tab, VERSION);
    await followInApp(tab, '/community');
    await expect(tab.getByRole('heading', { level: 1, name: 'コミュニティ（Discord）' })).toBeVisible();
    await expect(notice(tab)).toBeVisible();
    expect(await precachedPaths(page)).toContain(oldMain);
    await notice(tab).getByRole('button', { name: '更新する' }).click();
    await expectVersion(tab, 'next');

    host.deploy(CURRENT_BUILD);
    await lookForUpdate(page);
    await notice(page).getByRole('button', { name: '更新する' }).click();
    await expectVersion(page, VERSION);
    await expectAllKept();
    await tab.close();
    host.answer('pass');
    await expectSync(page, '同期済み', 20_000);
    await expect
      .poll(() => receivedBy(app.origin, 'hashimoto'))
      .toEqual({ lessons: LESSONS.map(({ id }) => id).toSorted(), submits: (before?.submits ?? 0) + 2 });
    expect(await readDraft(page, owner)).toEqual(DRAFT);
  },
);

test(
  'fault: an update is deployed while a question set is being answered → the learner is not interrupted, and 「あとで」 (later) is respected',
  { tag: ['@once', '@long'] },
  async ({ page, network }) => {
    const host = startHost(network);
    await signIn(page, 'abe');
    await workerReady(page);
    await followInApp(page, '/question/solve/statistics-q-summary');
    host.deploy(next);
    await lookForUpdate(page);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state))
      .toBe('installed');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice(page)).toBeHidden();

    await followInApp(page, '/courses');
    await expect(notice(page)).toBeVisible();
    await axe(page);
    await notice(page).getByRole('button', { name: 'あとで' }).click();
    await expect(notice(page)).toBeHidden();
    await visit(page, '/courses');
    await expectVersion(page, VERSION);
    await expect(notice(page)).toBeVisible();
  },
);

test(
  'the cached files of an old version are deleted once no page of that version is open',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const host = startHost(network);
    await signIn(page, 'ishikawa');
    await workerReady(page);
    const oldMain = await mainFile(page);
    host.deploy(next);
    await lookForUpdate(page);
    await notice(page).getByRole('button', { name: '更新する' }).click();
    await expectVersion(page, 'next');

    await expect.poll(() => precachedPaths(page)).not.toContain(oldMain);
    expect(await precachedPaths(page)).toContain(await mainFile(page));
    network.cut();
    await page.reload();
    await expectVersion(page, 'next');
  },
);

test(
  'fault: the kill switch is deployed → the service worker and its files are deleted, and the queue stays and is sent',
  { tag: '@once' },
  async ({ app, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const before = await receivedBy(app.origin, 'kato');
    const folder = mkdtempSync(join(tmpdir(), 'manabiba-killed-'));
    cpSync('dist', folder, { recursive: true });
    copyFileSync('sw/kill-switch.js', join(folder, 'sw.js'));
    const host = startHost(network);
    await signIn(page, 'kato');
    await workerReady(page);
    host.answer('cut');
    await queueCalls(page, 'kato', [lessonRead(LESSONS[0].id), answerSubmit()]);
    await expectSync(page, /送信待ち 2件$/);

    host.deploy({ folder, dispose: () => Promise.resolve() });
    await lookForUpdate(page);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await expect.poll(() => precachedPaths(page)).toEqual([]);
    host.answer('pass');
    await visit(page, '/courses');
    await expectSync(page, '同期済み', 20_000);

    expect(await receivedBy(app.origin, 'kato')).toEqual({
      lessons: [LESSONS[0].id],
      submits: (before?.submits ?? 0) + 1,
    });
    await expectQueue(page, 'kato', { sent: 2 });
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    rmSync(folder, { recursive: true, force: true });
  },
);

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test(
    'fault: the host no longer has the code of a screen, and there is no service worker → the page reloads once, then shows an error',
    { tag: '@once' },
    async ({ page, network, expectStatus }) => {
      expectStatus(404);
      const gone: ScriptedAnswer = { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Not found' };
      const script = findScript('ホーム画面のアイコンから開きます');
      network.follow(({ path }) => (path === script ? gone : 'pass'));
      await signIn(page, 'yamamoto');

      // Errors are ignored, because the page may reload before the navigation has returned.
      await followInApp(page, '/mypage').catch(() => undefined);

      await expect.poll(() => network.count('GET', '/mypage')).toBe(1);
      await appReady(page);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1, name: 'Loading chunk failed' })).toBeVisible();
      await expect(main.getByRole('link', { name: 'ホームに戻る' })).toBeVisible();
      expect(network.count('GET', '/mypage')).toBe(1);
      network.pass();
      await main.getByRole('button', { name: '再読み込み' }).click();
      await expect(main.getByRole('heading', { level: 1, name: 'マイページ' })).toBeVisible();
    },
  );
});
