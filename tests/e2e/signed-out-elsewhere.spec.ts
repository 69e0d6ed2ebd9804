/**
 * Tests that a sign-out in one tab closes the other tabs' screens at once, even with unsaved edits: another user may be
 * using the device.
 */
import { appReady, expect, signIn, test } from './support/app';
import { askToLogOut } from './support/steps';

test('fault: a user signs out in another tab while a form has unsaved edits → this tab shows the login screen without asking @once', async ({
  page,
  context,
}) => {
  await signIn(page, 'teacher', '/courses/new');
  const title = page.getByRole('textbox', { name: 'タイトル' });
  await title.click();
  await title.pressSequentially('書きかけ');
  await expect(page.getByText(/^未保存の変更があります/)).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });

  const other = await context.newPage();
  await other.goto('/');
  await appReady(other);
  await askToLogOut(other);
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /ログアウト$/ })
    .first()
    .click();
  await expect(other.getByRole('button', { name: 'ログイン' })).toBeVisible();

  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
  expect(asked).toEqual([]);
});
