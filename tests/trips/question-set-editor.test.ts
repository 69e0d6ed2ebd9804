/** Question sets on the lesson's edit screen: the list, the editor, and everything that can go wrong while saving. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useWire } from '@tests/support/wire';
import { describe, expect, test } from 'vitest';

import type { Lesson } from '@/api/lessons';
import type { NewQuestion, QuestionSet } from '@/api/question-sets';

useOwnServer('question-set-editor');
const wire = useWire();

const choices = [
  { id: 'a', body: '赤' },
  { id: 'b', body: '青' },
  { id: 'c', body: '黄' },
];
const single: NewQuestion = { id: 'q-single', type: 'single', body: '空の色は', choices, correctChoiceIds: ['b'] };
const order: NewQuestion = { id: 'q-order', type: 'order', body: '長い順に', choices, correctOrder: ['c', 'a', 'b'] };
const text: NewQuestion = { id: 'q-text', type: 'text', body: '首都は', choices: [], acceptedAnswers: ['東京'] };

/** A lesson of its own, with sets, so that tests do not meet each other. */
async function makeLesson(...sets: [title: string, ...NewQuestion[]][]) {
  const chapterId = 'git-s1-c1';
  const lesson = (await callAs('teacher', 'POST', '/lessons/', { chapterId, title: '試しのレッスン' })) as Lesson;
  const made: QuestionSet[] = [];
  for (const [title, ...questions] of sets) {
    made.push(
      (await callAs('teacher', 'POST', '/question-set/', { lessonId: lesson.id, title, questions })) as QuestionSet,
    );
  }
  return { lessonId: lesson.id, sets: made };
}

const readSet = async (id: string) => (await callAs('teacher', 'GET', `/question-set/${id}`)) as QuestionSet;
const titlesOf = async (lessonId: string) =>
  ((await callAs('teacher', 'GET', `/lessons/${lessonId}`)) as Lesson).questionSets.map(({ title }) => title);
const writes = () => wire.words().filter((words) => !words.startsWith('GET'));
const lastBody = (method: string) =>
  JSON.parse(wire.sent.findLast((request) => request.method === method)?.body ?? '{}');

const openList = (lessonId: string, user = 'teacher') => renderApp({ user, path: `/lessons/edit/${lessonId}` });
const editor = async () => within(await screen.findByRole('dialog', { name: /^問題集を/ }));

/** Opens a set of a fresh lesson in the editor. */
async function openSet(...questions: NewQuestion[]) {
  const { lessonId, sets } = await makeLesson(['確認問題', ...questions]);
  const app = await openList(lessonId);
  await app.user.click(await screen.findByRole('button', { name: '「確認問題」を編集' }));
  const dialog = await editor();
  await dialog.findByLabelText(/^題名/);
  return { app, lessonId, setId: sets[0]?.id ?? '', dialog };
}
type Dialog = Awaited<ReturnType<typeof editor>>;

async function write(app: OpenedApp, field: HTMLElement, words: string) {
  await app.user.clear(field);
  if (words !== '') await app.user.type(field, words);
  await app.user.tab();
}
const save = (app: OpenedApp, dialog: Dialog) => app.user.click(dialog.getByRole('button', { name: '保存' }));
const close = (app: OpenedApp) => app.user.click(screen.getByRole('button', { name: '問題集の編集を閉じる' }));
/** The toast of an earlier test may still stand; the save bar tells the truth. */
const saved = () =>
  waitFor(() => {
    expect(writes()).not.toEqual([]);
    expect(screen.queryByText(/未保存の変更があります|保存中…/)).toBeNull();
  });
const openQuestion = async (app: OpenedApp, dialog: Dialog, number: number) => {
  const lines = within(dialog.getByRole('region', { name: '問題の一覧' }));
  await app.user.click(lines.getByRole('button', { name: new RegExp(`^${number} `) }));
};

