/** A new version of the app, and the way back to the old one, with learning that is under way (docs/offline.md, "Updates"). */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { appReady, axe, expect, signIn } from '../support/app';
import { type AppBuild, buildVersion, findScript, hostApp } from '../support/app-host';
import { countEntries, ownerAt, workerReady } from '../support/device';
import { DRAFT, putDraft, readDraft } from '../support/drafts';
import type { ScriptedAnswer, ScriptedNetwork } from '../support/scripted-network';
import { followInApp } from '../support/steps';
import {
  answerSubmit,
  expectSync,
  lessonRead,
  LESSONS,
  networkTest as test,
  queueCalls,
  receivedBy,
  visit,
} from '../support/study';

test.describe.configure({ timeout: 120_000 });
// A server of its own: the same learners study in other files, too.
test.use({ ownData: true });

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const current: AppBuild = { folder: 'dist', dispose: () => Promise.resolve() };
let next: AppBuild;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  next = await buildVersion('next');
});
test.afterAll(() => next.dispose());

/** The files of the app that the worker holds. */
function heldFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('workbox-'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** The page's main file: its name differs from build to build. */
function mainFile(page: Page): Promise<string> {
  const sources = page.locator('script[src^="/assets/app-"], link[href^="/assets/app-"][href$=".js"]');
  return sources.evaluateAll(([element]) => element?.getAttribute('src') ?? element?.getAttribute('href') ?? '');
}

/** A change that the earlier worker holds up takes 8 s, and goes on in the page that is loaded anew (src/device/follow-updates.ts). */
const expectVersion = (page: Page, version: string) =>
  expect(page.locator('html')).toHaveAttribute('data-version', version, { timeout: 30_000 });
const notice = (page: Page) => page.getByRole('region', { name: '新しい版があります' });

/** Looks for a new version, as the page does when it is looked at again. */
async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** A host that holds one build at a time. */
function startHost(network: ScriptedNetwork) {
  let build = current;
  let api: ScriptedAnswer = 'pass';
  network.follow(
    hostApp(
      () => build,
      () => api,
    ),
  );
  return {
    deploy: (deployed: AppBuild) => (build = deployed),
    answer: (answer: ScriptedAnswer) => (api = answer),
  };
}

test(
  'fault: the app is updated and rolled back with five calls waiting, a half-answered question set and a second tab → all is kept, no page breaks',
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
      expect(await countEntries(page, owner)).toEqual({ queued: 5, refused: 0, sent: 0 });
      expect(await readDraft(page, owner)).toEqual(DRAFT);
    };

    host.deploy(next);
    await lookAgain(page);
    await expect(notice(page)).toBeVisible();
    await expectVersion(page, VERSION);
    await notice(page).getByRole('button', { name: '更新する' }).click();
    await expectVersion(page, 'next');
    await expectSync(page, /送信待ち 5件$/);
    await expectAllKept();

    // The other tab works on with its own files, which its host does not have any more.
    await expectVersion(tab, VERSION);
    await followInApp(tab, '/community');
    await expect(tab.getByRole('heading', { level: 1, name: 'コミュニティ' })).toBeVisible();
    await expect(notice(tab)).toBeVisible();
    expect(await heldFiles(page)).toContain(oldMain);
    await notice(tab).getByRole('button', { name: '更新する' }).click();
    await expectVersion(tab, 'next');

    host.deploy(current);
    await lookAgain(page);
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
  'fault: a new version is deployed while a question set is being answered → nothing interrupts, and 「あとで」 is respected',
  { tag: ['@once', '@long'] },
  async ({ page, network }) => {
    const host = startHost(network);
    await signIn(page, 'abe');
    await workerReady(page);
    await followInApp(page, '/question/solve/statistics-q-summary');
    host.deploy(next);
    await lookAgain(page);
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
  'an old version leaves nothing behind once no page of it is open',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const host = startHost(network);
    await signIn(page, 'ishikawa');
    await workerReady(page);
    const oldMain = await mainFile(page);
    host.deploy(next);
    await lookAgain(page);
    await notice(page).getByRole('button', { name: '更新する' }).click();
    await expectVersion(page, 'next');

    await expect.poll(() => heldFiles(page)).not.toContain(oldMain);
    expect(await heldFiles(page)).toContain(await mainFile(page));
    network.cut();
    await page.reload();
    await expectVersion(page, 'next');
  },
);

test(
  'fault: the kill switch is deployed → the worker and its files leave the device, the queue stays and is sent',
  { tag: '@once' },
  async ({ app, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const owner = ownerAt(network.origin, 'user-kato');
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
    await lookAgain(page);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await expect.poll(() => heldFiles(page)).toEqual([]);
    host.answer('pass');
    await visit(page, '/courses');
    await expectSync(page, '同期済み', 20_000);

    expect(await receivedBy(app.origin, 'kato')).toEqual({
      lessons: [LESSONS[0].id],
      submits: (before?.submits ?? 0) + 1,
    });
    expect(await countEntries(page, owner)).toEqual({ queued: 0, refused: 0, sent: 2 });
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    rmSync(folder, { recursive: true, force: true });
  },
);

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test(
    'fault: the code of a screen is gone from the host, and there is no worker → the page is loaded anew once, then says so',
    { tag: '@once' },
    async ({ page, network, expectStatus }) => {
      expectStatus(404);
      const gone: ScriptedAnswer = { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Not found' };
      const script = findScript('ホーム画面のアイコンから開きます');
      network.follow(({ path }) => (path === script ? gone : 'pass'));
      await signIn(page, 'yamamoto');

      await followInApp(page, '/mypage');

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
