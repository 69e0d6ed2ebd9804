/** Pages that come back from the back/forward cache show, record and send nothing of somebody who has left (docs/decisions/0021). */
import type { Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '@tests/run/chromium-launch.mjs';
import { findWindowedChromium } from '@tests/run/chromium.mjs';

import { expect, login } from '../support/app';
import { countEntries, ownerAt, workerReady } from '../support/device';
import { putSignIn, submitLogin } from '../support/sign-in';
import { openInApp } from '../support/steps';
import { LESSONS, receivedBy, networkTest as test, visit } from '../support/study';

test.describe.configure({ timeout: 90_000 });
// A server of its own: the same learners study in other files, too. The Chromium without windows has no such cache.
test.use({
  ownData: true,
  launchOptions: { executablePath: findWindowedChromium(process.env), ...CHROMIUM_LAUNCH },
});

const [lesson] = LESSONS;
const YAMAMOTO = '山本 大輔';
const KIMURA = '木村 健太';

/** How often a page of this tab came back, and the frames in which the name could be read there. */
interface Returns {
  count: number;
  shown: string[];
}

/** Watches every page of the tab from the moment it comes back; the button of these words is pressed at that very moment. */
async function watchReturns(page: Page, name: string, press = ''): Promise<() => Promise<Returns>> {
  await page.addInitScript(
    ([whose, words]) => {
      const read = (): Returns => JSON.parse(sessionStorage.getItem('returns') ?? '{"count":0,"shown":[]}') as Returns;
      const keep = (returns: Returns) => sessionStorage.setItem('returns', JSON.stringify(returns));
      const look = () => {
        const { count, shown } = read();
        // Unlike textContent it has only what is visible.
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

async function askToLogOut(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText(YAMAMOTO);
  await page.getByRole('button', { name: /^アカウント/ }).click();
  await page.getByRole('menuitem', { name: 'ログアウト' }).click();
}

async function logOut(page: Page): Promise<void> {
  await askToLogOut(page);
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
}

async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
}

/** Goes back often, to screens and documents of who was here, and asserts what stands each time. */
async function goBackOften(page: Page, standing: RegExp | string): Promise<void> {
  for (let back = 1; back <= 4; back += 1) {
    await goBack(page);
    await expect(page.getByRole('button', { name: standing }), `Back ${back}`).toBeVisible();
    await expect(page.locator('body')).not.toContainText(YAMAMOTO);
  }
}

/** The worker speaks to every page, and Chromium then throws away those it has put by. */
test.describe('without a worker, where they surely come back', () => {
  test.use({ serviceWorkers: 'block' });

  test('signed out: Back, once and many times, leads to the login screen', { tag: '@once' }, async ({ page }) => {
    const returns = await watchReturns(page, YAMAMOTO);
    await login(page, 'yamamoto');
    await openInApp(page, `/lessons/${lesson.id}`);
    await openInApp(page, '/mypage');
    await logOut(page);

    await goBackOften(page, 'ログイン');

    const { count, shown } = await returns();
    expect(count, 'a page came back').toBeGreaterThan(0);
    expect(shown).toEqual([]);
  });

  test(
    'fault: signed out without a network: Back shows nothing of who was here',
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
    'fault: somebody else is here, and 読了 is pressed as the page of who was here comes back → it is neither recorded nor sent',
    { tag: ['@once', '@long'] },
    async ({ app, page, network }) => {
      const returns = await watchReturns(page, KIMURA, '読了にする');
      await login(page, 'kimura');
      await visit(page, `/lessons/${lesson.id}`);
      await expect(page.getByRole('button', { name: '読了にする' })).toBeVisible();
      await putSignIn(page, 'matsumoto');

      await goBack(page);

      await expect(page.getByRole('button', { name: /^アカウント（松/ })).toBeVisible();
      expect(await returns()).toEqual({ count: 1, shown: [] });
      for (const username of ['kimura', 'matsumoto'] as const) {
        const owner = ownerAt(network.origin, `user-${username}`);
        expect(await countEntries(page, owner)).toEqual({ queued: 0, refused: 0, sent: 0 });
        expect(await receivedBy(app.origin, username)).toMatchObject({ lessons: [] });
      }
    },
  );
});

test(
  'fault: signed out without a network, with a worker: Back leads to the login screen',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    const returns = await watchReturns(page, YAMAMOTO);
    await login(page, 'yamamoto');
    await workerReady(page);
    await openInApp(page, `/lessons/${lesson.id}`);
    await openInApp(page, '/mypage');
    network.cut();
    await askToLogOut(page);
    const warned = page.getByRole('dialog', { name: '接続できないままログアウトしますか？' });
    await warned.getByRole('button', { name: 'ログアウト', exact: true }).click();
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();

    await goBackOften(page, 'ログイン');

    expect((await returns()).shown).toEqual([]);
  },
);

test(
  'signed out, and somebody else signs in: Back, once and many times, shows only theirs',
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