describe('who may', () => {
  test.each(['staff', 'teacher', 'admin'])('%s sees the sets and their controls', async (user) => {
    const { lessonId } = await makeLesson(['確認問題', single]);
    await openList(lessonId, user);

    await screen.findByRole('button', { name: '「確認問題」を編集' });
    screen.getByRole('button', { name: '問題集を追加' });
  });

  test('student sees none of them', async () => {
    const app = await renderApp({ user: 'student', path: '/lessons/edit/git-pipes' });
    await waitFor(() => expect(app.router.state.status).toBe('idle'));

    expect(screen.queryByRole('button', { name: /問題集を追加|を編集$/ })).toBeNull();
  });
});

describe('the list', () => {
  test('a lesson without sets says what can be done', async () => {
    const { lessonId } = await makeLesson();
    await openList(lessonId);

    await screen.findByText('問題集はまだありません');
  });

  test('a set is renamed in its place; its questions and answers stay', async () => {
    const { lessonId, sets } = await makeLesson(['旧', single, order]);
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '「旧」のその他の操作' }));
    await app.user.click(await screen.findByRole('menuitem', { name: '名前を変更' }));
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '題名' });
    await app.user.clear(field);
    await app.user.keyboard('{Enter}');
    expect(screen.getByText('題名を入力してください。')).toBeDefined();

    await app.user.type(field, '新しい題');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(writes()).toEqual([]);
    await app.user.keyboard('{Enter}');

    await screen.findByRole('button', { name: '「新しい題」を編集' });
    expect(writes()).toEqual([`PUT /question-set/${sets[0]?.id}`]);
    expect(lastBody('PUT').questions).toMatchObject([
      { id: 'q-single', correctChoiceIds: ['b'] },
      { id: 'q-order', correctOrder: ['c', 'a', 'b'] },
    ]);
  });

  test('a set is copied behind itself, with new ids', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text]);
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '「一」のその他の操作' }));
    await app.user.click(await screen.findByRole('menuitem', { name: '複製' }));

    await screen.findByRole('button', { name: '「一（コピー）」を編集' });
    expect(await titlesOf(lessonId)).toEqual(['一', '一（コピー）', '二']);
    const [question] = lastBody('POST').questions;
    expect(question.id).not.toBe('q-single');
    expect(question.correctChoiceIds).toEqual([question.choices[1].id]);
  });

  test('a set is deleted after it was named; やめる keeps it', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text]);
    const app = await openList(lessonId);
    const ask = async () => {
      await app.user.click(await screen.findByRole('button', { name: '「一」のその他の操作' }));
      await app.user.click(await screen.findByRole('menuitem', { name: '削除' }));
      await screen.findByText(/1問がすべて削除されます。受講者の解答の記録は残ります。/);
    };
    await ask();
    await app.user.click(screen.getByRole('button', { name: 'やめる' }));
    expect(writes()).toEqual([]);

    await ask();
    await app.user.dblClick(screen.getByRole('button', { name: '「一」を削除' }));

    await waitFor(() => expect(screen.queryByText('一')).toBeNull());
    expect(writes()).toHaveLength(1);
    expect(await titlesOf(lessonId)).toEqual(['二']);
  });

  test('a set is moved by its buttons, from the keyboard alone', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text], ['三', order]);
    const app = await openList(lessonId);
    (await screen.findByRole('button', { name: '「三」を上へ' })).focus();
    await app.user.keyboard('{Enter}');

    await waitFor(async () => expect(await titlesOf(lessonId)).toEqual(['一', '三', '二']));
    await screen.findByText('「三」を3件中2番目に移動しました。');
  });

  test('what fails is said, and changes nothing', async () => {
    const { lessonId } = await makeLesson(['一', single], ['二', text]);
    const app = await openList(lessonId);
    await screen.findByRole('button', { name: '「一」を下へ' });
    wire.cut(/question-set/);
    await app.user.click(screen.getByRole('button', { name: '「一」を下へ' }));

    await screen.findByText('接続できませんでした。何も変わっていません。');
    wire.mend();
    wire.answer(/^PUT/, 403, { title: 'x', status: 403 });
    await app.user.click(screen.getByRole('button', { name: '「一」を下へ' }));

    await screen.findByText(/アクセスが拒否されました/);
    expect(await titlesOf(lessonId)).toEqual(['一', '二']);
  });
});

