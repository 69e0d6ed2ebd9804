/**
 * Tests that axe finds no accessibility violation on any screen of the route table, nor in menus, dialogs and errors,
 * in both colour schemes.
 */

import { screensByUser } from '@tests/support/screens';

import { appReady, axe, expect, signIn, screenReady, test } from './support/app';
import { submitLogin } from './support/sign-in';
import { openInApp, openMenu } from './support/steps';

test.describe('axe finds nothing', { tag: '@once' }, () => {
  test.describe.configure({ mode: 'parallel' });

  const chunks = screensByUser.flatMap(([user, paths]) => [
    [user, paths.slice(0, 5)] as const,
    [user, paths.slice(5)] as const,
  ]);
  // `npm test` looks at the light scheme; the contrast of the dark one is one of the details.
  const looks = [
    { name: 'light', schemes: ['light'], tag: [] },
    { name: 'dark', schemes: ['dark'], tag: ['@detail'] },
  ] as const;
  const inBoth = [{ name: 'light and dark', schemes: ['light', 'dark'], tag: ['@staff'] }] as const;
  for (const [user, paths] of chunks.filter(([, { length }]) => length > 0)) {
    for (const { name, schemes, tag } of user === 'student' ? looks : inBoth) {
      test(
        `axe finds no violation on ${paths.join(' ')}, signed in as ${user}, ${name}`,
        { tag: [...tag] },
        async ({ page }) => {
          await signIn(page, user);
          for (const path of paths) {
            await openInApp(page, path);
            await expect(page.getByText('読み込んでいます')).toHaveCount(0);
            await axe(page, { schemes });
          }
        },
      );
    }
  }

  for (const { name, schemes, tag } of looks) {
    test(
      `axe finds no violation on the login screen, also after a refused login, ${name}`,
      { tag: [...tag] },
      async ({ page, expectStatus }) => {
        expectStatus(401);
        await page.goto('/login');
        await appReady(page);
        await page.getByText('パスワードを忘れた方').click();
        await axe(page, { schemes });
        await page.getByRole('button', { name: 'ログイン' }).click();
        await expect(page.getByText('ユーザー名を入力してください。')).toBeVisible();
        await axe(page, { schemes });
        await submitLogin(page, 'student', 'wrong');
        await expect(page.getByRole('alert')).toBeVisible();
        await axe(page, { schemes });
      },
    );
  }

  test('axe finds nothing in open menus and dialogs', { tag: '@detail' }, async ({ page }) => {
    await signIn(page, 'student');
    await openMenu(page);
    await axe(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^アカウント/ }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(2);
    await axe(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'さがす', exact: true }).click();
    const search = page.getByRole('dialog');
    await search.getByRole('textbox').fill('統計');
    await expect(search.getByRole('button', { name: /はじめての統計/ }).first()).toBeVisible();
    await axe(page);
    await search.getByRole('textbox').fill('どこにもない');
    await expect(search.getByText('見つかりませんでした')).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await page.goto('/lessons/statistics-spread');
    await screenReady(page);
    await page.getByRole('button', { name: 'このレッスン内をさがす' }).click();
    await page.getByRole('textbox', { name: 'さがす言葉' }).fill('平均');
    await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 \/ /);
    await axe(page);
  });

  test(
    'axe finds no violation on screens that are denied, missing or broken',
    { tag: '@detail' },
    async ({ page, expectStatus, expectNoNetwork, context }) => {
      expectStatus(404, 500);
      await signIn(page, 'student');
      for (const path of ['/companies', '/nowhere', '/courses/none', '/courses/%zz']) {
        await page.goto(path);
        await screenReady(page);
        await axe(page);
      }
      expectNoNetwork();
      await context.route('**/api/v1/courses/statistics', (route) => route.abort());
      await page.goto('/courses/statistics');
      await expect(page.getByRole('button', { name: 'もう一度' })).toBeVisible();
      await axe(page);
    },
  );

  test(
    'axe finds no violation while a screen loads, when a picture is enlarged, and when a filter has no results',
    { tag: '@detail' },
    async ({ page, context }) => {
      await signIn(page, 'student', '/courses');
      await page.getByRole('searchbox').fill('どこにもない');
      await expect(page.getByText('条件に合うコースはありません')).toBeVisible();
      await axe(page);

      await page.goto('/lessons/security-passkeys');
      await screenReady(page);
      await page.getByRole('button', { name: /^画像を拡大/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await axe(page);
      await page.keyboard.press('Escape');

      await context.route('**/api/v1/courses/statistics', () => undefined);
      await page.goto('/community');
      await screenReady(page);
      await page.evaluate(() => window.history.pushState(null, '', '/courses/statistics'));
      await expect(page.getByRole('main').getByText('読み込んでいます')).toBeVisible();
      // The heading rule is turned off, because a loading screen has no title yet.
      await axe(page, { without: ['page-has-heading-one'] });
    },
  );
});
