/**
 * Tests which files of the app are cached on a learner's device, and on a device on which staff have signed in
 * (docs/decisions/0044).
 */
import { readFileSync } from 'node:fs';

import { expect, screenReady, signIn } from '../support/app';
import { type AppBuild, buildVersion, hostApp } from '../support/app-host';
import { lookForUpdate, precachedPaths, workerReady } from '../support/device';
import { isOfWorker } from '../support/scripted-network';
import { visit, networkTest as test } from '../support/study';

const current: AppBuild = { folder: 'dist', dispose: () => Promise.resolve() };

/** Returns the two precache lists of a build's service worker: the files for all users, and those for staff. */
function listsOf({ folder }: AppBuild): { everybodys: string[]; staffs: string[] } {
  const entries = [...readFileSync(`${folder}/sw.js`, 'utf8').matchAll(/\{[^{}]*"url":"([^"]+)"[^{}]*\}/g)];
  const paths = (isStaffs: boolean) =>
    entries.filter(([entry]) => entry.includes('"isStaffs":true') === isStaffs).map(([, url]) => `/${url}`);
  return { everybodys: paths(false), staffs: paths(true) };
}

test(
  'a learner’s device holds at most 84 files of the app, and a staff editor’s screen is denied offline',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const { everybodys, staffs } = listsOf(current);
    expect(staffs.length).toBeGreaterThan(30);
    await signIn(page, 'student');
    await workerReady(page);
    expect((await precachedPaths(page)).toSorted()).toEqual(everybodys.toSorted());
    expect(everybodys.length).toBeLessThanOrEqual(84);

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
  'the service worker downloads the staff’s files when staff sign in, and keeps them for the next user',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const { staffs } = listsOf(current);
    await page.goto('/login');
    await screenReady(page);
    await workerReady(page);
    expect((await precachedPaths(page)).filter((path) => staffs.includes(path))).toEqual([]);

    await signIn(page, 'teacher');
    await expect.poll(() => precachedPaths(page)).toEqual(expect.arrayContaining(staffs));
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
    'fault: staff sign in while an update waits, and its staff files cannot be downloaded → the update is applied once the files can be downloaded',
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
      await lookForUpdate(page);
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
      // The page reloads itself once the new worker has taken over. If that takes long, the update is offered again.
      await expect(async () => {
        const version = await page.locator('html').getAttribute('data-version');
        if (version !== 'next' && !(await isWaiting())) await update.click({ timeout: 1000 });
        expect(version).toBe('next');
      }).toPass();
      expect(await precachedPaths(page)).toEqual(expect.arrayContaining(listsOf(next).staffs));
    },
  );
});
