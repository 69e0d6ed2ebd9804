/** What a learner's device holds of the app, and what one does on which staff have signed in (docs/decisions/0044). */
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, screenReady, signIn } from '../support/app';
import { type AppBuild, buildVersion, hostApp } from '../support/app-host';
import { workerReady } from '../support/device';
import type { SeenRequest } from '../support/scripted-network';
import { networkTest as test, visit } from '../support/study';

test.describe.configure({ timeout: 120_000 });

const current: AppBuild = { folder: 'dist', dispose: () => Promise.resolve() };

/** The worker's two lists, as a build has written them. */
function listsOf({ folder }: AppBuild): { everybodys: string[]; staffs: string[] } {
  const entries = [...readFileSync(`${folder}/sw.js`, 'utf8').matchAll(/\{[^{}]*"url":"([^"]+)"[^{}]*\}/g)];
  const paths = (isStaffs: boolean) =>
    entries.filter(([entry]) => entry.includes('"isStaffs":true') === isStaffs).map(([, url]) => `/${url}`);
  return { everybodys: paths(false), staffs: paths(true) };
}

/** The files of the app that the worker holds. */
function heldFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.includes('precache')) ?? '';
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  });
}

const isOfWorker = ({ headers }: SeenRequest) => headers.referer?.endsWith('/sw.js') === true;

test(
  'a learner’s device holds 80 files at most, and an editor’s address says without a network that it is not theirs',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const { everybodys, staffs } = listsOf(current);
    expect(staffs.length).toBeGreaterThan(30);
    await signIn(page, 'student');
    await workerReady(page);
    expect((await heldFiles(page)).toSorted()).toEqual(everybodys.toSorted());
    expect(everybodys.length).toBeLessThanOrEqual(80);

    network.cut();
    for (const path of ['/courses/new', '/lessons/edit/git-pipes', '/sections/new', '/users/new', '/companies']) {
      await page.goto(path);
      await screenReady(page);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('アクセスが拒否されました');
      await expect(page.getByRole('main').getByRole('link', { name: 'ホームに戻る' })).toBeVisible();
    }
  },
);

test(
  'where staff sign in, the worker fetches their files, too, and keeps them for whoever comes next',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const { staffs } = listsOf(current);
    await page.goto('/login');
    await screenReady(page);
    await workerReady(page);
    expect((await heldFiles(page)).filter((path) => staffs.includes(path))).toEqual([]);

    await signIn(page, 'teacher');
    await expect.poll(() => heldFiles(page)).toEqual(expect.arrayContaining(staffs));
    network.cut();
    await visit(page, '/courses/new');
    await expect(page.getByLabel(/^タイトル/)).toBeVisible();
  },
);

test.describe('with a new version', () => {
  let next: AppBuild;
  test.beforeAll(async () => {
    next = await buildVersion('next');
  });
  test.afterAll(() => next.dispose());

  test(
    'fault: staff sign in while a new version waits, and its files cannot be had → it takes over once they can',
    { tag: ['@once', '@long'] },
    async ({ page, network, expectNoNetwork, expectStatus }) => {
      expectNoNetwork();
      expectStatus(404);
      let build = current;
      let isCut = false;
      const host = hostApp(
        () => build,
        () => 'pass',
      );
      network.follow((request) => (isCut && isOfWorker(request) ? 'cut' : host(request)));
      await signIn(page, 'student');
      await workerReady(page);
      build = next;
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      const isWaiting = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed');
      await expect.poll(isWaiting).toBe(true);

      isCut = true;
      await signIn(page, 'teacher');
      const update = page.getByRole('region', { name: '新しい版があります' }).getByRole('button', { name: '更新する' });
      const before = await page.locator('html').getAttribute('data-version');
      const reloaded = page.waitForEvent('load');
      await update.click();
      await reloaded;
      await screenReady(page);
      await expect(page.locator('html')).toHaveAttribute('data-version', before ?? '');
      expect(await isWaiting()).toBe(true);

      isCut = false;
      await visit(page, '/');
      await update.click();
      await expect(page.locator('html')).toHaveAttribute('data-version', 'next', { timeout: 30_000 });
      expect(await heldFiles(page)).toEqual(expect.arrayContaining(listsOf(next).staffs));
    },
  );
});
