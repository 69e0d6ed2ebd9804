/** The learner's screens in a contrast theme (forced colours): their states, edges and words to compare. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { expect } from './app';
import { edgeOf, forceColours, SCHEMES } from './forced-colours';
import { publishLesson } from './publish-lesson';
import { visit } from './study';

const SOLVE = '/question/solve/git-q-merge';
const WIDE = { width: 1366, height: 900 };

/** The elements of a screen to compare. */
export interface Looks {
  /** States by name: an element that has the state, and one that does not. */
  states?: Record<string, [on: Locator, off: Locator]>;
  /** Boxes whose edge must be visible. */
  edges?: Record<string, Locator>;
  /** Words and icons that must be readable on the colour behind them. */
  words?: Record<string, Locator>;
}

export interface Case {
  user: 'student' | 'teacher';
  /** Opens the screen, and returns its elements to compare. */
  open: (page: Page, request: APIRequestContext) => Promise<Looks>;
}

const markdown = `
文章の<mark>印の語</mark>と\`code\`です。

> [!WARNING]
> 注意です。

\`\`\`js
const a = 1;
\`\`\`

$$\\bar{x}$$

- [x] 済んだ
- [ ] まだ
`;

export const learnerCases: Record<string, Case> = {
  'a question with one right choice': {
    user: 'student',
    open: async (page) => {
      await visit(page, SOLVE);
      await page.getByRole('radio').nth(1).check();
      await page.getByRole('button', { name: '次へ' }).click();
      await page.getByRole('button', { name: 'あとで見る' }).click();
      await page.getByRole('button', { name: '前へ' }).click();
      const choices = page.locator('label:has([type=radio])');
      const segments = page.locator('[data-many], [aria-hidden]').locator('i');
      return {
        states: {
          'a chosen choice': [choices.nth(1), choices.nth(2)],
          'the bar of an answered question': [segments.nth(0), segments.nth(2)],
          'the bar of a flagged question': [segments.nth(1), segments.nth(2)],
          'the bar of a flagged, not an answered question': [segments.nth(1), segments.nth(0)],
          'the current screen in the menu': [
            page.getByRole('navigation', { name: 'メインメニュー' }).locator('[aria-current]').first(),
            page.getByRole('navigation', { name: 'メインメニュー' }).locator('a:not([aria-current])').first(),
          ],
        },
        words: {
          'the number of the chosen choice': choices.nth(1).getByText('2', { exact: true }),
          'the main button': page.getByText('次へ'),
        },
      };
    },
  },
  'a question with several right choices': {
    user: 'student',
    open: async (page) => {
      await visit(page, '/question/solve/git-q-cli?q=3');
      await page.getByRole('checkbox').nth(1).check();
      const choices = page.locator('label:has([type=checkbox])');
      return { states: { 'a chosen choice': [choices.nth(1), choices.nth(2)] } };
    },
  },
  'a question about an order': {
    user: 'student',
    open: async (page) => {
      await visit(page, `${SOLVE}?q=3`);
      const first = page.getByRole('button', { name: '1番目を上へ' });
      const edge = (button: Locator) => button.evaluate((element) => getComputedStyle(element).borderTopColor);
      for (const scheme of SCHEMES) {
        await forceColours(page, scheme);
        expect(await edge(first), `the arrow that does nothing, ${scheme}`).not.toBe(
          await edge(page.getByRole('button', { name: '2番目を上へ' })),
        );
      }
      return {};
    },
  },
  'a review': {
    user: 'student',
    open: async (page) => {
      await visit(page, '/question/solve/git-q-merge?view=overview');
      const notice = page.getByText(/^\d \/ 6 問に解答/);
      expect(await edgeOf(notice)).toBeDefined();
      await page.getByRole('button', { name: '提出する' }).click();
      await page.getByRole('link', { name: '解答と解説を見る' }).click();
      const tiles = page.getByRole('navigation', { name: '問題の一覧' }).getByRole('button');
      const tile = (state: string) => page.locator(`nav button[data-state="${state}"]:not([aria-current])`).first();
      // At most one of the six questions is answered correctly, so the fifth tile is marked as one answered correctly.
      await tiles.nth(4).evaluate((element) => element.setAttribute('data-state', 'right'));
      return {
        states: {
          'a wrong answer': [tile('wrong'), tile('right')],
          'the current question': [tiles.first(), tiles.nth(4)],
        },
        edges: { 'the verdict': page.getByText(/^(正解|まちがい|未解答)$/).first() },
      };
    },
  },
  home: {
    user: 'student',
    open: async (page) => {
      await visit(page, '/');
      const days = page.getByRole('region', { name: '今週の学習' }).locator('[data-level]');
      for (const level of [0, 1, 2])
        await days.nth(level).evaluate((element, value) => element.setAttribute('data-level', value), `${level}`);
      const meter = page.getByRole('progressbar').first();
      return {
        states: {
          'a day with some study': [days.nth(1), days.nth(0)],
          'a day with much study': [days.nth(2), days.nth(1)],
          'the done part of a meter': [meter, meter.locator('..')],
        },
        edges: {
          'a day': days.nth(0),
          'a meter': meter.locator('..'),
          'the card to continue': page.locator('#main section').first(),
        },
        words: { 'the ring’s words': page.locator('svg text').first() },
      };
    },
  },
  'the list of courses': {
    user: 'student',
    open: async (page) => {
      await visit(page, '/courses');
      const label = (name: string) => page.locator('label', { hasText: name });
      return { states: { 'the chosen filter': [label('すべて'), label('学習中')] } };
    },
  },
  'the search dialog': {
    user: 'student',
    open: async (page) => {
      await visit(page, '/courses');
      await page.getByRole('button', { name: 'さがす', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('の');
      const hits = dialog.getByRole('button', { name: /の/ });
      await expect(hits.nth(1)).toBeVisible();
      return {
        states: { 'the chosen result': [dialog.locator('[data-selected]'), hits.nth(1)] },
        edges: { 'the dialog': dialog },
        words: {
          'the matched word': hits.nth(1).locator('mark').first(),
          'the words of the chosen result': dialog.locator('[data-selected] span').first(),
          'the matched word of the chosen result': dialog.locator('[data-selected] mark').first(),
        },
      };
    },
  },
  'a lesson': {
    user: 'student',
    open: async (page, request) => {
      await visit(page, `/lessons/${await publishLesson(request, markdown, '配色')}`);
      const text = page.getByRole('article');
      const tasks = text.getByRole('checkbox');
      return {
        states: {
          'a marked word': [text.locator('mark'), text.locator('p').first()],
          'a done task': [tasks.nth(0), tasks.nth(1)],
        },
        edges: {
          'a code block': text.getByRole('group', { name: /^コード/ }).locator('..'),
          'inline code': text.locator('p code'),
          'a callout': text.locator('[data-kind="warning"]'),
        },
        words: { 'the marked word': text.locator('mark'), 'the formula': text.locator('.katex').first() },
      };
    },
  },
  'display settings': {
    user: 'student',
    open: async (page) => {
      await page.setViewportSize(WIDE);
      await visit(page, '/');
      await page.getByRole('button', { name: '表示設定' }).click();
      const dialog = page.getByRole('dialog');
      const label = dialog.locator('label');
      return {
        states: {
          'the chosen setting': [
            label.and(dialog.locator('[data-active]')).first(),
            label.and(dialog.locator(':not([data-active])')).first(),
          ],
        },
        edges: { 'the dialog': dialog },
      };
    },
  },
};
