/**
 * Tests that a lesson that was opened before is shown prerendered, before the app's code runs; the app replaces it
 * without a layout shift (docs/decisions/0043).
 */
import type { Page } from '@playwright/test';

import { appReady, expect, screenReady, signIn } from '../support/app';
import { ownerAt, workerReady } from '../support/device';
import {
  PRERENDER_TIMEOUT,
  holdApp,
  prerenderReplaced,
  readPrerendered,
  readScreen,
  releaseApp,
} from '../support/prerendered';
import { publishLesson, replaceText } from '../support/publish-lesson';
import { askToLogOut } from '../support/steps';
import { visit, networkTest as test } from '../support/study';

test.use({ ownData: true });

const TITLE = '<b onclick="window.hit=1">塗った題</b>';
const filling = Array.from({ length: 12 }, (_, index) => `段落${index}です。${'ここは読むところ。'.repeat(12)}`);

/** A text with all content that may shift, and with attempts at script injection. */
const markdown = `はじめの{段落|だんらく}です。

<script>window.hit = 'script'</script>

<img src="x" onerror="window.hit = 'onerror'">

<a href="javascript:window.hit = 'html'">HTMLのリンク</a> [スクリプト](javascript:window.hit='link')

$\\href{javascript:window.hit='math'}{x}$ $\\textcolor{url(https://evil.example)}{y}$

## 式とコード

$$\\left(\\frac{a}{b}\\right)^2 = \\sqrt{\\sum_{i=1}^{n} x_i}$$

\`\`\`js
const answer = '<script>window.hit = 1</script>';
\`\`\`

| 名 | 値 |
| - | - |
| ${'幅'.repeat(40)} | ![図](/logo.webp#640x360) |

<details><summary>開くところ</summary>

隠れていたことば

</details>

## まんなか

${filling.join('\n\n')}

[つぎへ](/lessons/statistics-charts)

- [x] すんだこと

おわりの段落です。
`;

/** Opens a lesson and waits until its prerendered copy is stored. */
async function readUntilPrerendered(page: Page, owner: string, lessonId: string): Promise<void> {
  await visit(page, `/lessons/${lessonId}`);
  await expect.poll(() => readPrerendered(page, owner, lessonId), PRERENDER_TIMEOUT).toContain('<article');
}

test(
  'a prerendered lesson is shown offline before the app and without scripts; scroll, selection, focus and open details survive its replacement, and no script in it runs',
  { tag: '@once' },
  async ({ page, request, network, expectNoNetwork, context }) => {
    const lessonId = await publishLesson(request, markdown, TITLE);
    await signIn(page, 'sasaki');
    await workerReady(page);
    await readUntilPrerendered(page, ownerAt(new URL(page.url()).origin, 'user-sasaki'), lessonId);
    expectNoNetwork();
    network.cut();

    await holdApp(page);
    const answer = await page.goto(`/lessons/${lessonId}`);
    expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
    const text = page.getByRole('article');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(text).toContainText('おわりの段落です。');
    await expect(text).toContainText(/端末の保存 \d+年/);
    await expect(page.getByRole('button', { name: '読了にする' })).toHaveCount(0);
    await expect(text.locator('script, iframe, [onerror], [onclick], [style]')).toHaveCount(0);
    expect(await page.locator('html').getAttribute('data-app')).toBeNull();

    await text.getByText('開くところ').click();
    await expect(text.getByText('隠れていたことば')).toBeVisible();
    await text.getByRole('link', { name: 'つぎへ' }).focus();
    await page.evaluate(() => {
      const paragraph = [...document.querySelectorAll('article p')].find((each) =>
        each.textContent?.startsWith('段落7'),
      );
      window
        .getSelection()
        ?.setBaseAndExtent(paragraph?.firstChild ?? document, 2, paragraph?.firstChild ?? document, 9);
      window.scrollTo(0, 700);
    });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
    // Layout shifts caused by fonts are ignored: from here on only the app could cause one.
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      (window as unknown as { shifts: string[] }).shifts.length = 0;
    });
    const before = await readScreen(page);
    expect(before.selected).toHaveLength(7);

    await releaseApp(page);
    expect(await readScreen(page)).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    await expect(page.getByRole('button', { name: '読了にする' })).toBeVisible();
    expect(await page.evaluate(() => (window as { hit?: unknown }).hit)).toBeUndefined();

    const silent = await context.newPage();
    const session = await context.newCDPSession(silent);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    await silent.goto(`/lessons/${lessonId}`);
    await expect(silent.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(silent.getByText('おわりの段落です。')).toBeVisible();
  },
);

test(
  'a prerendered lesson is shown to its owner only, replaced when the text changes, and deleted at sign-out',
  { tag: ['@once', '@long'] },
  async ({ page, request, expectNoNetwork }) => {
    const lessonId = await publishLesson(request, markdown, TITLE);
    const path = `/lessons/${lessonId}`;
    const open = async () => (await (await page.goto(path))?.text()) ?? '';
    await signIn(page, 'kato');
    await workerReady(page);
    const owner = ownerAt(new URL(page.url()).origin, 'user-kato');
    await readUntilPrerendered(page, owner, lessonId);

    expect(await open()).toContain('おわりの段落です。');
    await prerenderReplaced(page);
    await replaceText(request, lessonId, 'あたらしい文です。');
    expect(await open()).toContain('おわりの段落です。');
    await prerenderReplaced(page);
    await expect(page.getByRole('article')).toContainText('あたらしい文です。');
    await expect(page.getByRole('article')).not.toContainText('段落');
    await expect.poll(() => readPrerendered(page, owner, lessonId), PRERENDER_TIMEOUT).toContain('あたらしい文です。');

    await signIn(page, 'ishikawa');
    expect(await open()).not.toContain('あたらしい文');
    await screenReady(page);
    await signIn(page, 'kato');
    expect(await open()).toContain('あたらしい文です。');
    await prerenderReplaced(page);

    await askToLogOut(page);
    await expect(page).toHaveURL('/login');
    expectNoNetwork();
    expect(await readPrerendered(page, owner, lessonId)).toBe('');
    expect(await open()).not.toContain('あたらしい文');
    await appReady(page);
  },
);
