/** Tests the service worker's installation, which downloads the whole app. */
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { appReady, expect } from '../support/app';
import { findScript } from '../support/app-host';
import { deleteCached, workerReady } from '../support/device';
import { isOfWorker, PORTAL_PAGE, type ScriptedAnswer } from '../support/scripted-network';
import { networkTest as test } from '../support/study';

/**
 * Lists the precached paths after a failed installation; `undefined` while a service worker is installing or installed.
 */
const filesOfFailedInstall = (page: Page) =>
  page.evaluate(async () => {
    if (await navigator.serviceWorker.getRegistration()) return undefined;
    const name = (await caches.keys()).find((each) => each.includes('precache'));
    const files = name === undefined ? [] : await (await caches.open(name)).keys();
    return files.map(({ url }) => new URL(url).pathname);
  });

test(
  'fault: the network fails in the middle of the first installation → the next start downloads the missing files, and no file twice',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    let left = 40;
    network.follow((request) => (isOfWorker(request) && (left -= 1) < 0 ? 'cut' : 'pass'));
    await page.goto('/login');
    await appReady(page);
    await expect.poll(() => filesOfFailedInstall(page)).not.toHaveLength(0);
    const held = (await filesOfFailedInstall(page)) ?? [];
    expect(held.length).toBeGreaterThan(20);
    const seenBefore = network.seen.length;

    network.pass();
    await page.reload();
    await workerReady(page);
    const asked = network.seen.slice(seenBefore).filter(isOfWorker);
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.map(({ path }) => path).filter((path) => held.includes(path))).toEqual([]);
  },
);

test(
  'fault: the first installation fails, or the service worker’s script cannot be downloaded, and the network returns while the page is open → the installation continues without a press',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    let broken = 0;
    for (const path of ['/sw.js', '/index.html']) {
      network.follow((request) => {
        if (request.path !== path || (path !== '/sw.js' && !isOfWorker(request))) return 'pass';
        broken += 1;
        return 'cut';
      });
      broken = 0;
      await page.goto('/login');
      await appReady(page);
      await expect.poll(() => broken).toBeGreaterThan(0);
      await expect.poll(() => page.evaluate(async () => !(await navigator.serviceWorker.getRegistration()))).toBe(true);

      network.pass();
      // `online` is dispatched until the installation continues, because no event says when the page has noticed the
      // failure.
      const comeOnline = () =>
        page.evaluate(() => {
          window.dispatchEvent(new Event('online'));
          return navigator.serviceWorker.controller?.state;
        });
      await expect.poll(comeOnline, { message: path, timeout: 30_000, intervals: [3000] }).toBe('activated');
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
      await deleteCached(page, 'precache', /./);
    }
  },
);

test(
  'fault: the host sends its files with Vary: Accept → the app opens offline with styles, colours and pictures',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    network.follow(() => ({ changeHeaders: (headers) => ({ ...headers, vary: 'Accept, Accept-Encoding' }) }));
    await page.goto('/login');
    await appReady(page);
    await workerReady(page);
    network.cut();
    await page.reload();
    await appReady(page);

    await expect(page.locator('html')).toHaveAttribute('data-boot', 'watched');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', /./);
    const sheets = page.locator('link[rel="stylesheet"]');
    await expect(sheets).not.toHaveCount(0);
    expect(await sheets.evaluateAll((links) => links.filter((link) => !(link as HTMLLinkElement).sheet).length)).toBe(
      0,
    );
  },
);

/** A script that the login screen does not load. */
const script = findScript('ホーム画面のアイコンから開きます');
const shell = readFileSync('dist/index.html', 'utf8');
const asScript = { 'Content-Type': 'text/javascript', 'Cache-Control': 'public, max-age=31536000, immutable' };
const asPage = { 'Content-Type': 'text/html; charset=utf-8' };

/**
 * Wrong responses to a request for a file of the app, as captive portals, proxies and a host in the middle of a
 * deployment give them.
 */
const WRONG: Record<string, [path: string, answer: ScriptedAnswer]> = {
  'a web page in place of a script, cacheable for a year': [
    script,
    { status: 200, headers: { ...asScript, ...asPage }, body: shell },
  ],
  'a script that was cut short': [
    script,
    { status: 200, headers: asScript, body: readFileSync(`dist${script}`, 'utf8').slice(0, 900) },
  ],
  'another version’s script': ['/theme.js', { status: 200, headers: asScript, body: '// Older.' }],
  'a portal’s page in place of index.html': ['/index.html', PORTAL_PAGE],
  'another version’s index.html': [
    '/index.html',
    { status: 200, headers: asPage, body: shell.replaceAll('/assets/start-', '/assets/start-older-') },
  ],
  'index.html that was cut short': [
    '/index.html',
    { status: 200, headers: asPage, body: shell.slice(0, shell.indexOf('<noscript>')) },
  ],
};

test(
  'fault: the first installation receives a wrong response for a file of the app → it is not stored, and the app opens offline once the right file has arrived',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    for (const [name, [path, answer]] of Object.entries(WRONG)) {
      let isGiven = false;
      network.follow((request) => {
        if (request.path !== path || !isOfWorker(request)) return 'pass';
        isGiven = true;
        return answer;
      });
      await page.goto('/login');
      await appReady(page);
      await expect.poll(() => isGiven, name).toBe(true);
      await expect.poll(() => filesOfFailedInstall(page), name).not.toBeUndefined();
      await deleteCached(page, 'precache', /./);
    }

    network.pass();
    await page.reload();
    await workerReady(page);
    network.cut();
    await page.reload();
    await appReady(page);
  },
);
