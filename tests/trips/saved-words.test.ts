/** Tests that after a save of staff one sentence says what was saved, and the next screen shows it. */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { press } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { expect, test } from 'vitest';

useOwnServer('saved-words');

const trail = () => screen.getByRole('navigation', { name: 'パンくずリスト' }).textContent;

test('moving a user to another company shows one message, and the breadcrumbs no longer name the old company', async () => {
  const app = await renderApp({ user: 'teacher', path: '/users/edit/user-student' });
  await waitFor(() => expect(trail()).toContain('株式会社みなと'));
  await app.user.selectOptions(await screen.findByRole('combobox', { name: /^企業/ }), '有限会社やまびこ製作所');
  await press(app, '保存');

  await screen.findByText('利用者を保存しました');
  await screen.findByRole('heading', { level: 1, name: '佐藤 美咲' });
  expect(trail()).toContain('有限会社やまびこ製作所');
  expect(trail()).not.toContain('株式会社みなと');
});

test.each([
  ['/companies/new', /^(名前|会社名|企業名)/, '企業を追加しました'],
  ['/courses/new', /^タイトル/, 'コースを追加しました'],
  ['/sections/new?courseId=git', /^タイトル/, 'セクションを追加しました'],
])('what is made at %s is named once in a sentence', async (path, label, words) => {
  const app = await renderApp({ user: 'admin', path });
  await app.user.type(await screen.findByRole('textbox', { name: label }), '新しいもの');
  await press(app, '追加');
  await screen.findByText(words);
});
