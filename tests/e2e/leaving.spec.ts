/** A page whose session has ended goes at once, whatever is written in it: somebody else may sit there now. */
import { appReady, expect, signIn, test } from './support/app';
import { askToLogOut } from './support/steps';

test('fault: signed out in another tab while a form is not saved → this tab goes to the login screen and asks nothing @once', async ({
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