describe('writing a set', () => {
  test('a new one of all four types is sent once, and learners get it', async () => {
    const { lessonId } = await makeLesson();
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '問題集を追加' }));
    const dialog = await editor();
    await write(app, await dialog.findByLabelText(/^題名/), '第1章');
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '正しいものは');
    await write(app, dialog.getByRole('textbox', { name: '選択肢1' }), 'はい');
    await write(app, dialog.getByRole('textbox', { name: '選択肢2' }), 'いいえ');
    await app.user.click(dialog.getByRole('radio', { name: '選択肢2を正解にする' }));
    await write(app, dialog.getByRole('textbox', { name: '解説' }), 'いいえだからです');

    await app.user.click(dialog.getByRole('button', { name: 'この問題を複製' }));
    await app.user.click(dialog.getByRole('radio', { name: '複数選択' }));
    await app.user.click(dialog.getByRole('checkbox', { name: '選択肢1を正解にする' }));

    await app.user.click(dialog.getByRole('button', { name: '問題を追加' }));
    await app.user.click(dialog.getByRole('radio', { name: '記述' }));
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '日本の首都は');
    await write(app, dialog.getByLabelText('正解1'), 'ＴＯＫＹＯ ');
    expect(dialog.getByText('採点では「tokyo」として比べます')).toBeDefined();

    await app.user.click(dialog.getByRole('button', { name: '問題を追加' }));
    await app.user.click(dialog.getByRole('radio', { name: '並べ替え' }));
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '小さい順');
    await write(app, dialog.getByRole('textbox', { name: '選択肢1' }), '二');
    await write(app, dialog.getByRole('textbox', { name: '選択肢2' }), '一');
    await app.user.click(dialog.getByRole('button', { name: '「一」を上へ' }));
    await app.user.dblClick(dialog.getByRole('button', { name: '保存' }));

    await saved();
    expect(writes()).toEqual(['POST /question-set/']);
    const { questions } = lastBody('POST');
    expect(questions).toMatchObject([
      { type: 'single', body: '正しいものは', correctChoiceIds: [questions[0].choices[1].id] },
      { type: 'multiple', correctChoiceIds: [questions[1].choices[1].id, questions[1].choices[0].id] },
      { type: 'text', choices: [], acceptedAnswers: ['ＴＯＫＹＯ '] },
      { type: 'order', choices: [{ body: '一' }, { body: '二' }] },
    ]);
    expect(questions[3].correctOrder).toEqual(questions[3].choices.map(({ id }: { id: string }) => id));

    await close(app);
    await screen.findByRole('button', { name: '「第1章」を編集' });
    await screen.findByText('4問');
    await app.goTo(`/lessons/${lessonId}`);
    await screen.findByText('第1章（4問）');
  });

  test('an existing one comes with its answers, keeps its ids, and is saved again from its new version', async () => {
    const { app, dialog, setId } = await openSet(single, order, text);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '選択肢2を正解にする' }).checked).toBe(true);
    await openQuestion(app, dialog, 2);
    const bodies = dialog
      .getAllByRole<HTMLTextAreaElement>('textbox', { name: /^選択肢\d$/ })
      .map(({ value }) => value);
    expect(bodies).toEqual(['黄', '赤', '青']);

    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '短い順に');
    await save(app, dialog);
    await saved();
    await write(app, dialog.getByLabelText(/^題名/), '二度目');
    dialog.getByLabelText(/^題名/).focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 's', ctrlKey: true });

    await waitFor(async () => expect((await readSet(setId)).title).toBe('二度目'));
    const set = await readSet(setId);
    expect(set.questions.map(({ id, body }) => [id, body])).toEqual([
      ['q-single', '空の色は'],
      ['q-order', '短い順に'],
      ['q-text', '首都は'],
    ]);
    expect(lastBody('PUT').questions[1].correctOrder).toEqual(['c', 'a', 'b']);
  });

  test('questions are moved from the keyboard, and removed after asking', async () => {
    const { app, dialog } = await openSet(single, order, text);
    (await dialog.findByRole('button', { name: '「首都は」を上へ' })).focus();
    await app.user.keyboard('{Enter}');
    await app.user.keyboard('{Enter}');
    await openQuestion(app, dialog, 2);
    await app.user.click(dialog.getByRole('button', { name: '問2を削除' }));
    await app.user.click(dialog.getByRole('button', { name: '問2を削除' }));
    await save(app, dialog);

    await saved();
    expect(lastBody('PUT').questions.map(({ id }: { id: string }) => id)).toEqual(['q-text', 'q-order']);
  });

  test('words that look like HTML stay words', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { lessonId } = await makeLesson([
      hostile,
      { ...single, body: hostile, choices: [...choices, { id: 'd', body: hostile }] },
    ]);
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: `「${hostile}」を編集` }));
    const dialog = await editor();
    await app.user.click(await dialog.findByRole('button', { name: 'プレビュー' }));

    await waitFor(() =>
      expect(dialog.getByRole('group', { name: '問題文のプレビュー' }).textContent).toContain('onerror'),
    );
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });
});

