/**
 * Tests that an opened form or dialog takes the focus and returns it to its opener on closing, unless the user has
 * moved the focus.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { fill, makeCompany } from '@tests/support/companies';
import { cancelQuestion, press, useMadeCourses } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, openOutline } from '@tests/support/outline';
import { makeLesson, openList, openSet, single } from '@tests/support/question-set-editing';
import { describe, expect, test } from 'vitest';

useOwnServer('given-focus');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
const focused = () => document.activeElement;
const button = (name: string) => screen.getByRole('button', { name });

describe('a focus that the user moved meanwhile', () => {
  /** Moves the focus elsewhere while a save is in flight. */
  const goOn = async (app: OpenedApp, elsewhere: HTMLElement) => {
    const answer = network.hold(/^PATCH /);
    await app.user.keyboard('{Enter}');
    elsewhere.focus();
    answer();
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(focused()).toBe(elsewhere);
  };

  test('saving a company leaves the focus where the user moved it', async () => {
    const { id, name } = await makeCompany();
    const app = await renderApp({ user: 'teacher', path: `/companies/${id}` });
    await press(app, '編集');
    await fill(app, /^企業名/, `${name}新`);
    await goOn(app, screen.getByRole('link', { name: '利用者を追加' }));
  });

  test('saving the own name leaves the focus where the user moved it', async () => {
    const app = await renderApp({ user: 'hayashi', path: '/mypage' });
    await press(app, '氏名・メールアドレスを変更');
    await screen.findByRole('form', { name: '氏名とメールアドレスの変更' });
    await fill(app, /^氏名\s*\*?$/, '林 みお');
    await goOn(app, screen.getByRole('link', { name: '受講記録簿' }));
  });

  test('reading a CSV file of people for the import leaves the focus where the user moved it', async () => {
    const app = await renderApp({ user: 'teacher', path: '/users/new?by=csv' });
    const input = await screen.findByLabelText('CSVファイル');
    const answer = network.hold(/^(GET|POST) \/users\//);
    await app.user.upload(input, new File(['ユーザー名,氏名\ndareka,だれか'], '人.csv', { type: 'text/csv' }));
    const template = button('ひな形をダウンロード');
    template.focus();
    answer();

    await screen.findByRole('heading', { name: '人.csv の内容' });
    expect(focused()).toBe(template);
  });

  test('checking a course before publishing leaves the focus where the user moved it', async () => {
    const app = await openOutline(`/courses/${(await addOutline(await makeCourse())).id}`);
    const answer = network.hold(/^GET \/lessons\/\?courseId/);
    await press(app, '公開する');
    button('「道具」のその他の操作').focus();
    answer();

    await screen.findByRole('group', { name: '公開する前に' });
    expect(focused()).toBe(button('「道具」のその他の操作'));
  });
});

test.each([
  ['/courses/new', 'タイトル'],
  ['/sections/new?courseId=git', 'タイトル'],
  ['/lessons/new', 'タイトル'],
  ['/companies/new', '企業名'],
  ['/users/new', 'ユーザー名'],
])('the first field of a new form has the focus: %s', async (path, name) => {
  const app = await renderApp({ user: 'teacher', path: '/courses' });
  await app.goTo(path);
  const field = await screen.findByRole('textbox', { name: new RegExp(`^${name}`) });
  await waitFor(() => expect(focused()).toBe(field));
});

test('publishing a course despite its gaps moves the focus to the button 下書きに戻す (unpublish)', async () => {
  const course = await addOutline(await makeCourse());
  const app = await openOutline(`/courses/${course.id}`);
  await press(app, '公開する');
  await press(app, 'このまま公開する');

  await waitFor(() => expect(focused()).toBe(button('下書きに戻す')));
});

test('deleting the only question of a set moves the focus to the button that adds one', async () => {
  const { app } = await openSet(single);
  await press(app, '問1を削除');
  await press(app, '問1を削除');

  await screen.findByText('問題はまだありません');
  await waitFor(() => expect(focused()).toBe(button('問題を追加')));
});

describe('a row of question sets', () => {
  test.each([
    ['タイトルを変更', 'キャンセル'],
    ['タイトルを変更', '変更'],
    ['削除', 'キャンセル'],
  ])('the menu ⋯ of a question set has the focus again after %s and %s', async (chosen, ended) => {
    const { lessonId } = await makeLesson(['一', single]);
    const app = await openList(lessonId);
    await press(app, '「一」のその他の操作');
    await app.user.click(await screen.findByRole('menuitem', { name: chosen }));
    await (ended === 'キャンセル' ? cancelQuestion(app) : press(app, ended));

    await waitFor(() => expect(focused()).toBe(button('「一」のその他の操作')));
  });
});

describe('a closing dialog', () => {
  test('closing the dialog of a question set returns the focus to the set', async () => {
    const { app } = await openSet(single);
    await press(app, '問題集の編集を閉じる');

    await waitFor(() => expect(focused()).toBe(button('「確認問題」を編集')));
  });

  test('closing the library returns the focus to its button', async () => {
    const app = await renderApp({ user: 'teacher', path: '/lessons/new' });
    const opener = await screen.findByRole('button', { name: 'アップロード済みのファイル' });
    opener.focus();
    await app.user.keyboard('{Enter}');
    const library = within(await screen.findByRole('dialog', { name: 'アップロード済みのファイル' }));
    await app.user.click(library.getByRole('button', { name: '閉じる' }));

    await waitFor(() => expect(focused()).toBe(opener));
  });
});

test('closing the search in a lesson returns the focus to its button', async () => {
  const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
  await press(app, 'このレッスン内をさがす');
  const bar = within(await screen.findByRole('search', { name: 'このレッスン内をさがす' }));
  await waitFor(() => expect(focused()).toBe(bar.getByRole('textbox')));
  await app.user.keyboard('{Escape}');
  expect(focused()).toBe(button('このレッスン内をさがす'));
  await press(app, 'このレッスン内をさがす');
  const again = within(await screen.findByRole('search', { name: 'このレッスン内をさがす' }));
  await app.user.click(again.getByRole('button', { name: '閉じる' }));
  expect(focused()).toBe(button('このレッスン内をさがす'));
});

test('switching from companies to all people keeps the focus on the switch', async () => {
  const app = await renderApp({ user: 'teacher', path: '/companies' });
  await app.user.click(await screen.findByRole('radio', { name: 'すべての利用者' }));

  await screen.findByRole('link', { name: 'CSVで追加・変更' });
  expect(focused()).toBe(screen.getByRole('radio', { name: 'すべての利用者' }));
});
