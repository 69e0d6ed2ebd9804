/** Tests that the Back button closes a dialog or menu and keeps the screen, as phone users expect. */
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './support/app';
import { openMenu, pressBelowText } from './support/steps';

const press = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });

const over = [
  ['the search', press('さがす'), dialog('さがす')],
  ['the sync panel', press(/^同期の状態/), dialog('学習の送信')],
  ['the account menu', press(/^アカウント/), (page: Page) => page.getByRole('menu')],
  [
    'the display settings',
    async (page: Page) => (await openMenu(page)).page().getByRole('button', { name: '表示設定' }).click(),
    dialog('表示設定'),
  ],
  ['a question set', (page: Page) => pressBelowText(page, '問題集を追加'), dialog('問題集を追加')],
] as const;

for (const [what, open, find] of over) {
  test(`Back closes ${what}, and only a second Back leaves the screen`, { tag: '@once' }, async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/git-pipes');
    await page.getByRole('link', { name: 'レッスンを編集' }).click();
    await expect(page).toHaveURL('/lessons/edit/git-pipes');
    await expect(page.getByRole('heading', { level: 1, name: 'レッスンを編集' })).toBeVisible();
    await open(page);
    await expect(find(page)).toBeVisible();

    await page.goBack();
    await expect(find(page)).toBeHidden();
    await expect(page).toHaveURL('/lessons/edit/git-pipes');

    await page.goBack();
    await expect(page).toHaveURL('/lessons/git-pipes');
  });
}

test(
  'Back asks for confirmation before it closes unsaved questions, and a second Back closes the confirmation',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/git-pipes');
    await page.getByRole('link', { name: 'レッスンを編集' }).click();
    await pressBelowText(page, '問題集を追加');
    const title = page.getByRole('dialog').getByLabel(/^タイトル/);
    await title.fill('書きかけ');
    await expect(page.getByText('未保存の変更があります（書きかけは端末に保存済み）')).toBeVisible();

    await page.goBack();
    const question = page.getByRole('dialog', { name: '保存していない変更があります' });
    await expect(question.getByRole('button', { name: '保存せずに閉じる' })).toBeVisible();
    await page.goBack();

    await expect(question).toBeHidden();
    await expect(title).toHaveValue('書きかけ');
    await expect(page).toHaveURL('/lessons/edit/git-pipes');
  },
);
