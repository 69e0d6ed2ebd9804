/**
 * Tests the rows of an ordering question by finger and mouse: their height, dragging after a long press, and the effect
 * of a shorter press.
 */
import type { Locator, Page } from '@playwright/test';

import { expect, signIn, test } from './support/app';

const ORDER = '/question/solve/git-q-merge?q=3';
/**
 * Duration in ms of a long press: longer than the time after which a pressed row is dragged. Tests wait for it, because
 * they test the length of the press.
 */
const LONG_PRESS_MS = 350;

const rows = (page: Page) => page.locator('ol > li:has(button[aria-label$="を上へ"])');
const texts = async (page: Page) =>
  (await rows(page).allInnerTexts()).map((text) => text.replace(/^\d+\s*/, '').replaceAll('\n', ''));

async function open(page: Page): Promise<string[]> {
  await signIn(page, 'student', ORDER);
  await expect(page.getByRole('button', { name: '1番目を動かす' })).toBeVisible();
  return texts(page);
}

/** Returns the middle of a row's text, in px. */
async function middleOf(row: Locator): Promise<{ x: number; y: number }> {
  const box = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: box.x + box.width / 2 - 20, y: box.y + box.height / 2 };
}

/** Sends a touch: a finger is put down, held, moved in steps and lifted. */
async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  heldMs: number,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  // The length of the press is the subject of this test.
  await page.waitForTimeout(heldMs);
  for (let step = 1; step <= 8; step += 1) {
    const at = (one: number, other: number) => one + ((other - one) * step) / 8;
    await touch('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }]);
  }
  await touch('touchEnd', []);
}

test.describe('on a phone', { tag: '@once' }, () => {
  test('a row of an ordering question with one or two lines is at most 64 px high, its controls 44 px', async ({
    page,
  }) => {
    await open(page);
    const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(64);
    const sizes = await rows(page)
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  });

  test('a finger held on the text of an ordering question’s row drags it, and a short touch scrolls the page', async ({
    page,
  }) => {
    const before = await open(page);
    const [first, third] = [await middleOf(rows(page).nth(0)), await middleOf(rows(page).nth(2))];
    await drag(page, third, { x: third.x, y: third.y - 150 }, 0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
    expect(await texts(page)).toEqual(before);

    // The page may still move from the touch, and would go on after a single jump to its start.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }).toPass();
    await drag(page, first, third, LONG_PRESS_MS);
    await expect.poll(() => texts(page)).toEqual([before[1], before[2], before[0], before[3], before[4]]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('a long press on a button of an ordering question’s row presses it, and drags nothing', async ({ page }) => {
    const before = await open(page);
    const box = await page.getByRole('button', { name: '1番目を下へ' }).boundingBox();
    const place = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    await page.waitForTimeout(LONG_PRESS_MS);
    await page.mouse.up();

    await expect.poll(() => texts(page)).toEqual([before[1], before[0], ...before.slice(2)]);
  });
});

test.describe('with a mouse', { tag: '@once' }, () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 1366, height: 768 } });

  test('the mouse selects text in an ordering question’s row at once, and drags the row after a long press', async ({
    page,
  }) => {
    const before = await open(page);
    const text = await rows(page).getByText('印を消し').boundingBox();
    if (!text) throw new Error('The row has no text');
    const middle = text.y + text.height / 2;
    await page.mouse.move(text.x + 2, middle);
    await page.mouse.down();
    await page.mouse.move(text.x + 120, middle, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/印を消し/);
    expect(await texts(page)).toEqual(before);

    const [first, second] = [await middleOf(rows(page).nth(0)), await middleOf(rows(page).nth(1))];
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.waitForTimeout(LONG_PRESS_MS);
    await page.mouse.move(second.x, second.y + 10, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => texts(page)).toEqual([before[1], before[0], ...before.slice(2)]);
  });
});

test('choices to order do not scroll sideways with text twice as large', { tag: '@detail' }, async ({ page }) => {
  await open(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
