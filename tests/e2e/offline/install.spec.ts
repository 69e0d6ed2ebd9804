/** The worker's first start, which fetches the whole app. */
import type { Page } from '@playwright/test';

import { appReady, expect } from '../support/app';
import { workerReady } from '../support/device';
import type { SeenRequest } from '../support/scripted-network';
import { networkTest as test } from '../support/study';

const isOfWorker = ({ headers }: SeenRequest) => headers.referer?.endsWith('/sw.js') === true;

/** The app's own files on the device, as paths; undefined while a worker is being installed or there. */
const filesOfFailedInstall = (page: Page) =>
  page.evaluate(async () => {
    if (await navigator.serviceWorker.getRegistration()) return undefined;
    const name = (await caches.keys()).find((each) => each.includes('precache'));
    const files = name === undefined ? [] : await (await caches.open(name)).keys();
    return files.map(({ url }) => new URL(url).pathname);
  });

test(
  'fault: the network breaks off in the middle of the first install → the next start fetches what is missing, nothing twice',
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
  'fault: a host says that its files depend on what is accepted → without a network the app opens with styles, colours and pictures',
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
