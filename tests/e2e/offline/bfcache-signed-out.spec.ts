/**
 * Tests that pages restored from the back/forward cache show, record and send nothing of a learner who has signed out
 * (docs/decisions/0021).
 */
import type { Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '@tests/run/chromium-launch.mjs';
import { findWindowedChromium } from '@tests/run/chromium.mjs';

import { expect, login } from '../support/app';
import { workerReady } from '../support/device';
import { putSignIn, submitLogin } from '../support/sign-in';
import { askToLogOut, openInApp } from '../support/steps';
import { LESSONS, expectQueue, receivedBy, visit, networkTest as test } from '../support/study';

// The test needs the full browser: Chromium's headless shell has no back/forward cache.
test.use({
  ownData: true,
  launchOptions: { executablePath: findWindowedChromium(process.env), ...CHROMIUM_LAUNCH },
});

const [lesson] = LESSONS;
const YAMAMOTO = '山本 大輔';
const KIMURA = '木村 健太';

/**
 * How often a page of this tab was restored, and for each animation frame that showed the first learner's name, the
 * page's path.
 */
interface Returns {
  count: number;
  shown: string[];
}

/**
 * Watches every page of the tab from the moment it is restored.
 *
 * @param press text of a button that is pressed at that moment
 */
async function watchReturns(page: Page, name: string, press = ''): Promise<() => Promise<Returns>> {
  await page.addInitScript(
    ([whose, words]) => {
      const read = (): Returns => JSON.parse(sessionStorage.getItem('returns') ?? '{"count":0,"shown":[]}') as Returns;
      const keep = (returns: Returns) => sessionStorage.setItem('returns', JSON.stringify(returns));
      const look = () => {
        const { count, shown } = read();
        // Unlike textContent, innerText holds visible text only.
        if (document.body.innerText.includes(whose)) keep({ count, shown: [...shown, location.pathname] });
        requestAnimationFrame(look);
      };
      window.addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        keep({ ...read(), count: read().count + 1 });
        look();
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click();
      });
    },
    [name, press] as const,
  );
  return () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('returns') ?? '{"count":0,"shown":[]}') as Returns);
}

async function logOut(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText(YAMAMOTO);
  await askToLogOut(page);
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
}

async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
}

/** Goes back four times, to screens and documents of the first learner, and asserts which button is shown each time. */
async function goBackOften(page: Page, button: RegExp | string): Promise<void> {
  for (let back = 1; back <= 4; back += 1) {
    await goBack(page);
    await expect(page.getByRole('button', { name: button }), `Back ${back}`).toBeVisible();
    await expect(page.locator('body')).not.toContainText(YAMAMOTO);
  }
}

/** A message of the service worker to every page makes Chromium drop pages from the back/forward cache. */
test.describe('without a worker, so that pages are always restored', () => {
  test.use({ serviceWorkers: 'block' });

  test('Back leads to the login screen after a sign-out', { tag: '@once' }, async ({ page }) => {
    const returns = await watchReturns(page, YAMAMOTO);
    await login(page, 'yamamoto');
    await openInApp(page, `/lessons/${lesson.id}`);
    await openInApp(page, '/mypage');
    await logOut(page);

    await goBackOften(page, 'ログイン');

    const { count, shown } = await returns();
    expect(count, 'restored pages').toBeGreaterThan(0);
    expect(shown).toEqual([]);
  });

  test(
    'fault: a learner signs out, then the network is gone → Back shows nothing of the learner',
    { tag: ['@once', '@long'] },
    async ({ page, network, expectNoNetwork }) => {
      expectNoNetwork();
      const returns = await watchReturns(page, YAMAMOTO);
      await login(page, 'yamamoto');
      await openInApp(page, '/mypage');
      await logOut(page);
      network.cut();

      await goBack(page);

      await expect(page.locator('body')).not.toContainText(YAMAMOTO);
      network.pass();
      await page.goto('/login');
      expect(await returns()).toEqual({ count: 1, shown: [] });
    },
  );

  test(
    'fault: another learner is signed in, and 読了 (mark as read) is pressed just as the first one’s page is restored → it is neither recorded nor sent',
    { tag: ['@once', '@long'] },
    async ({ app, page }) => {
      const returns = await watchReturns(page, KIMURA, '読了にする');
      await login(page, 'kimura');
      await visit(page, `/lessons/${lesson.id}`);
      await expect(page.getByRole('button', { name: '読了にする' })).toBeVisible();
      await putSignIn(page, 'matsumoto');

      await goBack(page);

      await expect(page.getByRole('button', { name: /^アカウント（松/ })).toBeVisible();
      expect(await returns()).toEqual({ count: 1, shown: [] });
      for (const username of ['kimura', 'matsumoto'] as const) {
        await expectQueue(page, username, {});
        expect(await receivedBy(app.origin, username)).toMatchObject({ lessons: [] });
      }
    },
  );
});

test(
  'fault: a learner signs out without a network, with a service worker → Back leads to the login screen',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const returns = await watchReturns(page, YAMAMOTO);
    await login(page, 'yamamoto');
    await workerReady(page);
    await openInApp(page, `/lessons/${lesson.id}`);
    await openInApp(page, '/mypage');
    network.cut();
    await expect(page.getByRole('main')).toContainText(YAMAMOTO);
    await askToLogOut(page);
    const warned = page.getByRole('dialog', { name: '接続できないままログアウトしますか？' });
    await warned.getByRole('button', { name: 'ログアウト', exact: true }).click();
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();

    await goBackOften(page, 'ログイン');

    expect((await returns()).shown).toEqual([]);
  },
);

test(
  'after the first learner has signed out, Back shows only the second learner’s screens',
  { tag: ['@once', '@long'] },
  async ({ page, expectNoNetwork }) => {
    expectNoNetwork();
    const returns = await watchReturns(page, YAMAMOTO);
    await login(page, 'yamamoto');
    await openInApp(page, `/lessons/${lesson.id}`);
    await openInApp(page, '/mypage');
    await logOut(page);
    await submitLogin(page, 'kobayashi');
    await expect(page.getByRole('button', { name: /^アカウント（小/ })).toBeVisible();

    await goBackOften(page, /^アカウント（小/);

    expect((await returns()).shown).toEqual([]);
  },
);
