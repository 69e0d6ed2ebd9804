/** Tests that after staff save something, one message says what was saved, and the next screen shows the change. */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { press, retype, title, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { addOutline, chooseInRow, firstSection, openOutline } from '@tests/support/outline';
import { expect, test } from 'vitest';

import type { Company } from '@/api/companies';
import type { CourseDetail } from '@/api/courses';

useOwnServer('saved-words');
const { makeCourse } = useMadeCourses();

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

test('renaming a company in place changes the breadcrumbs and the document title at once', async () => {
  const { id } = (await callAs('admin', 'POST', '/companies/', { name: '旧社名' })) as Company;
  const app = await renderApp({ user: 'admin', path: `/companies/${id}` });
  await press(app, '編集');
  await retype(app, await screen.findByRole('textbox', { name: /^企業名/ }), '新社名');
  await press(app, '保存');
  await screen.findByText('企業情報を保存しました');
  await waitFor(() => expect(trail()).toContain('新社名'));
  expect(document.title).toContain('新社名');
});

test('renaming a section in place changes the breadcrumbs at once', async () => {
  const course = await addOutline(await makeCourse());
  const app = await renderApp({ user: 'teacher', path: `/sections/${firstSection(course).id}` });
  await press(app, 'セクションを編集');
  await retype(app, title(), '前編');
  await press(app, '保存');
  await screen.findByText('セクションを保存しました');
  await waitFor(() => expect(trail()).toContain('前編'));
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

test('publishing and unpublishing a course each show a message with the course’s title', async () => {
  const course = await addOutline(await makeCourse({ title: '点呼' }));
  const app = await renderApp({ user: 'teacher', path: `/courses/${course.id}` });
  await press(app, '公開する');
  // The button appears late, because the check before publishing reads every lesson first.
  await app.user.click(await screen.findByRole('button', { name: 'このまま公開する' }));
  await screen.findByText('「点呼」を公開しました');
  await press(app, '下書きに戻す');
  await app.user.click(
    await waitFor(() => {
      const button = screen
        .getAllByRole('button', { name: '下書きに戻す' })
        .find((each) => each.closest('[role="dialog"]'));
      if (!button) throw new Error('The question is not shown.');
      return button;
    }),
  );
  await screen.findByText('「点呼」を下書きに戻しました');
});

test('after a move the outline’s message names the new place; after a row is added or renamed, it names the kind of row', async () => {
  const course = await addOutline(await makeCourse());
  const app = await openOutline(`/courses/${course.id}`);
  (await screen.findByRole('link', { name: '道具' })).focus();
  await app.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByText('「道具」を「準備」の2番目に移動しました');
  await chooseInRow(app, '実践', 'タイトルを変更');
  await app.user.keyboard('本番{Enter}');
  await screen.findByText('チャプターのタイトルを変更しました');
  await app.user.keyboard('片づけ{Enter}');
  await screen.findByText('チャプターを追加しました');

  const { sections } = (await callAs('teacher', 'GET', `/courses/${course.id}`)) as CourseDetail;
  expect(sections?.[0]?.chapters?.map(({ title }) => title)).toEqual(['準備', '本番', '片づけ']);
  expect(sections?.[0]?.chapters?.[0]?.lessons?.map(({ title }) => title)).toEqual(['置き場所', '道具']);
});
