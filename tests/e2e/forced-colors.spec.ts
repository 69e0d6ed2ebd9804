/**
 * Tests contrast themes (forced colours): each state looks different and each edge is visible, in a light and a dark
 * theme.
 */
import type { Page } from '@playwright/test';

import { expect, screenReady, signIn, test } from './support/app';
import { learnerCases, type Looks } from './support/contrast-learner';
import { staffCases } from './support/contrast-staff';
import { coloursOf, edgeOf, forceColours, inkOf, lookOf, SCHEMES } from './support/forced-colours';

async function check(page: Page, { states = {}, edges = {}, words = {} }: Looks): Promise<void> {
  for (const scheme of SCHEMES) {
    await forceColours(page, scheme);
    for (const [name, [on, off]] of Object.entries(states)) {
      expect(await lookOf(on), `${name}, ${scheme}`).not.toBe(await lookOf(off));
    }
    for (const [name, edge] of Object.entries(edges)) expect(await edgeOf(edge), `${name}, ${scheme}`).toBeDefined();
    for (const [name, word] of Object.entries(words)) {
      const { text, behind, hasBox } = await coloursOf(word);
      expect(text, `${name}, ${scheme}`).not.toBe(behind);
      expect(hasBox, `${name} is hidden by a box in the page’s colour, ${scheme}`).toBe(false);
      expect(await inkOf(page, word), `pixels of ${name}, ${scheme}`).toBeGreaterThan(0.4);
    }
  }
}

test.describe('in a contrast theme', { tag: '@once' }, () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ ownData: true });

  for (const [name, { user, open }] of Object.entries({ ...learnerCases, ...staffCases })) {
    test(`in a contrast theme each state of ${name} is visible without the app’s own colours`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize({ width: 820, height: 1180 });
      await signIn(page, user);
      await check(page, await open(page, request));
    });
  }

  test('in a dark contrast theme the text is readable while the app’s own colour scheme is light', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('manabiba-scheme', 'light'));
    await signIn(page, 'student');
    await forceColours(page, 'dark');
    const ring = page.locator('svg text').first();
    expect(await ring.evaluate((element) => getComputedStyle(element).fill)).toBe('rgb(255, 255, 255)');
  });

  test('in a contrast theme the skeleton of a loading screen is visible', async ({ page, context }) => {
    await signIn(page, 'student', '/community');
    await context.route('**/api/v1/courses/statistics', () => undefined);
    await page.evaluate(() => window.history.pushState(null, '', '/courses/statistics'));
    const block = page.getByRole('main').locator('i').first();
    await expect(block).toBeVisible();
    await forceColours(page, 'dark');
    expect(await edgeOf(block)).toBeDefined();
  });

  test('in a contrast theme the menu of a phone shows the current screen', async ({ page }) => {
    await signIn(page, 'student');
    await page.getByRole('button', { name: 'メニューを開く' }).click();
    await screenReady(page);
    const links = page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link');
    await check(page, { states: { 'the current screen': [links.nth(0), links.nth(1)] } });
  });
});
