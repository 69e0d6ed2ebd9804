/** Tests that when a press removes the focused element, a labelled element near it takes the focus. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, useMadeCourses } from '@tests/support/course-editing';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { addOutline, chooseInRow, openOutline } from '@tests/support/outline';
import { answerFirst, SOLVE } from '@tests/support/solving';
import { sendAtOnce } from '@tests/support/undo-time';
import { describe, expect, test, vi } from 'vitest';

import { saveReadingPosition } from '@/device/reading-positions';

useOwnServer('kept-focus');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();

const openCourse = async () => openOutline(`/courses/${(await addOutline(await makeCourse())).id}`);
const focused = () => document.activeElement;
const pressNow = (app: OpenedApp, name: string) => app.user.click(screen.getByRole('button', { name }));

describe('in a course’s outline', () => {
  test('deleting a chapter moves the focus to the outline', async () => {
    const app = await openCourse();
    await chooseInRow(app, '実践', '削除');
    await press(app, '「実践」を削除');

    await waitFor(() => expect(screen.queryByRole('heading', { name: '実践' })).toBeNull());
    await waitFor(() => expect(focused()).toBe(screen.getByRole('list', { name: '「試作のコース」の構成' })));
  });

  test('moving a lesson to another chapter by the menu moves the focus to its menu button', async () => {
    const app = await openCourse();
    await chooseInRow(app, '手順', '移動');
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'チャプター' }), '前半 ／ 準備');
    await press(app, '移動');

    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: '「手順」のその他の操作' })));
  });

  test('deleting a chapter leaves the focus where the user moved it meanwhile', async () => {
    const app = await openCourse();
    await chooseInRow(app, '実践', '削除');
    const answer = network.hold(/^DELETE \/chapters\//);
    await press(app, '「実践」を削除');
    const elsewhere = screen.getByRole('button', { name: '「前半」のその他の操作' });
    elsewhere.focus();
    answer();
    await waitFor(() => expect(screen.queryByRole('heading', { name: '実践' })).toBeNull());
    expect(focused()).toBe(elsewhere);
  });
});

test('the result that replaces a submitted attempt gets the focus on its title', async () => {
  const app = await answerFirst('inoue');
  await app.goTo(`${SOLVE}?view=overview`);
  await press(app, '提出する');

  await screen.findByText('送信済み');
  const title = await screen.findByRole('heading', { level: 1, name: /の結果$/ });
  await waitFor(() => expect(focused()).toBe(title));
  await app.user.click(screen.getByRole('link', { name: 'もう一度解く' }));
  const secondTitle = await screen.findByRole('heading', { level: 1, name: /[^果]$/ });
  await waitFor(() => expect(focused()).toBe(secondTitle));
});

test('marking a lesson as read moves the focus to the group of the lesson’s buttons', async () => {
  const app = await renderApp({ user: 'student2', path: '/lessons/git-pipes' });
  const bar = await screen.findByRole('group', { name: 'レッスンの操作' });
  const news = within(bar).getByRole('status');
  await app.user.click(await within(bar).findByRole('button', { name: '読了にする' }));

  await sendAtOnce();
  await waitFor(() => expect(within(bar).getByRole('status').textContent).toBe('読了'));
  // The status element must be the one that existed before, so that screen readers announce its text.
  expect(within(bar).getByRole('status')).toBe(news);
  await waitFor(() => expect(focused()).toBe(bar));
});

test('returning to the last reading position moves the keyboard focus there as well', async () => {
  const app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
  await saveReadingPosition('git-pipes', 0.5);
  await app.reload();
  const text = (await screen.findByRole('button', { name: '前回の続きへ' })).parentElement;
  const blocks = [...(text?.querySelectorAll('h2, h3, h4, p, li, pre, table') ?? [])];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this === text) return new DOMRect(0, -100, 100, 1000);
    return blocks.includes(this)
      ? new DOMRect(0, blocks.indexOf(this) * 90 - 100, 100, 90)
      : new DOMRect(8, 8, 100, 20);
  });
  await press(app, '前回の続きへ');

  expect(focused()).toBe(blocks.find((block) => block.getBoundingClientRect().top >= 400));
  expect(screen.queryByRole('button', { name: '前回の続きへ' })).toBeNull();
});

test('restoring a draft moves the focus to its form', async () => {
  const { id } = await makeCourse();
  const app = await renderApp({ user: 'teacher', path: `/courses/edit/${id}` });
  await app.user.type(await screen.findByRole('textbox', { name: 'タイトル' }), '改');
  await screen.findByText(/書きかけは端末に保存済み/);
  await app.reload();
  await press(app, '復元');

  await waitFor(() => expect(focused()).toBe(screen.getByRole('form', { name: 'コースを編集' })));
});

test('when a press inside a dialog removes the focused button, the focus stays in the dialog', async () => {
  network.answer(/^PUT /, 403, { title: 'だめです', status: 403 });
  const app = await renderApp({ user: 'student2', path: '/lessons/git-remote' });
  await press(app, '読了にする');
  await sendAtOnce();
  await press(app, '同期の状態：要確認 1件');
  await press(app, '破棄');
  await pressNow(app, '破棄');

  await waitFor(() => expect(screen.queryByRole('button', { name: '再送' })).toBeNull());
  await waitFor(() => expect(focused()).toBe(screen.getByRole('dialog', { name: '学習の送信' })));
});
