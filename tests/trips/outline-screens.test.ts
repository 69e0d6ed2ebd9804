/**
 * Tests the screens that show a course's outline: the course with preview and deletion, one section, and the order of
 * courses.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, chooseInRow, firstSection, openOutline, shownTitles } from '@tests/support/outline';
import { beforeEach, describe, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';

useOwnServer('outline-screens');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
let course: CourseDetail;

beforeEach(async () => {
  course = await addOutline(await makeCourse());
});

const section = () => firstSection(course);
const openCourse = (path = `/courses/${course.id}`) => openOutline(path);

describe('the course', () => {
  test('a lesson in the outline opens its editor; the row’s menu opens a lesson’s preview and a section’s description', async () => {
    const app = await openCourse();
    const lessonId = section().chapters?.[0]?.lessons?.[0]?.id;
    expect(
      within(screen.getByRole('list', { name: '「試作のコース」の構成' }))
        .getByRole('link', { name: '道具' })
        .getAttribute('href'),
    ).toBe(`/lessons/edit/${lessonId}`);
    await press(app, '「道具」のその他の操作');
    const preview = await screen.findByRole('menuitem', { name: 'プレビュー' });
    expect(preview.getAttribute('href')).toBe(`/lessons/${lessonId}?preview=true`);
    await app.user.keyboard('{Escape}');
    await press(app, '「前半」のその他の操作');
    const description = await screen.findByRole('menuitem', { name: '説明を編集' });
    expect(description.getAttribute('href')).toBe(`/sections/${section().id}`);
  });

  test('a course is deleted with all its content after a confirmation, and disappears from the list', async () => {
    const app = await openCourse();
    await chooseInRow(app, '試作のコース', '削除');
    const words = '「試作のコース」と、その中のセクション2件、チャプター2件、レッスン3件、問題集1件を削除します。';
    expect(await screen.findAllByText(words, { exact: false })).toHaveLength(1);
    await app.user.dblClick(screen.getByRole('button', { name: '「試作のコース」を削除' }));

    await screen.findByRole('heading', { level: 1, name: 'コース管理' });
    expect(within(screen.getByRole('main')).queryByText('試作のコース')).toBeNull();
    expect(network.calls().filter((words) => words.startsWith('DELETE'))).toHaveLength(1);
  });

  test('the preview shows a course and its lessons as learners see them, without editing', async () => {
    const app = await openCourse();
    await app.user.click(screen.getByRole('link', { name: '受講者の見え方' }));
    await screen.findByRole('note');
    const main = within(screen.getByRole('main'));
    expect(app.href).toBe(`/courses/${course.id}?preview=true`);
    expect(main.queryByRole('button', { name: /その他の操作|移動|追加|公開する/ })).toBeNull();
    await app.user.click(main.getByRole('link', { name: /^道具/ }));
    await screen.findByRole('heading', { level: 1, name: '道具' });
    expect(screen.getAllByText(/^受講者の見え方/)).toHaveLength(1);
    expect(screen.queryByRole('link', { name: 'レッスンを編集' })).toBeNull();
    await app.user.click(screen.getByRole('link', { name: '編集に戻る' }));

    await screen.findByRole('heading', { level: 1, name: 'レッスンを編集' });
    expect(app.href).not.toContain('preview');
  });
});

describe('on the section screen', () => {
  test('a section’s name and description are changed in place', async () => {
    const app = await openCourse(`/sections/${section().id}`);
    await press(app, 'セクションを編集');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'タイトル' }));
    const form = within(await screen.findByRole('form', { name: 'セクションを編集' }));
    await app.user.clear(form.getByRole('textbox', { name: 'タイトル' }));
    await app.user.type(form.getByRole('textbox', { name: 'タイトル' }), '前編');
    await app.user.type(form.getByRole('textbox', { name: '説明' }), '道具をそろえます。');
    await app.user.click(form.getByRole('button', { name: '保存' }));

    await screen.findByRole('heading', { level: 1, name: '前編' });
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(screen.getAllByText('道具をそろえます。')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'セクションを編集' }));
  });

  test('a section’s newer description by another user is not overwritten without a question', async () => {
    const app = await openCourse(`/sections/${section().id}`);
    await press(app, 'セクションを編集');
    await callAs('staff', 'PATCH', `/sections/${section().id}`, { description: '先に書いた説明' });
    const form = within(await screen.findByRole('form', { name: 'セクションを編集' }));
    await app.user.type(form.getByRole('textbox', { name: '説明' }), '自分の説明');
    await app.user.click(form.getByRole('button', { name: '保存' }));
    await app.user.click(await screen.findByRole('button', { name: '新しい内容を読み込む' }));

    await screen.findByDisplayValue('先に書いた説明');
    expect(screen.getAllByDisplayValue('前半')).toHaveLength(1);
  });

  test('the outline of one section accepts chapters, and deleting the section opens the course', async () => {
    const app = await openCourse(`/sections/${section().id}`);
    expect(shownTitles()).toEqual(['準備', '-道具', '-置き場所', '実践', '-手順']);
    await press(app, 'チャプターを追加');
    await app.user.keyboard('仕上げ{Enter}');
    await screen.findByRole('heading', { level: 2, name: '仕上げ' });
    await app.user.keyboard('{Escape}');
    await chooseInRow(app, '前半', '削除');
    const question = await screen.findByRole('group', { name: /^「前半」と、/ });
    await app.user.click(within(question).getByRole('button', { name: '「前半」を削除' }));

    await screen.findByRole('heading', { level: 1, name: '試作のコース' });
    expect(shownTitles()).toEqual(['後半']);
  });

  test.each<['chapters' | 'lessons', string, (app: OpenedApp) => Promise<void>, string[]]>([
    ['chapters', 'チャプター', (app) => press(app, 'チャプターを追加'), ['準備', '実践', '一つ目', '二つ目']],
    [
      'lessons',
      'レッスン',
      (app) => chooseInRow(app, '準備', 'レッスンを追加'),
      ['道具', '置き場所', '一つ目', '二つ目'],
    ],
  ])('rows go behind the %s that the server leaves out of the outline', async (list, kind, open, expected) => {
    const leaveOut = (name: string, value: unknown) => (name === list ? undefined : value);
    network.answer(`GET /courses/${course.id}`, 200, JSON.parse(JSON.stringify(course, leaveOut)));
    const app = await openCourse(`/sections/${section().id}`);
    await open(app);
    await screen.findByRole('textbox', { name: `新しい${kind}のタイトル` });
    await app.user.keyboard('一つ目{Enter}');
    await screen.findAllByText(`${kind}を追加しました`);
    await app.user.keyboard('二つ目{Enter}');

    await waitFor(async () => {
      const stored = firstSection((await callAs('teacher', 'GET', `/courses/${course.id}`)) as CourseDetail);
      const rows = list === 'chapters' ? stored.chapters : stored.chapters?.[0]?.lessons;
      expect(rows?.map(({ title }) => title)).toEqual(expected);
    });
  });
});

describe('the course list', () => {
  test('editors can change the order of courses in the course list', async () => {
    network.answer(/^PATCH \/courses\//, 200, course);
    const app = await renderApp({ user: 'teacher', path: '/courses' });
    await press(app, '並べ替え');
    await screen.findByRole('list', { name: 'コースの並び' });
    await press(app, '「情報セキュリティの基本」を下へ');

    await waitFor(() => expect(network.calls()).toContain('PATCH /courses/security'));
    expect(network.sent.find(({ path }) => path === '/courses/security')?.body).toBe('{"order":1}');
    await press(app, '並べ替えを終える');
    await screen.findByRole('table', { name: 'コース' });
  });
});