describe('試し解き', () => {
  test('shows what is not saved yet, leaves out what is unfinished, and sends nothing', async () => {
    const { app, dialog } = await openSet(single, text);
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '変えた文');
    await app.user.click(dialog.getByRole('button', { name: '問題を追加' }));
    await app.user.click(dialog.getByRole('button', { name: '試し解き' }));

    const heading = await dialog.findByRole('heading', { name: '試し解き' });
    expect(document.activeElement).toBe(heading);
    expect(dialog.getByText('問3は書きかけのため、試し解きに含まれません。')).toBeDefined();
    await app.user.click(dialog.getByRole('button', { name: '編集に戻る' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: '試し解き' }));
    await openQuestion(app, dialog, 1);
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ }).value).toBe('変えた文');
    expect(writes()).toEqual([]);
  });

  test('of a set without a finished question says what to do', async () => {
    const { lessonId } = await makeLesson();
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '問題集を追加' }));
    const dialog = await editor();
    await app.user.click(await dialog.findByRole('button', { name: '試し解き' }));

    await dialog.findByText('試し解きできる問題がまだありません');
  });
});

describe('what is wrong', () => {
  test('is said on save in a summary that leads to each field, and nothing is sent', async () => {
    const { app, dialog } = await openSet(single, text);
    await write(app, dialog.getByRole('textbox', { name: '選択肢1' }), '青');
    expect(dialog.getByText('選択肢1と同じ内容です。')).toBeDefined();
    await write(app, dialog.getByRole('textbox', { name: '選択肢1' }), '');
    expect(dialog.getByText('選択肢を入力してください。')).toBeDefined();
    await openQuestion(app, dialog, 2);
    expect(dialog.queryByText('正解を入力してください。')).toBeNull();
    await app.user.clear(dialog.getByLabelText('正解1'));
    await save(app, dialog);

    const summary = await dialog.findByRole('alert');
    expect(document.activeElement).toBe(summary);
    expect(summary.textContent).toContain('入力内容を確かめてください（2件）');
    expect(writes()).toEqual([]);
    await app.user.click(within(summary).getByRole('button', { name: '問1の選択肢1' }));
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: '選択肢1' }));
    await app.user.click(within(summary).getByRole('button', { name: '問2の正解1' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('正解1'));
  });

  test('moves with its question, and goes when it is right', async () => {
    const { app, dialog } = await openSet(single, { ...text, acceptedAnswers: ['東京', '江戸'] });
    await openQuestion(app, dialog, 2);
    await write(app, dialog.getByLabelText('正解2'), '東京');
    expect(dialog.getByText('1番目の正解と同じとみなされます。')).toBeDefined();
    await app.user.click(dialog.getByRole('button', { name: '「首都は」を上へ' }));
    const lines = within(dialog.getByRole('region', { name: '問題の一覧' }));
    expect(lines.getByRole('button', { name: /^1 首都は.*要修正 1件/ })).toBeDefined();

    await app.user.click(dialog.getByRole('button', { name: '正解2を削除' }));
    expect(lines.queryByText(/要修正/)).toBeNull();
  });

  test('what only the server finds lands on its field', async () => {
    const { app, dialog, setId } = await openSet(text, single);
    const errors = [
      { path: 'questions.1.choices.0.body', message: 'この言葉は使えません。' },
      { path: 'lessonId', message: '指定されたレッスンがありません。' },
    ];
    wire.answer(`PUT /question-set/${setId}`, 422, { title: '入力に誤りがあります', status: 422, errors });
    await write(app, dialog.getByLabelText(/^題名/), '新');
    await save(app, dialog);

    const summary = await dialog.findByRole('alert');
    expect(summary.textContent).toContain('指定されたレッスンがありません。');
    await app.user.click(within(summary).getByRole('button', { name: '問2の選択肢1' }));
    const field = dialog.getByRole('textbox', { name: '選択肢1' });
    expect(document.activeElement).toBe(field);
    expect(dialog.getAllByText('この言葉は使えません。')).toHaveLength(2);
  });

  test.each([
    [413, '大きすぎます。'],
    [429, /しばらく待ってから/],
    [500, /サーバーで問題が起きました/],
    [403, /アクセスが拒否されました/],
  ])('a save that is answered %i says so, and the form stays', async (status, words) => {
    const { app, dialog, setId } = await openSet(single);
    wire.answer(`PUT /question-set/${setId}`, status, { status, title: 'x', detail: '大きすぎます。' });
    await write(app, dialog.getByLabelText(/^題名/), '新');
    await save(app, dialog);

    await dialog.findByText(words);
    expect(dialog.getByLabelText<HTMLInputElement>(/^題名/).value).toBe('新');
  });
});

