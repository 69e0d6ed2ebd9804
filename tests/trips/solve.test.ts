/**
 * Tests solving a question set: answers are stored at once, a sign-out before submitting, and sets that cannot be
 * solved.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { answerFirst, findQuestion, isChosen, ownerOf, SAVED, sentSubmits, SET, SOLVE } from '@tests/support/solving';
import { describe, expect, test, vi } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';
import * as ownedStore from '@/storage/owned-store';

const network = useNetworkStub();
const submits = () => sentSubmits(network);

describe('answering', () => {
  test('a set is solved by keys alone: numbers choose, → and Enter go on, ← goes back, and the URL contains the question', async () => {
    const app = await renderApp({ user: 'student', path: SOLVE });
    await findQuestion(1);

    await app.user.keyboard('2');
    expect(isChosen(/付け替えられる札/)).toBe(true);
    await app.user.keyboard('{ArrowRight}');
    await findQuestion(2);
    expect(app.href).toBe(`${SOLVE}?q=2`);
    await app.user.keyboard('3{Enter}');
    await findQuestion(3);
    await app.user.keyboard('{ArrowLeft}');
    await findQuestion(2);
    expect(isChosen(/分かれた後に/)).toBe(true);

    app.router.history.go(-2);
    await findQuestion(2);
    app.router.history.go(-1);
    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(true);
  });

  test('an ordering question is sorted by its buttons, and counts as answered only then', async () => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=3` });
    await findQuestion(3);
    const rows = () =>
      screen.getAllByRole('listitem').filter((row) => within(row).queryByRole('button', { name: /を上へ$/ }));
    const [first] = rows().map((row) => row.textContent);
    expect(screen.getByText(/まだ解答していません/)).toBeTruthy();

    await app.user.click(screen.getByRole('button', { name: '1番目を下へ' }));

    expect(rows()[1]?.textContent.replace(/^\d/, '')).toBe(first?.replace(/^\d/, ''));
    expect(screen.getByText('この順番で解答します。')).toBeTruthy();
    expect(screen.getByText('1番目を2番目に動かしました。')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '5番目を動かす' })).toBeTruthy();
  });

  test('a set with multiple choices shows all 6 questions in the overview, one of them flagged', async () => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=5` });
    await findQuestion(5);
    await app.user.keyboard('1241');
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    await app.user.click(screen.getByRole('button', { name: 'あとで見る' }));
    await app.user.keyboard('{ArrowRight}');
    await findQuestion(6);
    await app.user.keyboard('{ArrowRight}');

    await screen.findByRole('heading', { level: 2, name: '提出前の確認' });
    expect(screen.getByText('1 / 6 問に解答・問1、問2、問3、問4、問6が未解答です。')).toBeTruthy();
    const flagged = screen.getByRole('button', { name: /問5.*解答済み.*あとで見る/ });
    await app.user.click(flagged);
    await findQuestion(5);
    expect(screen.getByRole('button', { name: 'あとで見る' }).getAttribute('aria-pressed')).toBe('true');
  });

  test.each([
    ['confirms kanji', { key: 'Enter', isComposing: true }],
    ['belongs to the input method', { key: 'Enter', keyCode: 229 }],
    ['is pressed with Ctrl', { key: 'ArrowRight', ctrlKey: true }],
  ])('a key that %s does nothing while a question set is being solved', async (_, event) => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=4` });
    const field = await screen.findByLabelText('解答');
    await app.user.type(field, 'abort');

    fireEvent.keyDown(field, event);

    expect(app.href).toBe(`${SOLVE}?q=4`);
    expect(submits()).toHaveLength(0);
    await app.user.keyboard('{Enter}');
    await findQuestion(5);
  });

  test('shortcut keys typed into a text answer are inserted as text', async () => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=4` });
    const field = await screen.findByLabelText<HTMLInputElement>('解答');
    await app.user.type(field, '12{ArrowLeft}3');
    expect(field.value).toBe('132');
    expect(app.href).toBe(`${SOLVE}?q=4`);
  });

  test('a question number out of range opens the first or last question', async () => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=99` });
    await findQuestion(6);
    await app.goTo(`${SOLVE}?q=x`);
    await findQuestion(1);
  });
});

/** Broadcasts a changed draft as another tab does; resolves when this tab has received the message. */
async function tellOfOtherTab(owner: string): Promise<void> {
  const [otherTab, listener] = [new BroadcastChannel('manabiba'), new BroadcastChannel('manabiba')];
  const heard = new Promise((resolve) => listener.addEventListener('message', resolve, { once: true }));
  otherTab.postMessage({ type: 'draft-changed', owner, questionSetId: SET });
  await heard;
  otherTab.close();
  listener.close();
}

