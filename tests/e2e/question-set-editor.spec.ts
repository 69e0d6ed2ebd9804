/** Tests the question set editor: mouse, touch and keyboard, axe, and every window size. */
import type { APIRequestContext } from '@playwright/test';

import { axe, expect, signIn, test } from './support/app';
import { pressBelowText, pressUntil } from './support/steps';

const LESSON = '/lessons/edit/git-pipes';

/** Calls the API as the demo teacher. */
async function post(request: APIRequestContext, path: string, data: object): Promise<{ id: string }> {
  const form = { username: 'teacher', password: 'demo-password' };
  const signedIn = (await (await request.post('/api/v1/authorize', { form })).json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${signedIn.access_token}` };
  const answer = await request.post(`/api/v1${path}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string };
}

const choices = ['`ls`', '$x^2$', '{漢字|かんじ}と長い長い選択肢'].map((body, index) => ({ id: `c${index}`, body }));
const allTypes = [
  { id: 'q1', type: 'single', body: '**一つ**だけ選ぶ', choices, correctChoiceIds: ['c0'] },
  { id: 'q2', type: 'multiple', body: 'すべて選ぶ', choices, correctChoiceIds: ['c0', 'c1'] },
  { id: 'q3', type: 'order', body: '並べる', choices, correctOrder: ['c0', 'c1', 'c2'], explanation: '`code`' },
  { id: 'q4', type: 'text', body: '書く', choices: [], acceptedAnswers: ['東京', 'ＴＯＫＹＯ'] },
];

test.describe('the question set editor', () => {
  test('the question set editor passes axe and fits the window', { tag: '@handheld' }, async ({ page, request }) => {
    const lesson = await post(request, '/lessons/', { chapterId: 'git-s1-c1', title: '短いレッスン' });
    await post(request, '/question-set/', { lessonId: lesson.id, title: '四つの形式', questions: allTypes });
    await signIn(page, 'teacher', `/lessons/edit/${lesson.id}`);
    await page.getByRole('button', { name: '「四つの形式」のその他の操作' }).click();
    await expect(page.getByRole('menuitem', { name: 'タイトルを変更' })).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await pressBelowText(page, '「四つの形式」を編集');
    const dialog = page.getByRole('dialog', { name: '問題集を編集' });
    const lines = dialog.locator('[data-question]');
    await expect(lines).toHaveCount(4);
    const isNoWider = async () =>
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await isNoWider();
    await lines.nth(2).click();
    await expect(dialog.getByRole('heading', { name: '問3 / 4問' })).toBeFocused();
    await dialog.getByRole('button', { name: 'プレビュー' }).click();
    await axe(page);
    await isNoWider();
    await dialog.getByRole('button', { name: '次の問題' }).click();
    await dialog.getByLabel('正解1', { exact: true }).fill('');
    await dialog.getByRole('button', { name: '保存', exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeFocused();
    await isNoWider();
    await axe(page);
  });

  test('a choice is moved by dragging and by keyboard', { tag: '@once' }, async ({ page }) => {
    await signIn(page, 'teacher', LESSON);
    await pressBelowText(page, '問題集を追加');
    const dialog = page.getByRole('dialog', { name: '問題集を追加' });
    await dialog.getByLabel(/^タイトル/).fill('並べ替えの試し');
    await dialog.locator('[data-question]').click();
    await dialog.getByRole('textbox', { name: /^問題文/ }).fill('小さい順に');
    await dialog.getByText('並べ替え', { exact: true }).click();
    await dialog.getByRole('button', { name: '選択肢を追加' }).click();
    const fields = dialog.getByRole('textbox', { name: /^選択肢\d$/ });
    for (const [index, words] of ['三', '一', '二'].entries()) await fields.nth(index).fill(words);
    const words = () => fields.evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value).join(''));

    const handle = dialog.getByRole('button', { name: '「三」をドラッグして移動' });
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(/^「三」(を持ち上げました|は3件中1番目)/)).toBeAttached();
    await pressUntil(page, 'ArrowDown', page.getByText('「三」は3件中2番目の位置です。'));
    await page.keyboard.press('Space');
    await expect.poll(words).toBe('一三二');

    const target = await dialog.getByRole('button', { name: '「二」をドラッグして移動' }).boundingBox();
    const start = await handle.boundingBox();
    if (!target || !start) throw new Error('The handles are not there');
    await page.mouse.move(start.x + 20, start.y + 20);
    await page.mouse.down();
    await page.mouse.move(start.x + 20, target.y + 24, { steps: 8 });
    await page.mouse.up();
    await expect.poll(words).toBe('一二三');

    await dialog.getByRole('button', { name: '保存', exact: true }).press('Control+s');
    await expect(dialog.getByText('未保存の変更があります')).toHaveCount(0);
    await dialog.getByRole('button', { name: '問題集の編集を閉じる' }).click();
    await expect(page.getByRole('button', { name: '「並べ替えの試し」を編集' })).toBeVisible();
  });

  test(
    'a question set of 100 questions renders only the fields of the open question',
    { tag: '@once' },
    async ({ page, request }) => {
      const questions = Array.from({ length: 100 }, (_, index) => ({
        id: `q${index}`,
        type: 'single',
        body: `${index + 1}番目の問い`,
        choices: Array.from({ length: 6 }, (_unused, place) => ({ id: `q${index}-${place}`, body: `選択肢 ${place}` })),
        correctChoiceIds: [`q${index}-0`],
      }));
      await post(request, '/question-set/', { lessonId: 'git-terminal', title: '百問', questions });
      await signIn(page, 'teacher');
      await page.goto('/lessons/edit/git-terminal');
      await pressBelowText(page, '「百問」を編集');
      await page.locator('[data-question]').nth(49).click();
      const field = page.getByRole('dialog').getByRole('textbox', { name: /^問題文/ });
      await field.pressSequentially('を変えました');
      // Fills in the question's text, six choices and the explanation.
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(8);
    },
  );
});