describe('when somebody else was there', () => {
  async function openAndBeOvertaken() {
    const opened = await openSet(single);
    const { set } = { set: await readSet(opened.setId) };
    const theirs = { lessonId: set.lessonId, title: '先の題', questions: [{ ...single, body: '先の文' }] };
    await callAs('staff', 'PUT', `/question-set/${opened.setId}`, theirs);
    await write(opened.app, opened.dialog.getByLabelText(/^題名/), '自分の題');
    await save(opened.app, opened.dialog);
    const question = within(await screen.findByRole('dialog', { name: 'ほかの人が先に保存しました' }));
    return { ...opened, question };
  }

  test('their version can be replaced', async () => {
    const { app, question, setId } = await openAndBeOvertaken();
    await app.user.click(question.getByRole('button', { name: '自分の内容で上書き' }));

    await saved();
    expect(await readSet(setId)).toMatchObject({ title: '自分の題', questions: [{ body: '空の色は' }] });
  });

  test('their version can be loaded, and the own one be had back and saved', async () => {
    const { app, question, dialog, setId } = await openAndBeOvertaken();
    await app.user.click(question.getByRole('button', { name: '新しい内容を読み込む' }));

    await dialog.findByText('新しい内容を読み込みました');
    const title = dialog.getByLabelText<HTMLInputElement>(/^題名/);
    expect(title.value).toBe('先の題');
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ }).value).toBe('先の文');
    await app.user.click(dialog.getByRole('button', { name: '自分の内容に戻す' }));
    expect(title.value).toBe('自分の題');
    await save(app, dialog);

    await saved();
    expect((await readSet(setId)).title).toBe('自分の題');
  });

  test('a set that was deleted meanwhile can be saved as a new one', async () => {
    const { app, dialog, setId, lessonId } = await openSet(single);
    await callAs('staff', 'DELETE', `/question-set/${setId}`);
    await write(app, dialog.getByLabelText(/^題名/), '残った題');
    await save(app, dialog);
    await app.user.click(await dialog.findByRole('button', { name: '新しい問題集として保存' }));

    await saved();
    expect(await titlesOf(lessonId)).toEqual(['残った題']);
  });

  test('a set that is gone, or cannot be reached, says so instead of an editor', async () => {
    const { lessonId, sets } = await makeLesson(['一', single]);
    const app = await openList(lessonId);
    const open = await screen.findByRole('button', { name: '「一」を編集' });
    wire.cut(/question-set/);
    await app.user.click(open);
    await screen.findByText('接続できませんでした。つながると編集できます。');
    wire.mend();
    await app.user.click(screen.getByRole('button', { name: 'もう一度' }));
    await (await editor()).findByLabelText(/^題名/);
    await close(app);

    await callAs('staff', 'DELETE', `/question-set/${sets[0]?.id}`);
    await app.user.click(await screen.findByRole('button', { name: '「一」を編集' }));
    await screen.findByText('問題集が見つかりません。ほかの人が削除した可能性があります。');
  });
});

