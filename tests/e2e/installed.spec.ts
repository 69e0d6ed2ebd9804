/** Tests installability, manifest, printing, and errors when the app's code cannot be loaded. */
import type { Page } from '@playwright/test';
import { findWindowedChromium } from '@tests/run/chromium.mjs';

import { appReady, axe, expect, screenReady, signIn, test } from './support/app';
import { findScript } from './support/app-host';
import { workerReady } from './support/device';
import { makeKeptBrowser } from './support/kept-browser';
import { manifestSchema } from './support/manifest-schema';
import { lessonRead, queueCalls } from './support/study';

/** Returns a picture's size in pixels, as decoded by the browser: "780x1688". */
function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, src);
}

test('Chromium reports no installability error', { tag: '@once' }, async ({ app }) => {
  await app.start();
  // The check needs the full browser: the headless shell cannot install apps, and reports no errors.
  const executablePath = findWindowedChromium(process.env);
  if (!executablePath) throw new Error('A Chromium with windows is needed.');
  const kept = await makeKeptBrowser({ baseURL: app.origin, executablePath });
  try {
    const { context, page, problems } = await kept.open();
    await page.goto('/login');
    await appReady(page);
    await workerReady(page);
    const session = await context.newCDPSession(page);

    expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${app.origin}/manifest.webmanifest`, []]);
    expect(problems.list()).toEqual([]);
  } finally {
    await kept.dispose();
  }
});

test(
  'the manifest is complete, and its pictures exist in the sizes it declares',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/login');
    await appReady(page);
    const answer = await page.request.get('/manifest.webmanifest');
    const manifest = manifestSchema.parse(await answer.json());

    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const purposes = manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
    expect(purposes).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']);
    expect(new Set(manifest.screenshots.map((each) => each.form_factor))).toEqual(new Set(['narrow', 'wide']));
    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
    const real = await Promise.all(pictures.map(({ src }) => sizeOf(page, src)));
    expect(real).toEqual(pictures.map(({ sizes }) => sizes));
    for (const form of ['narrow', 'wide']) {
      const sizes = new Set(manifest.screenshots.filter((each) => each.form_factor === form).map((each) => each.sizes));
      expect(sizes.size, `${form}: browsers show only screenshots of one shape`).toBe(1);
    }
    expect(await sizeOf(page, '/icons/apple-touch-icon.png')).toBe('180x180');
  },
);

test.describe('the worker', { tag: '@once' }, () => {
  test.use({ serviceWorkers: 'allow' });

  test('the service worker does not download the manifest’s screenshots', async ({ page }) => {
    await page.goto('/login');
    await workerReady(page);
    const held = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return caches_.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(held.filter((path) => path.startsWith('/screenshots/'))).toEqual([]);
    expect(held).toContain('/boot.js');
  });
});

test('theme-color follows the colour scheme', { tag: '@once' }, async ({ page }) => {
  const colors = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => [...new Set(metas.map((meta) => meta.getAttribute('content')))]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await appReady(page);
  expect(await colors()).toEqual(['#ffffff']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colors).toEqual(['#1a2029']);
  await page.evaluate(() => localStorage.setItem('manabiba-scheme', 'light'));
  await page.reload();
  await appReady(page);
  expect(await colors()).toEqual(['#ffffff']);
});

test('a lesson prints in light colours without the layout, also in dark mode', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'student');
  await page.goto('/lessons/security-passkeys');
  await expect(page.getByRole('article').locator('ruby').first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });

  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeHidden();
  await expect(page.getByRole('group', { name: 'レッスンの操作' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'このレッスンを印刷' })).toBeHidden();
  await expect(page.getByRole('article').locator('ruby rt').first()).toBeVisible();
  const paper = await page.evaluate(() => {
    const paragraph = document.querySelector('article p:has(ruby)') ?? document.body;
    const title = document.querySelector('article h1') ?? document.body;
    return [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(paragraph).color,
      getComputedStyle(title).color,
    ];
  });
  expect(paper).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)']);
});

test(
  'the installation help and the install offer fit a phone, in both colour schemes',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'student', '/mypage');
    const help = page.getByRole('region', { name: 'ホーム画面に追加' });
    await help.getByText('Mac（Safari）').click();
    await expect(help.getByText('「Dockに追加」を選びます', { exact: false })).toBeVisible();
    await queueCalls(page, 'student', [lessonRead('git-pipes')]);
    await page.reload();
    await screenReady(page);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
    const offer = page.getByRole('region', { name: 'ホーム画面に追加しませんか' });
    await expect(offer).toBeVisible();
    // The app reserves the offer's height, so that toasts and the end of the page are above it.
    const height = (await offer.boundingBox())?.height ?? 0;
    const told = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--bottom-notice'));
    await expect.poll(async () => Number.parseFloat(await told())).toBeGreaterThan(height);
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  },
);

test(
  'fault: the code of a notice cannot be loaded → the lesson is shown without the notice',
  { tag: '@once' },
  async ({ page, expectNoNetwork }) => {
    expectNoNetwork();
    const script = findScript('ホーム画面に追加しませんか');
    await signIn(page, 'student', '/lessons/git-pipes');
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith(script));
    await page.route(`**${script}`, (route) => route.abort());
    await page.context().route('**/api/v1/progress/lesson/*', (route) => route.abort());
    await queueCalls(page, 'student', [lessonRead('git-pipes')]);
    await page.reload();
    await asked;
    await screenReady(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('パイプとリダイレクト');
    await page.getByRole('button', { name: /^同期の状態/ }).click();
    await expect(page.getByRole('dialog').getByText('パイプとリダイレクト')).toBeVisible();
  },
);

test(
  "fault: the app's code cannot be loaded → an error with a reload button and a link home replaces the skeleton",
  { tag: '@once' },
  async ({ page, expectNoNetwork }) => {
    expectNoNetwork();
    await page.route('**/assets/app-*.js', (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Loading chunk failed' })).toBeVisible();
    await axe(page);
    const home = page.getByRole('main').getByRole('link', { name: 'ホームに戻る' });
    await expect(home).toHaveAttribute('href', '/');
    expect((await home.boundingBox())?.height).toBeGreaterThanOrEqual(44);

    await page.unroute('**/assets/app-*.js');
    await page.getByRole('button', { name: '再読み込み' }).click();
    await appReady(page);
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
  },
);

test(
  'fault: the code of a pressed button and of toasts cannot be loaded → an error is shown, the screen stays, and the next press works',
  { tag: '@once' },
  async ({ page, expectNoNetwork }) => {
    await signIn(page, 'student', '/lessons/git-pipes');
    expectNoNetwork();
    await page.route('**/assets/**', (route) => route.abort());
    const words = page.getByRole('alert').filter({ hasText: '読み込めませんでした。電波のよいところで' });
    for (const button of ['さがす', /^アカウント/, /^同期の状態/]) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(words).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('パイプとリダイレクト');
      await expect(words).toBeHidden();
    }

    await page.unroute('**/assets/**');
    await page.getByRole('button', { name: /^同期の状態/ }).click();
    const panel = page.getByRole('dialog', { name: '学習の送信' });
    await expect(panel).toBeVisible();
    // The panel is shown with its stylesheet, which had failed to load as well.
    await expect(panel.getByRole('button', { name: '閉じる' })).toBeInViewport();
    await axe(page);
  },
);

test(
  "fault: the app's code is still loading after 120 s → an error is shown, and the app still starts when the code arrives",
  { tag: '@once' },
  async ({ page }) => {
    await page.clock.install();
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/assets/app-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-boot', 'watched');
    await page.clock.fastForward(119_000);
    await expect(page.getByRole('alert')).toBeHidden();
    await page.clock.fastForward(2000);
    await expect(page.getByRole('heading', { level: 1, name: 'Loading chunk failed' })).toBeVisible();

    letThrough();
    await page.clock.resume();
    await appReady(page);
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
  },
);
