/**
 * Tests the app on plain http, as tablets in a house open it: browsers offer no `crypto.randomUUID`, locks or clipboard
 * there.
 */
import { screensByUser } from '@tests/support/screens';

import { CHROMIUM_LAUNCH } from '../run/chromium-launch.mjs';
import { findChromium } from '../run/chromium.mjs';
import { expect, screenReady, test } from './support/app';
import { submitLogin } from './support/sign-in';
import { openInApp } from './support/steps';

const HOST = 'manabiba.test';

test.use({
  launchOptions: {
    executablePath: findChromium(process.env),
    ...CHROMIUM_LAUNCH,
    args: [...CHROMIUM_LAUNCH.args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
});

test.describe('on plain http', { tag: '@once' }, () => {
  for (const [user, paths] of screensByUser) {
    test(`every screen of ${user} opens on plain http`, async ({ page, app }) => {
      test.slow();
      await page.goto(app.origin.replace('localhost', HOST));
      expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'locks' in navigator])).toEqual([
        false,
        false,
        false,
      ]);
      await submitLogin(page, user);
      await expect(page).toHaveURL(/:\d+\/$/);
      await screenReady(page);
      for (const path of paths) await openInApp(page, path);
    });
  }

  test('a course is made required on plain http', async ({ page, app }) => {
    await page.goto(`${app.origin.replace('localhost', HOST)}/login?redirect=/companies/minato`);
    await submitLogin(page, 'teacher');
    await expect(page).toHaveURL(/\/companies\/minato$/);
    await screenReady(page);
    await page.getByRole('button', { name: '必修', exact: true }).click();
    await page.getByRole('button', { name: '必修を追加' }).click();
    const form = page.getByRole('region', { name: '必修' });
    await form.getByLabel(/^コース/).selectOption({ index: 1 });
    await form.getByLabel(/^期限/).fill('2027-03-31');
    await form.getByRole('button', { name: '追加', exact: true }).click();
    await expect(page.getByText('必修を追加しました')).toBeVisible();
  });
});