describe('nothing is lost', () => {
  test('without a network the form stays, and is saved once there is one', async () => {
    const { app, dialog, setId } = await openSet(single);
    wire.cut();
    await write(app, dialog.getByLabelText(/^題名/), '電波のない題');
    await save(app, dialog);
    await dialog.findByText('接続できませんでした。入力した内容はこのまま残っています。');

    wire.mend();
    await save(app, dialog);
    await saved();
    expect((await readSet(setId)).title).toBe('電波のない題');
  });

  test('a creation whose answer was lost is not made a second time', async () => {
    const { lessonId } = await makeLesson();
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '問題集を追加' }));
    const dialog = await editor();
    await write(app, await dialog.findByLabelText(/^題名/), '一度だけ');
    await app.user.click(dialog.getByRole('radio', { name: '記述' }));
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '問い');
    await write(app, dialog.getByLabelText('正解1'), '答え');
    wire.cut(/^POST/);
    await save(app, dialog);
    await dialog.findByText(/^接続できませんでした/);
    await callAs('teacher', 'POST', '/question-set/', lastBody('POST'));

    wire.mend();
    await write(app, dialog.getByLabelText(/^題名/), 'やはり一度だけ');
    await save(app, dialog);
    await saved();
    expect(await titlesOf(lessonId)).toEqual(['やはり一度だけ']);
  });

  test('a save whose answer was lost is no conflict with itself', async () => {
    const { app, dialog, setId } = await openSet(single, order);
    await write(app, dialog.getByLabelText(/^題名/), '届いた題');
    wire.cut(/^PUT/);
    await save(app, dialog);
    await dialog.findByText(/^接続できませんでした/);
    await callAs('teacher', 'PUT', `/question-set/${setId}`, lastBody('PUT'));

    wire.mend();
    await save(app, dialog);
    await saved();
    expect(screen.queryByText('ほかの人が先に保存しました')).toBeNull();
  });

  test('a draft survives a reload, is marked in the list, and is dropped once it is saved', async () => {
    const { app, dialog } = await openSet(single, text);
    await write(app, dialog.getByRole('textbox', { name: /^問題文/ }), '書きかけの文');
    fireEvent(window, new Event('pagehide'));
    await app.reload();
    await screen.findByText('書きかけあり');
    await app.user.click(await screen.findByRole('button', { name: '「確認問題」を編集' }));
    const again = await editor();
    await app.user.click(await again.findByRole('button', { name: '復元' }));
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ }).value).toBe('書きかけの文');
    await save(app, again);
    await saved();
    await close(app);

    await waitFor(() => expect(screen.queryByText('書きかけあり')).toBeNull());
  });

  test('closing with unsaved changes asks, and keeps them as a draft of the new set', async () => {
    const { lessonId } = await makeLesson();
    const app = await openList(lessonId);
    await app.user.click(await screen.findByRole('button', { name: '問題集を追加' }));
    const dialog = await editor();
    await write(app, await dialog.findByLabelText(/^題名/), '途中');
    await close(app);
    await app.user.click(await screen.findByRole('button', { name: '編集に戻る' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^題名/).value).toBe('途中');
    await close(app);
    await app.user.click(await screen.findByRole('button', { name: '保存せずに閉じる' }));

    await app.user.click(await screen.findByRole('button', { name: '書きかけの問題集を続ける' }));
    const again = await editor();
    await app.user.click(await again.findByRole('button', { name: '復元' }));
    expect(again.getByLabelText<HTMLInputElement>(/^題名/).value).toBe('途中');
    expect(writes()).toEqual([]);
  });

  test('leaving the screen with unsaved changes asks', async () => {
    const { app, dialog, lessonId } = await openSet(single);
    await write(app, dialog.getByLabelText(/^題名/), '途中');
    app.router.history.push('/courses');
    await app.user.click(await screen.findByRole('button', { name: 'とどまる' }));

    expect(app.href).toBe(`/lessons/edit/${lessonId}`);
    expect(dialog.getByLabelText<HTMLInputElement>(/^題名/).value).toBe('途中');
  });
});
