/**
 * Tests access in a real browser: the redirect after login and invalid addresses (denied screens:
 * tests/trips/role-guard.test.ts; unknown paths: tests/trips/paths.test.ts).
 */
import type { Page } from '@playwright/test';

import { appReady, expect, signIn, screenReady, test } from './support/app';
import { workerReady } from './support/device';
import { submitLogin } from './support/sign-in';
import { NOT_FOUND, followInApp, recordApiCalls } from './support/steps';

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('a login returns to the address that was requested before it', { tag: '@once' }, async ({ page }) => {
  await page.goto('/lessons/git-files?from=mail#top');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await appReady(page);

  await submitLogin(page, 'student');

  await expect(page).toHaveURL('/lessons/git-files?from=mail#top');
  await expect(title(page)).toHaveText('ファイルとディレクトリを操作する');
  await page.goto('/login?redirect=%2Fcourses');
  await expect(page, 'a signed-in user skips the login screen').toHaveURL('/courses');
});

const hostileTargets = [
  '//evil.example/x',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  'https:evil.example',
  'https://evil.example/',
  'javascript:alert(document.domain)',
  'data:text/html,<script>alert(1)</script>',
  '/login',
];

test.describe('redirects to other origins', { tag: '@once' }, () => {
  test('with a live session, an address whose redirect parameter names another origin leads home', async ({
    page,
    baseURL,
  }) => {
    await signIn(page, 'student');
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));

    for (const target of hostileTargets) {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
      await expect(page, target).toHaveURL('/');
      await screenReady(page);
    }
    expect([...origins]).toEqual([baseURL]);
  });
});

const hostilePaths = [
  '/users/edit/..%2f..',
  '/courses/..%5c..',
  '/lessons/%2e%2e%2f',
  '/sections/git-s1%2F..%2F..',
  '/question/solve/git-q-cli%3Fpage=2',
  '/companies/minato%23x',
  '/users/detail/%E3%81%82',
  '/courses/git.json',
];

test.describe('invalid addresses', { tag: '@once' }, () => {
  test.describe('with a service worker, which also answers paths that look like files', () => {
    test.use({ serviceWorkers: 'allow' });

    test(
      'addresses with malformed ids send no API request, whether typed in or followed in the app',
      { tag: '@long' },
      async ({ page }) => {
        await signIn(page, 'admin');
        await workerReady(page);
        for (const path of hostilePaths) {
          await followInApp(page, '/community');
          await expect(title(page)).toHaveText('コミュニティ（Discord）');
          const calls = recordApiCalls(page);
          await followInApp(page, path);
          await expect(title(page), path).toHaveText(NOT_FOUND);
          expect(calls, path).toEqual([]);

          await page.goto(path);
          await screenReady(page);
          await expect(title(page), path).toHaveText(NOT_FOUND);
          expect(
            calls.filter((call) => !/^GET \/(?:info|me)\/$/.test(call)),
            path,
          ).toEqual([]);
        }
      },
    );
  });

  // The browser resolves paths with .. before the app sees them.
  test('paths with .. open the screen that the browser resolves them to, and send no other API request', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    for (const [path, where] of [
      ['/courses/..', '/'],
      ['/lessons/%2e%2e', '/'],
      ['/users/edit/%2E%2E', '/users/'],
    ] as const) {
      const calls = recordApiCalls(page);
      await page.goto(path);
      await screenReady(page);
      await expect(page, path).toHaveURL(where);
      await followInApp(page, '/community');
      await followInApp(page, path);
      await expect(page, path).toHaveURL(where);
      await screenReady(page);
      expect(
        calls.filter(
          (call) => !/^GET \/(?:me|info|courses|progress|content|question-set|lessons|users|assignments)\//.test(call),
        ),
        path,
      ).toEqual([]);
      expect(
        calls.filter((call) => call.includes('..') || call.includes('%')),
        path,
      ).toEqual([]);
    }
  });
});
