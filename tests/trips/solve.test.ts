/** Solving a question set: answers kept as they are made, 提出, the result, and what can go wrong on the way. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, demoSession } from '@tests/support/demo';
import { useWire } from '@tests/support/wire';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';
import * as queue from '@/offline/queue';
import * as ownedStore from '@/storage/owned-store';
import { StorageError } from '@/storage/storage-error';

const wire = useWire();
const SET = 'git-q-merge';
const SOLVE = `/question/solve/${SET}`;
const SAVED = '選んだ答えはこの端末に保存されています';

const footer = () => within(screen.getByRole('group', { name: '問題の操作' }));
const next = () => footer().getByRole('button', { name: /次へ|確認へ|提出する/ });
const findQuestion = (number: number) => screen.findByText(new RegExp(`^${number} / 6 問・`));
const submits = () => wire.sent.filter(({ method, path }) => method === 'POST' && path === '/submit/');
const isChosen = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
const reconnect = () => {
  wire.mend();
  fireEvent(window, new Event('online'));
};

describe('answering', () => {
  test('by keys alone: numbers choose, → and Enter go on, ← goes back, and the address says where', async () => {
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

  test('puts choices in order by their buttons, and only then counts as answered', async () => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=3` });
    await findQuestion(3);
    const rows = () =>
      screen.getAllByRole('listitem').filter((row) => within(row).queryByRole('button', { name: /を上へ$/ }));
    const [first] = rows().map((row) => row.textContent);
    expect(screen.getByText(/まだ答えていません/)).toBeTruthy();

    await app.user.click(screen.getByRole('button', { name: '1番目を下へ' }));

    expect(rows()[1]?.textContent.replace(/^\d/, '')).toBe(first?.replace(/^\d/, ''));
    expect(screen.getByText('この順番で答えます。')).toBeTruthy();
    expect(screen.getByText('1番目を2番目に動かしました。')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '5番目を動かす' })).toBeTruthy();
  });

  test('by several choices, and 6 questions with one flagged, all told in the overview', async () => {
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
    expect(screen.getByText('1 / 6 問に回答・問1、問2、問3、問4、問6が未回答です。')).toBeTruthy();
    const flagged = screen.getByRole('button', { name: /問5.*回答済み.*あとで見る/ });
    await app.user.click(flagged);
    await findQuestion(5);
    expect(screen.getByRole('button', { name: 'あとで見る' }).getAttribute('aria-pressed')).toBe('true');
  });

  test.each([
    ['confirms kanji', { key: 'Enter', isComposing: true }],
    ['is the input method’s', { key: 'Enter', keyCode: 229 }],
    ['has Ctrl with it', { key: 'ArrowRight', ctrlKey: true }],
  ])('a key that %s does nothing', async (_, event) => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=4` });
    const field = await screen.findByLabelText('答え');
    await app.user.type(field, 'abort');

    fireEvent.keyDown(field, event);

    expect(app.href).toBe(`${SOLVE}?q=4`);
    expect(submits()).toHaveLength(0);
    await app.user.keyboard('{Enter}');
    await findQuestion(5);
  });

  test('keys typed into the answer are text', async () => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=4` });
    const field = await screen.findByLabelText<HTMLInputElement>('答え');
    await app.user.type(field, '12{ArrowLeft}3');
    expect(field.value).toBe('132');
    expect(app.href).toBe(`${SOLVE}?q=4`);
  });

  test('a number that is no question leads to the last or first one', async () => {
    const app = await renderApp({ user: 'student', path: `${SOLVE}?q=99` });
    await findQuestion(6);
    await app.goTo(`${SOLVE}?q=x`);
    await findQuestion(1);
  });
});

describe('keeping', () => {
  test('answers and marks survive a reload, and the learner goes on at the first open question', async () => {
    const app = await renderApp({ user: 'student', path: SOLVE });
    await findQuestion(1);
    expect(screen.queryByText(SAVED)).toBeNull();
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.user.click(screen.getByRole('button', { name: 'あとで見る' }));
    await screen.findByText(SAVED);

    await app.goTo('/courses');
    await app.goTo(SOLVE);
    await screen.findByText('前回の続きです。答えはこの端末に残っていました。');
    await findQuestion(2);
    await app.reload();
    await findQuestion(2);
    await app.user.keyboard('{ArrowLeft}');
    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(true);
    expect(screen.getByRole('button', { name: 'あとで見る' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('fault: the device is full → it says so plainly, nothing claims to be saved, and 提出 still works', async () => {
    const app = await renderApp({ user: 'nakamura', path: SOLVE });
    await findQuestion(1);
    vi.spyOn(ownedStore, 'keepOwned').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));

    await app.user.keyboard('2');

    await screen.findByText('答えをこの端末に保存できませんでした');
    expect(screen.queryByText(SAVED)).toBeNull();
    vi.mocked(ownedStore.keepOwned).mockRestore();
    await app.user.click(screen.getByRole('button', { name: 'もう一度保存する' }));
    await screen.findByText(SAVED);
  });

  test('all answers can be thrown away to begin anew', async () => {
    const app = await renderApp({ user: 'student', path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.goTo(`${SOLVE}?view=overview`);
    await app.user.click(await screen.findByRole('button', { name: '答えをすべて消す' }));
    await app.user.click(screen.getByRole('button', { name: '答えをすべて消す' }));

    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(false);
    await app.reload();
    await findQuestion(1);
    expect(screen.queryByText(/前回の続きです/)).toBeNull();
  });
});

describe('提出', () => {
  test('sends one submit however often it is pressed, and shows the server’s result', async () => {
    const app = await renderApp({ user: 'inoue', path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.goTo(`${SOLVE}?view=overview`);
    const button = await footer().findByRole('button', { name: '提出する' });
    fireEvent.click(button);
    fireEvent.click(button);

    await screen.findByText('送信済み');
    expect(screen.getByRole('main').textContent).toContain('1 / 6 問正解');
    expect(submits()).toHaveLength(1);
    expect(JSON.parse(submits()[0]?.body ?? '')).toMatchObject({
      questionSetId: SET,
      answers: [{ questionId: `${SET}-1`, choiceIds: [`${SET}-1-b`] }],
    });
    expect(app.href).toContain('submit=');
    // Back leads out of the try, not into its overview.
    await waitFor(async () => expect(await ownedStore.listOwned('drafts', await ownerOf('inoue'))).toEqual([]));
    await app.reload();
    await screen.findByText('送信済み');
  });

  test('without a network is graded on the device, and replaced by the server’s result before the eyes', async () => {
    const app = await renderApp({ user: 'mori', path: SOLVE });
    await findQuestion(1);
    await waitFor(() => expect(wire.words()).toContain(`GET /question-set/${SET}/explanation`));
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    wire.cut();
    await app.goTo(`${SOLVE}?view=overview`);
    await app.user.click(await footer().findByRole('button', { name: '提出する' }));

    await screen.findByText('仮採点');
    expect(screen.getByRole('main').textContent).toContain('1 / 6 問正解');
    await app.user.click(screen.getByRole('link', { name: '答えと解説を見る' }));
    await screen.findByText('仮採点');
    await screen.findByText('選んだ答え・正解');
    app.router.history.back();
    await screen.findByText('仮採点');
    reconnect();
    await screen.findByText('送信済み');
    expect(screen.queryByText('仮採点')).toBeNull();
  });

  test('without a network and without an explanation says that it is graded later', async () => {
    wire.cut(/explanation/);
    const app = await renderApp({ user: 'yamaguchi', path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    wire.cut();
    await app.goTo(`${SOLVE}?view=overview`);
    await app.user.click(await footer().findByRole('button', { name: '提出する' }));

    await screen.findByText('送信待ち', { selector: 'main *' });
    expect(screen.getAllByText('採点は送信後').length).toBeGreaterThan(1);
    await app.goTo(SOLVE);
    await screen.findByText('前に提出した解答は送信待ちです。これは新しい解答になります。');
    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(false);
  });

  test.each([403, 404, 409, 413, 422])('fault: refused with %i → it is said, and the answers stay', async (status) => {
    wire.answer('POST /submit/', status, { title: 'だめです', status, detail: '受け取れません。' });
    const app = await renderApp({ user: 'ikeda', path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.goTo(`${SOLVE}?view=overview`);
    await app.user.click(await footer().findByRole('button', { name: '提出する' }));

    await screen.findByText('サーバーが受け取れませんでした（要確認）');
    expect(screen.getByRole('main').textContent).toContain('受け取れません。');
    await app.goTo(`/question/review/${SET}`);
    await screen.findByText(/最後に提出した解答は、サーバーが受け取れませんでした/);
  });

  test.each([401, 429, 500, 503])('fault: put off with %i → it waits, graded on the device', async (status) => {
    wire.answer('POST /submit/', status, { title: 'あとで', status });
    if (status === 401) wire.answer('POST /token', 500, {});
    const app = await renderApp({ user: 'yoshida', path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.goTo(`${SOLVE}?view=overview`);
    await app.user.click(await footer().findByRole('button', { name: '提出する' }));

    await screen.findByText('仮採点');
  });

  test('fault: the queue cannot be written → it says so, the answers stay, and the next press is the same submit', async () => {
    const app = await renderApp({ user: 'watanabe', path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.goTo(`${SOLVE}?view=overview`);
    const enqueue = vi.spyOn(queue, 'enqueue').mockRejectedValueOnce(new StorageError('full'));
    await app.user.click(await footer().findByRole('button', { name: '提出する' }));

    await screen.findByText('提出できませんでした');
    expect(submits()).toHaveLength(0);
    await app.user.click(next());
    await screen.findByText('送信済み');
    const ids = enqueue.mock.calls.map(([, call]) => call.kind === 'answer-submit' && call.submit.clientSubmitId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a set that a teacher changes meanwhile', () => {
  let set: QuestionSet;
  beforeEach(async () => {
    set = (await callAs('teacher', 'GET', `/question-set/${SET}`)) as QuestionSet;
  });
  const newer = (): QuestionSet => ({
    ...set,
    updatedAt: new Date(Date.parse(set.updatedAt) + 60_000).toISOString(),
    questions: set.questions.slice(0, 2).map((question) => ({ ...question, body: `新・${question.body}` })),
  });
  const answerTwoAndComeBack = async (user: string) => {
    const app = await renderApp({ user, path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.goTo(`${SOLVE}?q=6`);
    await findQuestion(6);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    wire.answer(`GET /question-set/${SET}`, 200, newer());
    await app.reload();
    await screen.findByText('この問題は更新されました');
    return app;
  };

  test('can be finished as it was seen, and the version seen is sent', async () => {
    const app = await answerTwoAndComeBack('hayashi');
    await app.user.click(screen.getByRole('button', { name: 'このまま続ける' }));
    expect(screen.queryByText('この問題は更新されました')).toBeNull();
    await findQuestion(6);
    await app.goTo(`${SOLVE}?view=overview`);
    await app.user.click(await footer().findByRole('button', { name: '提出する' }));
    await screen.findByText('送信済み');
    expect(JSON.parse(submits()[0]?.body ?? '')).toMatchObject({
      questionSetUpdatedAt: set.updatedAt,
      answers: [{ questionId: `${SET}-1` }, { questionId: `${SET}-6` }],
    });
  });

  test('can be switched to, and answers to questions that are still there come along', async () => {
    const app = await answerTwoAndComeBack('student');
    await app.user.click(screen.getByRole('button', { name: '新しい問題に切り替える' }));
    await screen.findByText(/いまもある問題の答えだけを引き継ぎました/);
    await app.goTo(`${SOLVE}?q=1`);
    await screen.findByText('1 / 2 問・1つ選択');
    expect(screen.getByText(/^新・/)).toBeTruthy();
    expect(isChosen(/付け替えられる札/)).toBe(true);
  });
});

describe('a set that cannot be solved', () => {
  test('because it has no questions says so', async () => {
    const set = (await callAs('teacher', 'GET', `/question-set/${SET}`)) as QuestionSet;
    wire.answer(`GET /question-set/${SET}`, 200, { ...set, questions: [] });
    await renderApp({ user: 'student', path: SOLVE });
    await screen.findByText('問題はまだありません');
  });

  test('because it is gone says so', async () => {
    await renderApp({ user: 'student', path: '/question/solve/none-such' });
    await screen.findByRole('heading', { level: 1, name: '見つかりませんでした' });
  });

  test('because there is neither network nor copy says so', async () => {
    const app = await renderApp({ user: 'student', path: '/courses' });
    wire.cut();
    await app.goTo(SOLVE);
    await screen.findByRole('heading', { level: 1, name: 'この画面はまだ端末に保存されていません' });
  });
});

describe('signing out with answers that are not submitted', () => {
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

  test('says how many, and keeps them for their owner', async () => {
    const app = await openDialog('student');
    expect(screen.queryByRole('button', { name: '送信してログアウト' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: '端末に残してログアウト' }));
    await screen.findByLabelText('ユーザー名');
    const kept = await ownedStore.listOwned('drafts', await ownerOf('student'));
    expect(kept.map(([key]) => key)).toEqual([`answers|${SET}`]);
  });

  test('throws them away when told so', async () => {
    const app = await openDialog('student');
    await app.user.click(screen.getByRole('button', { name: '1件を破棄してログアウト' }));
    await screen.findByLabelText('ユーザー名');
    expect(await ownedStore.listOwned('drafts', await ownerOf('student'))).toEqual([]);
  });
});

/** The key that a demo user's records lie under on this device. */
async function ownerOf(username: string): Promise<string> {
  const { apiHost } = await import('@/session/api-host');
  const { ownerKey } = await import('@/session/session');
  return ownerKey({ apiHost: apiHost(), userId: (await demoSession(username)).userId });
}
