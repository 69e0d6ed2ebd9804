/** Tests that no layout shifts while a screen loads, and that a skeleton is shown before any script has run. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Page } from '@playwright/test';

import { SCREEN_LOAD_TIMEOUT_MS } from '@/lib/constants';

import { appReady, expect, signIn, screenReady, test } from './support/app';
import { projectRoot } from './support/project-root';

const demo = join(projectRoot, 'server/demo/courses');
const lessonPaths = readdirSync(demo, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/lessons/${basename(name, '.md')}`);

interface ShiftWindow {
  shifts: { value: number; what: string }[];
}

/** Records layout shifts without recent input, from each document's first frame on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: ShiftWindow['shifts'] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element }[];
        };
        const what = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`).join(' / ');
        if (!hadRecentInput) shifts.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Emulates a slow mobile network with empty caches, for the page and its service worker. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
}

/** Scrolls through the page, so that every picture is requested, and waits until all are loaded. */
async function seeEverything(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 500) {
      window.scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
  });
  await expect
    .poll(() => page.evaluate(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)))
    .toBe(true);
}

test.describe('on a slow network', { tag: '@once' }, () => {
  // The service worker is allowed, because once it is active, the page repeats its reads.
  test.use({ serviceWorkers: 'allow' });

  // These screens change after loading: pictures, figures and formulas load late.
  const restless = ['/', '/lessons/statistics-spread'];
  for (const path of new Set([...restless, '/courses', '/courses/security', ...lessonPaths])) {
    test(`no layout shift on ${path}`, { tag: restless.includes(path) ? [] : '@long' }, async ({ page }) => {
      await signIn(page, 'student');
      await watchShifts(page);
      await slowDown(page);

      await page.goto(path, { waitUntil: 'commit' });
      // A request that is lost on the way costs the page 30 s; the page itself gives up after this time.
      await expect(page.locator('html')).toHaveAttribute('data-app', 'ready', { timeout: SCREEN_LOAD_TIMEOUT_MS });
      await screenReady(page);
      await expect(page.getByText('読み込んでいます')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await seeEverything(page);

      const shifts = await page.evaluate(() => (window as unknown as ShiftWindow).shifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThan(0.0005);
    });
  }

  test('no layout shift on the login screen', async ({ page }) => {
    await watchShifts(page);
    await slowDown(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await appReady(page);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as ShiftWindow).shifts)).toEqual([]);
  });
});

test('the skeleton is shown before any script has run', async ({ page, context }) => {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });

  await page.goto('/', { waitUntil: 'commit' });

  const bar = page.locator('.skeleton-bar');
  await expect(bar).toBeVisible();
  await expect(bar).toHaveCSS('height', '56px');
  await expect(page.locator('.skeleton-logo')).toBeVisible();
  // The loading text is also visible: a prerendered lesson below it may already be complete.
  const loadingText = () =>
    bar.evaluate((element) => {
      const { content, opacity } = getComputedStyle(element, '::after');
      return { content, opacity };
    });
  await expect.poll(loadingText).toMatchObject({ content: '"読み込んでいます…"', opacity: '1' });
  await expect(page.locator('html')).not.toHaveAttribute('data-app', 'ready');
  release();
  await appReady(page);
  await expect(bar).toHaveCount(0);
});