describe('storing answers in progress', () => {
  test('answers and flags survive a reload, which opens the first unanswered question', async () => {
    const app = await renderApp({ user: 'student', path: SOLVE });
    await findQuestion(1);
    expect(screen.queryByText(SAVED)).toBeNull();
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.user.click(screen.getByRole('button', { name: 'あとで見る' }));
    await screen.findByText(SAVED);

    await app.goTo('/courses');
    await app.goTo(SOLVE);
    await screen.findByText('前回の続きです。解答はこの端末に残っていました。');
    await findQuestion(2);
    await app.reload();
    await findQuestion(2);
    await app.user.keyboard('{ArrowLeft}');
    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(true);
    expect(screen.getByRole('button', { name: 'あとで見る' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('fault: the device is full → an error is shown, no answer is shown as saved, and 提出 (submit) still works', async () => {
    const app = await renderApp({ user: 'nakamura', path: SOLVE });
    await findQuestion(1);
    vi.spyOn(ownedStore, 'changeOwned').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));

    await app.user.keyboard('2');

    await screen.findByText('解答をこの端末に保存できませんでした');
    expect(screen.queryByText(SAVED)).toBeNull();
    vi.mocked(ownedStore.changeOwned).mockRestore();
    await app.user.click(screen.getByRole('button', { name: 'もう一度保存する' }));
    await screen.findByText(SAVED);
  });

  test('fault: an answer could not be stored here and another tab stores one → the answer here stays', async () => {
    const app = await renderApp({ user: 'nakamura', path: SOLVE });
    await findQuestion(1);
    vi.spyOn(ownedStore, 'changeOwned').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await app.user.keyboard('2');
    await screen.findByText('解答をこの端末に保存できませんでした');
    const reads = vi.spyOn(ownedStore, 'readOwned');

    await tellOfOtherTab(await ownerOf('nakamura'));
    await waitFor(() => expect(reads).toHaveResolved());

    expect(isChosen(/付け替えられる札/)).toBe(true);
    vi.mocked(ownedStore.changeOwned).mockRestore();
    await app.user.click(screen.getByRole('button', { name: 'もう一度保存する' }));
    await screen.findByText(SAVED);
    expect(isChosen(/付け替えられる札/)).toBe(true);
  });

  test('fault: the device cannot be read after another tab stored an answer → the shown answers stay', async () => {
    await answerFirst('student');
    const reads = vi.spyOn(ownedStore, 'readOwned').mockRejectedValue(new DOMException('gone', 'UnknownError'));

    await tellOfOtherTab(await ownerOf('student'));
    await waitFor(() => expect(reads).toHaveBeenCalled());

    await screen.findByText(SAVED);
    expect(isChosen(/付け替えられる札/)).toBe(true);
  });

  test('all answers in progress can be discarded to start again', async () => {
    const app = await answerFirst('student');
    await app.goTo(`${SOLVE}?view=overview`);
    await app.user.click(await screen.findByRole('button', { name: '解答をすべて消す' }));
    await app.user.click(screen.getByRole('button', { name: '解答をすべて消す' }));

    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(false);
    await app.reload();
    await findQuestion(1);
    expect(screen.queryByText(/前回の続きです/)).toBeNull();
  });
});

describe('a set that cannot be solved', () => {
  test('a question set without questions shows that it cannot be solved', async () => {
    const set = (await callAs('teacher', 'GET', `/question-set/${SET}`)) as QuestionSet;
    network.answer(`GET /question-set/${SET}`, 200, { ...set, questions: [] });
    await renderApp({ user: 'student', path: SOLVE });
    await screen.findByText('問題はまだありません');
  });

  test('a deleted question set shows that it was deleted', async () => {
    await renderApp({ user: 'student', path: '/question/solve/none-such' });
    await screen.findByRole('heading', { level: 1, name: '見つかりませんでした' });
  });

  test('a question set without a cached copy shows offline that it cannot be solved', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });
    network.cut();
    await app.goTo(SOLVE);
    await screen.findByRole('heading', { level: 1, name: 'この画面はまだ端末に保存されていません' });
  });
});

describe('signing out with answers in progress', () => {
  const openDialog = async (user: string) => {
    const app = await renderApp({ user, path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.user.click(screen.getByRole('button', { name: /アカウント/ }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
    await screen.findByText('書きかけの解答1件');
    return app;
  };

  test('a sign-out shows how many answers are not submitted, and keeps them for their owner', async () => {
    const app = await openDialog('student');
    expect(screen.queryByRole('button', { name: '送信してログアウト' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: '端末に残してログアウト' }));
    await screen.findByLabelText('ユーザー名');
    const kept = await ownedStore.listOwned('drafts', await ownerOf('student'));
    expect(kept.map(([key]) => key)).toEqual([`answers|${SET}`]);
  });

  test('a sign-out discards the unsubmitted answers if the user chooses so', async () => {
    const app = await openDialog('student');
    await app.user.click(screen.getByRole('button', { name: '1件を破棄してログアウト' }));
    const question = within(screen.getByRole('group', { name: /^書きかけの解答1件が消えます。/ }));
    await app.user.click(question.getByRole('button', { name: '1件を破棄してログアウト' }));
    await screen.findByLabelText('ユーザー名');
    expect(await ownedStore.listOwned('drafts', await ownerOf('student'))).toEqual([]);
  });
});
