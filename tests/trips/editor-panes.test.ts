/** Tests writing lesson after lesson: 「保存して次へ」, and in wide windows the outline of the course beside the editor. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { BREAKS, field, findEditor, readEditor, readLesson, storedText, write } from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, chooseInRow } from '@tests/support/outline';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { lessonsOf } from '@/api/outline';

useOwnServer('editor-panes');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
let courseId: string;
/** The lessons 道具 and 置き場所 are in the first chapter, the lesson 手順 is in the next chapter. */
let [tools, places, steps]: string[] = [];

beforeEach(async () => {
  const course = await addOutline(await makeCourse());
  courseId = course.id;
  [tools, places, steps] = lessonsOf(course.sections).map(({ id }) => id);
});

const pathOf = (lessonId: string | undefined) => `/lessons/edit/${lessonId}`;
const arrivesAt = (app: OpenedApp, path: string) => waitFor(() => expect(app.href).toBe(path));
async function open(lessonId: string | undefined): Promise<OpenedApp> {
  const app = await renderApp({ user: 'teacher', path: pathOf(lessonId) });
  await findEditor();
  return app;
}
async function textOf(lessonId: string | undefined): Promise<string> {
  const lesson = await readLesson(lessonId ?? '', 'teacher');
  return lesson.contentId ? storedText(lesson) : '';
}
const titled = (title: string) =>
  waitFor(async () => expect(((await field(/タイトル/)) as HTMLInputElement).value).toBe(title));

describe('from lesson to lesson', () => {
  test('保存して次へ saves and opens the next lesson, also in the next chapter; after the last lesson it opens the course', async () => {
    const app = await open(tools);
    await write('道具の話');
    (await findEditor()).focus();
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await arrivesAt(app, pathOf(places));
    expect(await textOf(tools)).toBe(`${BREAKS}道具の話`);
    await titled('置き場所');
    await press(app, '次のレッスン');
    await arrivesAt(app, pathOf(steps));
    await titled('手順');
    await screen.findByText('コースの最後のレッスンです');
    await write('手順の話');
    await press(app, '保存してコースへ');
    await arrivesAt(app, `/courses/${courseId}`);

    await screen.findByText('最後のレッスンです。コースの画面に戻りました。');
    expect(await textOf(steps)).toBe(`${BREAKS}手順の話`);
  });

  test('an Enter that ends an IME composition does not press 保存して次へ', async () => {
    const app = await open(tools);
    const init = { key: 'Enter', ctrlKey: true, keyCode: 229, bubbles: true, cancelable: true };
    (await field('本文')).dispatchEvent(new KeyboardEvent('keydown', init));
    (await field(/タイトル/)).dispatchEvent(new KeyboardEvent('keydown', init));

    expect(app.href).toBe(pathOf(tools));
    expect(await readEditor()).toBe('');
  });

  test('fault: the server is unreachable when 保存して次へ is pressed → the text stays in its lesson, and a second press continues', async () => {
    const app = await open(tools);
    await write('残る文章');
    network.cut();
    await press(app, '保存して次へ');
    await screen.findByText('接続できませんでした。入力した内容はこのまま残っています。');
    expect([app.href, await readEditor()]).toEqual([pathOf(tools), '残る文章']);
    network.restore();
    await press(app, '保存して次へ');
    await arrivesAt(app, pathOf(places));

    expect(await textOf(tools)).toBe(`${BREAKS}残る文章`);
  });
});

