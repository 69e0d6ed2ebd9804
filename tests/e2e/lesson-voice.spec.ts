/**
 * Tests reading aloud (読み上げ) in a real browser: the marked sentence, its place in view, and the player bar above the
 * lesson's own bar.
 */
import type { Page } from '@playwright/test';
import { startTranslator } from '@tests/support/translator';

import { axe, expect, signIn, test } from './support/app';
import { installVoice, readMarked } from './support/fake-voice';
import { forceColours } from './support/forced-colours';

const paragraph = (index: number) =>
  `${index}番目の{段落|だんらく}です。これは読み上げの試しで、画面の外へ続くほど長い文章です。三つ目の文もあります。`;
const text = `${Array.from({ length: 14 }, (_, index) => paragraph(index + 1)).join('\n\n')}`;

/** Returns the position of the marked text in the window, px. */
function boxOfMarked(page: Page): Promise<{ top: number; bottom: number }> {
  return page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('lesson-voice') ?? [])];
    const { top = 0, bottom = 0 } = (range as Range | undefined)?.getBoundingClientRect() ?? {};
    return { top, bottom };
  });
}

test.beforeEach(async ({ page }) => {
  // With reduced motion, scrolling happens at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(installVoice);
  await page.route('**/files/**', (route) =>
    route.fulfill({ contentType: 'text/markdown; charset=utf-8', body: text }),
  );
  await signIn(page, 'student', '/lessons/security-why');
});

// The test needs a small window, because on a tablet the whole text is in view.
test(
  'the spoken sentence is marked and kept in view, above a player bar that covers no text',
  { tag: '@once' },
  async ({ page }) => {
    const marked = () => readMarked(page);
    const box = () => boxOfMarked(page);
    await page.getByRole('button', { name: '読み上げ' }).click();
    const player = page.getByRole('region', { name: '読み上げ' });
    const pause = player.getByRole('button', { name: '一時停止' });
    await expect(pause).toBeFocused();
    const bar = (await player.boundingBox()) ?? { y: 0, height: 0 };
    const footer = await page.getByRole('group', { name: 'レッスンの操作' }).boundingBox();
    expect(bar.y + bar.height).toBeLessThanOrEqual((footer?.y ?? 0) + 1);
    await axe(page);

    await page.evaluate(() => window.voice.endSentence());
    await expect.poll(marked).toBe('1番目の段落（だんらく）です。');
    const { top } = await box();
    await page.evaluate(() => window.voice.endSentence());
    await expect.poll(marked).toContain('これは読み上げの試し');
    expect(await page.evaluate(() => window.scrollY), 'a sentence in view does not scroll').toBe(0);
    expect((await box()).top).toBeGreaterThanOrEqual(top);

    for (let sentence = 0; sentence < 25; sentence += 1) await page.evaluate(() => window.voice.endSentence());
    await expect.poll(async () => (await box()).bottom).toBeLessThanOrEqual(bar.y);
    await expect.poll(async () => (await box()).top).toBeGreaterThan(100);

    // After the reader has scrolled away, the page does not scroll back, and offers both: to go to the sentence, or to
    // read from here.
    await page.evaluate(() => window.scrollTo(0, 0));
    await player.getByRole('button', { name: '読んでいる文へ' }).waitFor();
    await page.evaluate(() => window.voice.endSentence());
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await player.getByRole('button', { name: 'ここから' }).click();
    await expect.poll(() => page.evaluate(() => window.voice.spoken.at(-1))).not.toContain('9番目');
    await expect(player.getByRole('button', { name: 'ここから' })).toBeHidden();

    await forceColours(page, 'dark');
    await axe(page);
  },
);

test('without the CSS Highlight API the spoken sentence is marked with boxes that leave the text as it is', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'Highlight', { value: undefined });
  });
  await page.reload();
  await page.getByRole('button', { name: '読み上げ' }).click();
  await page.getByRole('button', { name: '一時停止' }).waitFor();
  const readMarkup = () =>
    page
      .getByRole('article')
      .locator('p')
      .evaluateAll((all) => all.map((each) => each.innerHTML));
  const markup = await readMarkup();
  await page.evaluate(() => window.voice.endSentence());
  const first = page.getByText('1番目の').first();
  const boxes = page.locator('body > div[data-portal] > [aria-hidden]');
  await expect(boxes.first()).toBeVisible();
  const [text, marked] = [await first.boundingBox(), await boxes.first().boundingBox()];
  expect(Math.abs((text?.x ?? 0) - (marked?.x ?? 99))).toBeLessThan(3);
  expect(await readMarkup()).toEqual(markup);
});

test(
  'on a translated page the author’s sentences are spoken, and the translated paragraph is marked and kept in view',
  { tag: '@once' },
  async ({ page }) => {
    const spoken = () => page.evaluate(() => window.voice.spoken.at(-1));
    const endSentence = () => page.evaluate(() => window.voice.endSentence());
    const reader = page.getByRole('region', { name: '読み上げ' });
    await page.getByRole('button', { name: '読み上げ' }).click();
    await expect(reader.getByRole('button', { name: '一時停止' })).toBeVisible();
    await endSentence();
    await expect.poll(() => readMarked(page)).toBe('1番目の段落（だんらく）です。');

    await page.evaluate(startTranslator);
    await expect.poll(() => readMarked(page)).toMatch(/^\[T\] 1番目の.*三つ目の文もあります。$/);
    for (let sentence = 0; sentence < 21; sentence += 1) await endSentence();
    await expect.poll(spoken).toBe('8番目のだんらくです。');
    await expect.poll(() => readMarked(page)).toMatch(/^\[T\] 8番目の.*三つ目の文もあります。$/);
    const bar = (await reader.boundingBox()) ?? { y: 0 };
    await expect.poll(async () => (await boxOfMarked(page)).bottom).toBeLessThanOrEqual(bar.y);
    await expect.poll(async () => (await boxOfMarked(page)).top).toBeGreaterThan(100);

    // The player is closed, and started again on the translated page.
    await reader.getByRole('button', { name: '読み上げを閉じる' }).click();
    await expect(reader).toHaveCount(0);
    await page.getByRole('button', { name: /読み上げ$/ }).click();
    await expect(reader.getByRole('button', { name: '一時停止' })).toBeVisible();
    const count = await page.evaluate(() => window.voice.spoken.length);
    await endSentence();
    await expect.poll(() => page.evaluate(() => window.voice.spoken.length)).toBe(count + 1);
    expect(await spoken()).not.toContain('[T]');
    await expect.poll(() => readMarked(page)).toMatch(/^\[T\] /);
    await expect(page.getByText(/エラーが(発生|起き)/)).toHaveCount(0);
  },
);
