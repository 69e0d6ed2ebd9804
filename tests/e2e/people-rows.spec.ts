/**
 * Tests lists of people on a tablet and a laptop: rows of 44 px instead of cards, beside a side menu that is collapsed
 * on narrow windows.
 */
import type { Page } from '@playwright/test';

import { axe, expect, screenReady, signIn, test } from './support/app';

const states = ['behind', 'unstarted', 'steady', 'finished'] as const;
const people = Array.from({ length: 36 }, (_, index) => ({
  id: `p${index}`,
  username: `learner.${index}`,
  name: index === 3 ? '長い名前の'.repeat(12) : `学習 花子${index}`,
  role: 'STUDENT',
  companyId: 'minato',
  active: true,
  state: states[index % states.length],
  lastStudiedAt: new Date(Date.now() - index * 86_400_000).toISOString(),
  progress: { lessonCount: 14, readLessonCount: index % 15 },
}));

/** Answers requests for lists of people with 36 learners, in the requested pages. */
async function answerPeople(page: Page): Promise<void> {
  await page.route('**/api/v1/users/?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [size, wanted] = [Number(query.get('size') ?? 50), query.get('state')];
    const found = people.filter(({ state }) => !wanted || state === wanted);
    const answer = { items: found.slice(0, size), total: found.length, page: 1, size, pages: 1 };
    await route.fulfill({ json: answer });
  });
}

/** Returns the height of each row, and the number of rows that are wholly in the window. */
function measureRows(page: Page) {
  return page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .evaluateAll((rows) => {
      const boxes = rows.map((row) => row.getBoundingClientRect());
      return {
        heights: [...new Set(boxes.map(({ height }) => Math.round(height)))],
        seen: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      };
    });
}

/** True if the window is wide enough to show each person as a row: 480 px of content. */
const isTable = (page: Page) => (page.viewportSize()?.width ?? 0) >= 600;

for (const path of ['/companies?view=people', '/companies/minato']) {
  test(`${path} shows 12 people on a tablet and 10 on a laptop, each in a row of 44 px`, async ({ page }) => {
    await answerPeople(page);
    await signIn(page, 'admin', path);
    await screenReady(page);
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(people.length);

    const { heights, seen } = await measureRows(page);
    if (!isTable(page)) {
      expect(heights[0]).toBeGreaterThan(100);
      return;
    }
    expect(heights).toEqual([44]);
    expect(seen).toBeGreaterThanOrEqual((page.viewportSize()?.width ?? 0) < 900 ? 12 : 10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await axe(page);
  });
}

test(
  'a list of people stays a table down to 480 px of content, without scrolling sideways',
  { tag: '@once' },
  async ({ page }) => {
    await answerPeople(page);
    await signIn(page, 'admin', '/companies?view=people');
    await screenReady(page);
    const frame = page.getByRole('table').locator('..');
    const head = page.getByRole('columnheader', { name: '氏名' });
    for (const [content, hasHead] of [
      [480, true],
      [479, false],
    ] as const) {
      // Adds the widths of the collapsed menu and of the page's padding, in px.
      await page.setViewportSize({ width: content + 57 + 32, height: 800 });
      await expect.poll(() => frame.evaluate((element) => element.clientWidth)).toBeLessThanOrEqual(content);
      await expect(head).toBeVisible({ visible: hasHead });
      expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    }
  },
);

test(
  'the side menu is collapsed below 900 px, and one press opens it over the page',
  { tag: '@once' },
  async ({ page }) => {
    await page.setViewportSize({ width: 899, height: 1180 });
    await signIn(page, 'teacher', '/companies');
    const width = () => page.locator('#side-menu').evaluate((element) => element.getBoundingClientRect().width);
    const main = page.getByRole('main');
    const before = await main.boundingBox();
    await expect.poll(width).toBe(65);

    await page.getByRole('button', { name: 'メニューを開く', expanded: false }).click();
    await expect.poll(width).toBe(240);
    expect(await main.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await expect.poll(width).toBe(65);

    await page.setViewportSize({ width: 900, height: 1180 });
    await expect.poll(width).toBe(240);
  },
);

test('the study record stays a table down to 480 px of content', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'student', '/record');
  const head = page.getByRole('columnheader', { name: '学習した日時' }).first();
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize({ width: 480 + 57 + 32, height: 800 });
  await expect(head).toBeVisible();
  expect(await excess()).toBeLessThanOrEqual(0);

  await page.setViewportSize({ width: 479 + 57 + 32, height: 800 });
  await expect(head).toBeHidden();
  expect(await excess()).toBeLessThanOrEqual(0);
});