describe('two panes', () => {
  beforeEach(() => {
    const none = () => undefined;
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media === '(min-width: 68.75em)',
          media,
          addEventListener: none,
          removeEventListener: none,
        }) as unknown as MediaQueryList,
    );
  });
  const row = (name: string) => within(screen.getByRole('complementary')).findByRole('link', { name });

  test('the outline row of the open lesson is marked; pressing another row opens that lesson, after asking about unsaved changes', async () => {
    const app = await open(tools);
    expect((await row('道具')).getAttribute('aria-current')).toBe('page');
    await write('書きかけ');
    await app.user.click(await row('手順 問題集1件'));
    await app.user.click(await screen.findByRole('button', { name: '保存せずに移動' }));
    await arrivesAt(app, pathOf(steps));
    await titled('手順');

    const outline = within(screen.getByRole('complementary'));
    expect(outline.getAllByRole('link', { current: 'page' })).toEqual([await row('手順 問題集1件')]);
  });

  test('a title changed in the outline is copied into the open form, whose text is then saved without a conflict', async () => {
    const app = await open(tools);
    await write('道具の話');
    (await row('道具')).focus();
    await app.user.keyboard('{F2}工具{Enter}{Escape}');
    await titled('工具');
    await press(app, '保存');
    await waitFor(async () => expect(await textOf(tools)).toBe(`${BREAKS}道具の話`));

    expect((await readLesson(tools ?? '', 'teacher')).title).toBe('工具');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a title changed both in the outline and in the open form causes a conflict dialog at the next save', async () => {
    const app = await open(tools);
    await app.user.type(await field(/タイトル/), '箱');
    (await row('道具')).focus();
    await app.user.keyboard('{F2}工具{Enter}{Escape}');
    await row('工具');
    await press(app, '保存');

    await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' });
    expect((await readLesson(tools ?? '', 'teacher')).title).toBe('工具');
  });

  test('an opened question set replaces the lesson’s form, and going back shows the form as it was', async () => {
    const app = await open(tools);
    await write('道具の話');
    await press(app, '問題集を追加');
    const set = within(await screen.findByRole('region', { name: '問題集を追加' }));
    await waitFor(() => expect(document.activeElement).toBe(set.getByLabelText(/^タイトル/)));
    expect(screen.queryByRole('textbox', { name: '本文' })).toBeNull();
    await row('道具');
    await press(app, 'レッスンに戻る');

    await waitFor(() => expect(document.activeElement?.textContent).toBe('問題集を追加'));
    expect(await readEditor()).toBe('道具の話');
  });

  test('leaving with an unsaved lesson and an unsaved question set opens one confirmation, which names both of these', async () => {
    const app = await open(tools);
    await write('道具の話');
    await press(app, '問題集を追加');
    const set = within(await screen.findByRole('region', { name: '問題集を追加' }));
    await app.user.type(set.getByLabelText(/^タイトル/), '道具の問題');
    await app.user.click(await row('手順 問題集1件'));
    const question = await screen.findByRole('dialog', { name: '保存していない変更があります' });
    await within(question).findByText('「レッスンを編集」と「問題集の編集」にあります。');
    await app.user.click(within(question).getByRole('button', { name: '保存せずに移動' }));

    await arrivesAt(app, pathOf(steps));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the open lesson’s outline row returns from a question set to the lesson, and asks first if the set is unsaved', async () => {
    const app = await open(tools);
    await press(app, '問題集を追加');
    await screen.findByRole('region', { name: '問題集を追加' });
    await app.user.click(await row('道具'));
    await findEditor();
    expect(screen.queryByRole('region', { name: '問題集を追加' })).toBeNull();

    await press(app, '問題集を追加');
    const set = within(await screen.findByRole('region', { name: '問題集を追加' }));
    await app.user.type(set.getByLabelText(/^タイトル/), '道具の問題');
    await app.user.click(await row('道具'));
    await app.user.click(await screen.findByRole('button', { name: '保存せずに閉じる' }));
    await findEditor();
  });

  test('保存して次へ in a question set saves the set and the text of its lesson', async () => {
    const app = await open(steps);
    await write('手順の話');
    await press(app, '「確認」を編集');
    const set = within(await screen.findByRole('region', { name: '問題集を編集' }));
    await app.user.type(await set.findByLabelText(/^タイトル/), 'の問題');
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await arrivesAt(app, `/courses/${courseId}`);

    const { questionSets } = await readLesson(steps ?? '', 'teacher');
    expect(questionSets?.map(({ title }) => title)).toEqual(['確認の問題']);
    expect(await textOf(steps)).toBe(`${BREAKS}手順の話`);
  });

  test('deleting the open lesson in the outline opens the course', async () => {
    const app = await open(tools);
    await row('道具');
    await chooseInRow(app, '道具', '削除');
    await press(app, '「道具」を削除');

    await arrivesAt(app, `/courses/${courseId}`);
  });
});
