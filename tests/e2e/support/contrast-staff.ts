/** The staff's screens in a contrast theme (forced colours): their states, edges and words to compare. */
import { expect } from './app';
import type { Case } from './contrast-learner';
import { forceColours, lookOf, SCHEMES } from './forced-colours';
import { pressBelowText } from './steps';
import { visit } from './study';

const WIDE = { width: 1366, height: 900 };

export const staffCases: Record<string, Case> = {
  'a course’s form': {
    user: 'teacher',
    open: async (page) => {
      await visit(page, '/courses/edit/git');
      const radio = (name: RegExp) => page.getByRole('radio', { name }).locator('..');
      return {
        states: { 'the chosen status': [radio(/^公開/), radio(/^下書き/)] },
        words: {
          'the dot of the chosen status': radio(/^公開/).locator('svg'),
          'the main button': page.getByText('保存', { exact: true }),
        },
      };
    },
  },
  'a person’s form': {
    user: 'teacher',
    open: async (page) => {
      await visit(page, '/users/edit/user-student');
      const track = page.locator('.mantine-Switch-track');
      for (const scheme of SCHEMES) {
        await forceColours(page, scheme);
        const off = await lookOf(track);
        await page.getByRole('switch').click();
        await forceColours(page, scheme);
        expect(await lookOf(track), `the switch that is on, ${scheme}`).not.toBe(off);
        await page.getByRole('switch').click();
      }
      return { edges: { 'the switch': track, 'its thumb': page.locator('.mantine-Switch-thumb') } };
    },
  },
  'the lesson editor': {
    user: 'teacher',
    open: async (page) => {
      await visit(page, '/lessons/edit/git-pipes');
      const view = page.locator('label', { hasText: 'プレビュー' });
      return { states: { 'the chosen view': [page.locator('label', { hasText: '書く' }), view] } };
    },
  },
  'the uploaded files': {
    user: 'teacher',
    open: async (page) => {
      await visit(page, '/lessons/edit/git-pipes');
      await page.getByRole('button', { name: 'アップロード済みのファイル' }).click();
      const tiles = page.getByRole('dialog').locator('button[aria-pressed]');
      await tiles.nth(0).click();
      return { states: { 'the chosen file': [tiles.nth(0), tiles.nth(1)] } };
    },
  },
  'the question set editor': {
    user: 'teacher',
    open: async (page) => {
      await page.setViewportSize(WIDE);
      await visit(page, '/lessons/edit/git-pipes');
      await pressBelowText(page, '「確認問題：コマンドラインの基本」を編集');
      const editor = page.getByRole('form', { name: '問題集の編集' });
      const types = editor.locator('label:has([type=radio])');
      const lines = editor.locator('[data-question]');
      return {
        states: {
          'the open question': [lines.nth(0), lines.nth(1)],
          'the chosen type': [
            types.and(editor.locator('[data-chosen]')).first(),
            types.and(editor.locator(':not([data-chosen])')).first(),
          ],
        },
        words: { 'the open question’s number': lines.nth(0).getByText('1', { exact: true }) },
      };
    },
  },
};
