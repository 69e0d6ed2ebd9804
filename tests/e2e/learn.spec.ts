/** Tests the learner's main journey: from the login form to a lesson recorded as read. */
import type { Page } from '@playwright/test';

import { appReady, expect, login, screenReady, test } from './support/app';
import { openMenu } from './support/steps';

test.use({ serviceWorkers: 'allow' });

const COURSE = 'はじめての統計';
const LESSON = 'ばらつきを測る';
const meter = (page: Page) => page.getByRole('progressbar', { name: `${COURSE}の進捗` });

/** Returns a link of the breadcrumbs; a phone shows only the parent's. */
const crumb = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'パンくずリスト' }).getByRole('link', { name });

async function openLesson(page: Page): Promise<void> {
  await (await openMenu(page)).getByRole('link', { name: 'コース' }).click();
  await page.getByRole('main').getByRole('link', { name: COURSE }).click();
  await expect(page.getByRole('heading', { level: 1, name: COURSE })).toBeVisible();
  await page.getByRole('link', { name: `${LESSON} （未読）` }).click();
  await expect(page.getByRole('heading', { level: 1, name: LESSON })).toBeVisible();
}

async function expectLessonDrawn(page: Page): Promise<void> {
  const text = page.getByRole('article');
  await expect(text.getByRole('group', { name: 'コード（python）' }).locator('.hljs-keyword').first()).toHaveText(
    'from',
  );
  await expect(text.locator('.katex').first()).toBeVisible();
  await expect(text.locator('.katex-error')).toHaveCount(0);
  for (const image of await text.getByRole('img').and(page.locator('img')).all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(text.getByRole('button', { name: /^画像を拡大/ })).not.toHaveCount(0);
  await expect(text.getByRole('table')).toBeVisible();
}

async function expectReadInCourse(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: COURSE })).toBeVisible();
  await expect(page.getByRole('link', { name: `${LESSON} （読了）` })).toBeVisible();
  await expect(meter(page)).toHaveAttribute('aria-valuetext', '13中1、8%');
}

async function expectReadAtHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 3, name: COURSE })).toBeVisible();
  await expect(meter(page)).toHaveAttribute('aria-valuetext', '13中1、8%');
}

test(
  'a learner marks a lesson as read, and it is still read after the server was killed and restarted',
  { tag: '@once' },
  async ({ page, app, expectNoNetwork }) => {
    await login(page, 'student');
    await openLesson(page);
    await expectLessonDrawn(page);

    await page.getByRole('button', { name: '読了にする' }).click();
    await expect(page.getByRole('group', { name: 'レッスンの操作' }).getByText('読了', { exact: true })).toBeVisible();

    await crumb(page, COURSE).click();
    await expectReadInCourse(page);
    await page.getByRole('link', { name: 'まなびば ホーム' }).click();
    await expectReadAtHome(page);
    await page.reload();
    await appReady(page);
    await expectReadAtHome(page);

    expectNoNetwork();
    await app.kill();
    await app.start();
    await page.goto('/');
    await screenReady(page);
    await expectReadAtHome(page);
    await page.getByRole('link', { name: COURSE }).click();
    await expectReadInCourse(page);
  },
);
