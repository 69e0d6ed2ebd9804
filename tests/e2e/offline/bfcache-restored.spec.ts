/**
 * Tests that Back from another site restores the page from the back/forward cache, although other tabs and the service
 * worker were active meanwhile (docs/decisions/0048).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '@tests/run/chromium-launch.mjs';
import { findWindowedChromium } from '@tests/run/chromium.mjs';

import { expect, login, screenReady } from '../support/app';
import { workerReady } from '../support/device';
import { submitLogin } from '../support/sign-in';
import { askToLogOut } from '../support/steps';
import {
  COURSE,
  LESSONS,
  expectQueue,
  expectSync,
  lessonActions,
  networkTest,
  pressRead,
  receivedBy,
  visit,
} from '../support/study';

/** Adds the fixture `elsewhere`: the address of another site. */
const test = networkTest.extend<{ elsewhere: string }>({
  elsewhere: async ({ browserName: _unread }, provide) => {
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">');
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    await provide(`http://localhost:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

// The test needs the full browser: Chromium's headless shell has no back/forward cache.
test.use({
  ownData: true,
  launchOptions: { executablePath: findWindowedChromium(process.env), ...CHROMIUM_LAUNCH },
});

const [first, second] = LESSONS;

/**
 * Goes back in the history.
 *
 * @returns why the page was reloaded; `undefined` if it was restored from the back/forward cache
 */
async function goBack(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  let why: string | undefined;
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    why = notRestoredExplanations.map(({ reason }) => reason).join(', ') || 'no reason';
  });
  await page.goBack({ waitUntil: 'commit' });
  await screenReady(page);
  await session.detach();
  return why;
}

/**
 * Leaves for another site once no exclusive lock is held: at the start one is held to compare the stored confirmations
 * of sent calls (receipts), and the browser does not cache a page that holds a lock.
 */
async function leave(page: Page, elsewhere: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isAlone = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.some(({ mode }) => mode === 'exclusive'));
  await expect.poll(isAlone).toBe(false);
  await page.goto(elsewhere);
}

/**
 * Leaves the page, does something elsewhere, and goes back. A short operation may begin while the page is left, such as
 * comparing receipts; a page that holds its lock is loaded again (docs/decisions/0048), and then tried once more.
 *
 * @returns why the page was reloaded each time; `undefined` if it was restored
 */
async function leaveAndGoBack(page: Page, elsewhere: string, meanwhile?: () => Promise<void>) {
  let why: string | undefined;
  for (let tries = 0; tries < 3; tries += 1) {
    await leave(page, elsewhere);
    await meanwhile?.();
    why = await goBack(page);
    if (why !== 'WebLocksContention') break;
  }
  return why;
}

const screens = [
  '/',
  '/courses',
  `/courses/${COURSE.id}`,
  `/lessons/${first.id}`,
  '/lessons/security-passkeys',
  '/mypage',
  '/question/solve/statistics-q-summary',
];

test(
  'Back restores a learner’s screens from the back/forward cache while another tab studies, and later records are sent',
  { tag: ['@once', '@long'] },
  async ({ app, context, page, elsewhere }) => {
    await login(page, 'yamada');
    await workerReady(page);
    const other = await context.newPage();
    await visit(other, `/lessons/${second.id}`);
    const read = lessonActions(other).getByText('読了', { exact: true });
    for (const path of screens) {
      await visit(page, path);
      const why = await leaveAndGoBack(page, elsewhere, async () => {
        await visit(other, path === '/' ? `/lessons/${second.id}` : '/courses');
        if (path !== '/' || (await read.isVisible())) return;
        await pressRead(other);
        await expect(read).toBeVisible();
      });
      expect(why, path).toBeUndefined();
      await expect(page.locator('html')).not.toHaveAttribute('style', /hidden/);
    }
    // The restored page knows the progress that the other tab recorded meanwhile.
    await visit(page, '/');
    expect(await leaveAndGoBack(page, elsewhere)).toBeUndefined();
    await visit(page, `/lessons/${first.id}`);
    expect(await leaveAndGoBack(page, elsewhere)).toBeUndefined();
    await pressRead(page);
    await expect(lessonActions(page).getByText('読了', { exact: true })).toBeVisible();
    expect(await receivedBy(app.origin, 'yamada')).toMatchObject({ lessons: [first.id, second.id].toSorted() });
    await expectQueue(page, 'yamada', { sent: 2 });
  },
);

test(
  'fault: a page is left for another site while a call is in flight → the request is aborted, another tab sends it, and after Back each call counts once',
  { tag: ['@once', '@long'] },
  async ({ app, context, page, network, elsewhere, expectNoNetwork }) => {
    expectNoNetwork();
    await login(page, 'ishikawa');
    await workerReady(page);
    await visit(page, `/lessons/${first.id}`);
    const puts = () => network.count('PUT', /^\/api/);
    let held = 0;
    // The first PUT hangs. Later ones pass: the service worker may send the call once the page has released the lock.
    network.follow(({ method }) => (method === 'PUT' && (held += 1) === 1 ? new Promise(() => undefined) : 'pass'));
    await pressRead(page);
    await expect.poll(puts).toBe(1);

    await page.goto(elsewhere);
    const other = await context.newPage();
    await visit(other, '/courses');
    await expectSync(other, '同期済み', 15_000);

    expect(await goBack(page)).toBeUndefined();
    await expectSync(page, '同期済み', 15_000);
    await expect(lessonActions(page).getByText('読了', { exact: true })).toBeVisible();
    expect(await receivedBy(app.origin, 'ishikawa')).toMatchObject({ lessons: [first.id] });
    await expectQueue(page, 'ishikawa', { sent: 1 });
  },
);

test(
  'after a second learner has signed in, ten presses of Back show nothing of the first learner',
  { tag: ['@once', '@long'] },
  async ({ page, elsewhere, expectNoNetwork }) => {
    expectNoNetwork();
    await page.addInitScript(() => {
      const look = () => {
        // Unlike textContent, innerText holds visible text only.
        if (document.body?.innerText.includes('阿部') && sessionStorage.getItem('is-left'))
          sessionStorage.setItem('seen', location.pathname);
        requestAnimationFrame(look);
      };
      look();
      window.addEventListener('pageshow', ({ persisted }) => persisted && look());
    });
    await login(page, 'abe');
    await workerReady(page);
    const places = ['/courses', '/mypage', `/lessons/${first.id}`, `/courses/${COURSE.id}`, '/', '/mypage', '/courses'];
    for (const path of places) {
      await visit(page, path);
      await page.goto(elsewhere);
    }
    await visit(page, '/mypage');
    await askToLogOut(page);
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
    await page.evaluate(() => sessionStorage.setItem('is-left', 'yes'));
    await submitLogin(page, 'hashimoto');
    await expect(page.getByRole('button', { name: /^アカウント（橋/ })).toBeVisible();

    for (let back = 1; back <= 10; back += 1) {
      await page.goBack({ waitUntil: 'commit' });
      if (page.url() === elsewhere) {
        await expect(page).toHaveTitle('Elsewhere');
        continue;
      }
      await expect(page.getByRole('button', { name: /^アカウント（橋/ }), `Back ${back}`).toBeVisible();
      await expect(page.locator('body')).not.toContainText('阿部');
    }
    await page.goto('/courses');
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull();
  },
);
