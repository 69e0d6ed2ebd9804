/** Sections, chapters and lessons edited in place, in the course's outline and on the section's screen. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, firstSection, namesIn, openOutline } from '@tests/support/outline';
import { beforeEach, describe, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';

useOwnServer('outline-editing');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
let course: CourseDetail;

beforeEach(async () => {
  course = await addOutline(await makeCourse());
});

const section = () => firstSection(course);
const readCourse = () => callAs('teacher', 'GET', `/courses/${course.id}`) as Promise<CourseDetail>;
const openCourse = (path = `/courses/${course.id}`) => openOutline(path);

async function type(app: OpenedApp, form: string, field: string, text: string): Promise<HTMLElement> {
  const element = await screen.findByRole('form', { name: form });
  const input = within(element).getByRole('textbox', { name: field });
  await app.user.clear(input);
  await app.user.type(input, text);
  return element;
}

describe('in the course', () => {
  test('adds a chapter, renames it in place, and says what its deletion removes', async () => {
    const app = await openCourse();
    await press(app, '「後半」にチャプターを追加');
    await type(app, '「後半」にチャプターを追加', 'チャプター名', 'まとめ{Enter}');
    await screen.findByRole('heading', { level: 3, name: 'まとめ' });
    const add = await screen.findByRole('button', { name: '「後半」にチャプターを追加' });
    await waitFor(() => expect(document.activeElement).toBe(add));
    await press(app, '「まとめ」を編集');
    expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'チャプター名' }));
    const form = await type(app, '「まとめ」の名前を変更', 'チャプター名', 'ふりかえり');
    await app.user.click(within(form).getByRole('button', { name: '保存' }));
    await screen.findByRole('heading', { level: 3, name: 'ふりかえり' });
    const pencil = await screen.findByRole('button', { name: '「ふりかえり」を編集', expanded: false });
    await waitFor(() => expect(document.activeElement).toBe(pencil));

    await press(app, '「実践」を編集');
    await press(app, '「実践」を削除');
    const words = '「実践」と、その中のレッスン1件、問題集1件を削除します。受講者の学習記録は残ります。';
    expect(await screen.findAllByText(words, { exact: false })).toHaveLength(1);
    await press(app, 'やめる');
    await press(app, '「実践」を削除');
    await press(app, '「実践」を削除');

    await waitFor(() => expect(screen.queryByRole('heading', { name: '実践' })).toBeNull());
    expect((await readCourse()).sections.map(({ chapters }) => chapters.map(({ title }) => title))).toEqual([
      ['準備'],
      ['ふりかえり'],
    ]);
  });

  test('adding a chapter leaves the focus where the user moved it meanwhile', async () => {
    const app = await openCourse();
    await press(app, '「後半」にチャプターを追加');
    const answer = network.hold(/^POST \/chapters\//);
    await type(app, '「後半」にチャプターを追加', 'チャプター名', 'まとめ{Enter}');
    const elsewhere = screen.getByRole('button', { name: '「前半」を編集' });
    elsewhere.focus();
    answer();
    await screen.findByRole('button', { name: '「後半」にチャプターを追加' });
    expect(document.activeElement).toBe(elsewhere);
  });

  test('buttons reorder sections, chapters and lessons', async () => {
    const app = await openCourse();
    await press(app, '「前半」を下へ');
    await waitFor(async () => expect((await readCourse()).sections[0]?.title).toBe('後半'));
    await waitFor(() => expect(namesIn('「試作のコース」のセクション')).toEqual(['後半', '前半']));
    await press(app, '「実践」を上へ');
    await waitFor(async () => expect((await readCourse()).sections[1]?.chapters[0]?.title).toBe('実践'));
    await press(app, '「道具」を下へ');

    await waitFor(() => expect(namesIn('「準備」のレッスン')).toEqual(['置き場所', '道具']));
    await waitFor(async () =>
      expect((await readCourse()).sections[1]?.chapters[1]?.lessons.map(({ title }) => title)).toEqual([
        '置き場所',
        '道具',
      ]),
    );
    expect(document.activeElement?.getAttribute('aria-label')).toBe('「道具」を下へ');
  });

  test('the first item cannot move up, the last not down', async () => {
    const app = await openCourse();
    await press(app, '「道具」を上へ');
    await press(app, '「置き場所」を下へ');

    expect(network.sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  test('an order that the server did not receive is reverted, with the reason', async () => {
    const app = await openCourse();
    network.cut(/^PATCH \/lessons\//);
    await press(app, '「道具」を下へ');

    expect((await screen.findByRole('alert')).textContent).toContain('接続できませんでした。');
    expect(namesIn('「準備」のレッスン')).toEqual(['道具', '置き場所']);
  });

  test('moves a lesson to another chapter, and deletes one with its question sets', async () => {
    const app = await openCourse();
    await press(app, '「手順」を編集');
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'チャプター' }), '前半 ／ 準備');
    await press(app, '移動');
    await waitFor(() => expect(namesIn('「準備」のレッスン')).toEqual(['道具', '置き場所', '手順']));
    await press(app, '「手順」を編集');
    await press(app, '「手順」を削除');
    expect(await screen.findAllByText(/「手順」と、その中の問題集1件を削除します。/)).toHaveLength(1);
    await press(app, '「手順」を削除');

    await waitFor(() => expect(namesIn('「準備」のレッスン')).toEqual(['道具', '置き場所']));
  });

  test('a lesson links to its editor, and a chapter to a new lesson', async () => {
    const app = await openCourse();
    await press(app, '「道具」を編集');
    const lessonId = section().chapters[0]?.lessons[0]?.id;
    const edit = screen.getByRole('link', { name: '本文と問題を編集' });
    expect(edit.getAttribute('href')).toBe(`/lessons/edit/${lessonId}`);
    const add = screen.getByRole('link', { name: '「準備」にレッスンを追加' });
    expect(add.getAttribute('href')).toBe(`/lessons/new?chapterId=${section().chapters[0]?.id}`);
  });

  test('creates, renames and deletes a section with its content', async () => {
    const app = await openCourse();
    await app.user.click(screen.getByRole('link', { name: 'セクションを追加' }));
    const form = await type(app, 'セクションを作成', 'セクション名', '付録');
    expect(within(form).getByRole<HTMLSelectElement>('combobox', { name: 'コース' }).value).toBe(course.id);
    await press(app, '作成');
    await screen.findByRole('heading', { level: 1, name: '付録' });
    await app.goTo(`/courses/${course.id}`);
    await screen.findByRole('heading', { level: 2, name: '付録' });
    await press(app, '「付録」を編集');
    await type(app, '「付録」の名前を変更', 'セクション名', '資料{Enter}');
    await screen.findByRole('heading', { level: 2, name: '資料' });
    await press(app, '「前半」を編集');
    await press(app, '「前半」を削除');
    const words = '「前半」と、その中のチャプター2件、レッスン3件、問題集1件を削除します。';
    expect(await screen.findAllByText(words, { exact: false })).toHaveLength(1);
    await press(app, '「前半」を削除');

    await waitFor(() => expect(namesIn('「試作のコース」のセクション')).toEqual(['後半', '資料']));
  });

  test('deletes a course with all content after a confirmation, and removes it from the list', async () => {
    const app = await openCourse();
    await press(app, '「試作のコース」を削除');
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
    expect(main.queryByRole('button', { name: /編集|削除|上へ|公開する/ })).toBeNull();
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
  test('changes a section’s name and description in place', async () => {
    const app = await openCourse(`/sections/${section().id}`);
    await press(app, 'セクションを編集');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'セクション名' }));
    const form = await type(app, 'セクションを編集', 'セクション名', '前編');
    await app.user.type(within(form).getByRole('textbox', { name: '説明' }), '道具をそろえます。');
    await app.user.click(within(form).getByRole('button', { name: '保存' }));

    await screen.findByRole('heading', { level: 1, name: '前編' });
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(screen.getAllByText('道具をそろえます。')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'セクションを編集' }));
  });

  test('a newer description by another user is not overwritten without a question', async () => {
    const app = await openCourse(`/sections/${section().id}`);
    await press(app, 'セクションを編集');
    await callAs('staff', 'PATCH', `/sections/${section().id}`, { description: '先に書いた説明' });
    const form = await type(app, 'セクションを編集', 'セクション名', '前編');
    await app.user.click(within(form).getByRole('button', { name: '保存' }));
    await app.user.click(await screen.findByRole('button', { name: '新しい内容を読み込む' }));

    await screen.findByDisplayValue('先に書いた説明');
    expect(screen.getAllByDisplayValue('前半')).toHaveLength(1);
  });

  test('adds chapters on the section’s screen, and its deletion leads back to the course', async () => {
    const app = await openCourse(`/sections/${section().id}`);
    await press(app, '「前半」にチャプターを追加');
    await type(app, '「前半」にチャプターを追加', 'チャプター名', '仕上げ{Enter}');
    await screen.findByRole('heading', { level: 2, name: '仕上げ' });
    await press(app, '「前半」を削除');
    const question = await screen.findByRole('group', { name: /^「前半」と、/ });
    await app.user.click(within(question).getByRole('button', { name: '「前半」を削除' }));

    await screen.findByRole('heading', { level: 1, name: '試作のコース' });
    expect(namesIn('「試作のコース」のセクション')).toEqual(['後半']);
  });
});

describe('the course list', () => {
  test('editors reorder the course list', async () => {
    network.answer(/^PATCH \/courses\//, 200, course);
    const app = await renderApp({ user: 'teacher', path: '/courses' });
    await press(app, '並べ替え');
    await screen.findByRole('list', { name: 'コースの並び' });
    await press(app, '「情報セキュリティの基本」を下へ');

    await waitFor(() => expect(network.calls()).toContain('PATCH /courses/security'));
    expect(network.sent.find(({ path }) => path === '/courses/security')?.body).toBe('{"order":1}');
    await press(app, '並べ替えを終える');
    await screen.findByRole('searchbox', { name: 'コースをさがす' });
  });
});
