/**
 * Tests the question set editor: trying out questions (試し解き), errors on their fields, writing questions of all types,
 * and its keys: Enter moves on in the answers, and only 保存 and Ctrl+S save.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import {
  choices,
  close,
  editor,
  makeLesson,
  openList,
  openNewSet,
  openQuestion,
  openSet,
  order,
  readSet,
  save,
  single,
  text,
  watchWrites,
  write,
} from '@tests/support/question-set-editing';
import { describe, expect, test } from 'vitest';

useOwnServer('question-set-editor');

const network = useNetworkStub();
const { writes, lastBody, saved } = watchWrites(network);

describe('試し解き', () => {
  test('試し解き (trial) shows unsaved questions, leaves out unfinished ones, and sends nothing', async () => {
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

  test('試し解き (trial) of a set without a finished question explains what to do', async () => {
    const { app, dialog } = await openNewSet();
    await app.user.click(await dialog.findByRole('button', { name: '試し解き' }));

    await dialog.findByText('試し解きできる問題がまだありません');
  });
});

describe('errors of a question set', () => {
  test('a picture whose host is not allowed is reported below its field at once', async () => {
    const { app, dialog } = await openSet(single);
    await write(app, dialog.getByRole('textbox', { name: '選択肢1' }), '![図](https://elsewhere.example/a.png)');

    expect(dialog.getByText(/^elsewhere\.example の画像は表示できず、受講者にはリンクになります/)).toBeDefined();
  });

  test('syntax that learners see raw is named below its field', async () => {
    const { app, dialog } = await openSet(single);
    for (const [field, words] of [
      ['問題文', '{% a %}'],
      ['選択肢1', '{% b %}'],
      ['解説', '{% c %}'],
    ] as const) {
      await write(app, dialog.getByRole('textbox', { name: new RegExp(`^${field}`) }), words);
      await dialog.findByText(`1行目の「${words}」は、受講者には書いたままの文字で表示されます。`);
    }
  });

  test('saving an invalid set lists its errors with links to the fields, and sends nothing', async () => {
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

  test('a question added after a failed save shows no errors before the next save', async () => {
    const { app, dialog } = await openSet(single);
    await app.user.clear(dialog.getByRole('textbox', { name: '選択肢1' }));
    await save(app, dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('（1件）');
    await app.user.click(dialog.getByRole('button', { name: '問題を追加' }));

    const lines = within(dialog.getByRole('region', { name: '問題の一覧' }));
    expect(lines.getAllByText(/要修正/)).toHaveLength(1);
    expect(dialog.getByRole('alert').textContent).toContain('（1件）');
    expect(dialog.queryByText('問題文を入力してください。')).toBeNull();
    await save(app, dialog);

    await waitFor(() => expect(lines.getAllByText(/要修正/)).toHaveLength(2));
    expect(dialog.getAllByText('問題文を入力してください。').length).toBeGreaterThan(0);
  });

  test('an error in the question editor moves with its question, and disappears once corrected', async () => {
    const { app, dialog } = await openSet(single, { ...text, acceptedAnswers: ['東京', '江戸'] });
    await openQuestion(app, dialog, 2);
    await write(app, dialog.getByLabelText('正解2'), ' ');
    expect(dialog.getByText('正解を入力するか、この行を削除してください。')).toBeDefined();
    await app.user.click(dialog.getByRole('button', { name: '「首都は」を上へ' }));
    const lines = within(dialog.getByRole('region', { name: '問題の一覧' }));
    expect(lines.getByRole('button', { name: /^1 首都は.*要修正 1件/ })).toBeDefined();

    await app.user.click(dialog.getByRole('button', { name: '正解2を削除' }));
    expect(lines.queryByText(/要修正/)).toBeNull();
  });

  test('an error that only the server detects is shown on the question’s field', async () => {
    const { app, dialog, setId } = await openSet(text, single);
    const errors = [
      { path: 'questions.1.choices.0.body', message: 'この言葉は使えません。' },
      { path: 'lessonId', message: '指定されたレッスンがありません。' },
    ];
    network.answer(`PUT /question-set/${setId}`, 422, { title: '入力に誤りがあります', status: 422, errors });
    await write(app, dialog.getByLabelText(/^タイトル/), '新');
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
  ])('a save of a question set answered with %i shows an error, and the form stays', async (status, words) => {
    const { app, dialog, setId } = await openSet(single);
    network.answer(`PUT /question-set/${setId}`, status, { status, title: 'x', detail: '大きすぎます。' });
    await write(app, dialog.getByLabelText(/^タイトル/), '新');
    await save(app, dialog);

    await dialog.findByText(words);
    expect(dialog.getByLabelText<HTMLInputElement>(/^タイトル/).value).toBe('新');
  });
});

describe('writing a set', () => {
  test('a new set of all four question types is sent once, and learners get it', async () => {
    const { app, lessonId, dialog } = await openNewSet();
    await write(app, await dialog.findByLabelText(/^タイトル/), '第1章');
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
    await app.user.click(dialog.getByRole('button', { name: '選択肢2のその他の操作' }));
    await app.user.click(await screen.findByRole('menuitem', { name: '上へ' }));
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

  test('an existing set loads with its answers and keeps its ids, and a second save is based on the version of the first', async () => {
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
    await write(app, dialog.getByLabelText(/^タイトル/), '二度目');
    dialog.getByLabelText(/^タイトル/).focus();
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

  test('questions are moved by keyboard, and removed after a confirmation', async () => {
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

  test('HTML in a question is shown as plain text', async () => {
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

describe('the menu of a choice', () => {
  const choose = async (app: Awaited<ReturnType<typeof openSet>>['app'], action: string) =>
    app.user.click(await screen.findByRole('menuitem', { name: action }));

  test('the menu of a choice moves, copies and deletes it, and the focus stays in the choices', async () => {
    const { app, dialog } = await openSet(single);
    const menu = (number: number) => dialog.getByRole('button', { name: `選択肢${number}のその他の操作` });
    const words = () =>
      dialog.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^選択肢\d$/ }).map(({ value }) => value);
    await app.user.click(menu(1));
    await choose(app, '下へ');
    await waitFor(() => expect(words()).toEqual(['青', '赤', '黄']));
    await waitFor(() => expect(document.activeElement).toBe(menu(2)));

    await app.user.keyboard('{Enter}');
    await choose(app, '複製');
    await waitFor(() => expect(words()).toEqual(['青', '赤', '赤', '黄']));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await app.user.click(menu(3));
    await choose(app, '削除');
    await waitFor(() => expect(words()).toEqual(['青', '赤', '黄']));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: '選択肢2' })));
  });

  test('the menu of a choice asks for furigana, and the choice gets the focus back', async () => {
    const { app, dialog } = await openSet(single);
    const choice = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: '選択肢1' });
    await app.user.click(choice);
    await app.user.click(dialog.getByRole('button', { name: '選択肢1のその他の操作' }));
    await choose(app, 'ふりがな');
    const asked = within(await screen.findByRole('dialog', { name: 'ふりがな' }));
    await waitFor(() => expect(document.activeElement).toBe(asked.getByLabelText('ふりがな')));
    await app.user.keyboard('あか{Enter}');
    await waitFor(() => expect(choice.value).toBe('{赤|あか}'));
    await waitFor(() => expect(document.activeElement).toBe(choice));
  });
});

describe('Enter', () => {
  test('Enter in an accepted answer moves to the next one, or adds one after the last, and saves nothing', async () => {
    const { app, dialog } = await openSet({ ...text, acceptedAnswers: ['東京', '江戸'] });
    await app.user.click(dialog.getByLabelText('正解1'));
    await app.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(dialog.getByLabelText('正解2'));
    expect(dialog.queryByLabelText('正解3')).toBeNull();
    await app.user.keyboard('{Enter}Tokyo');

    expect(dialog.getByLabelText<HTMLInputElement>('正解3').value).toBe('Tokyo');
    expect(writes()).toEqual([]);
    await save(app, dialog);
    await saved();
    expect(lastBody('PUT').questions[0].acceptedAnswers).toEqual(['東京', '江戸', 'Tokyo']);
  });

  test('Enter that confirms kanji in an accepted answer adds no answer', async () => {
    const { dialog } = await openSet(text);
    const answer = dialog.getByLabelText('正解1');
    fireEvent.keyDown(answer, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(answer, { key: 'Enter', keyCode: 229 });

    expect(dialog.queryByLabelText('正解2')).toBeNull();
  });

  test('Enter in a choice moves to the next one or adds one after the last; Backspace in an empty choice removes it', async () => {
    const { app, dialog } = await openSet(single);
    const choice = (number: number) => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: `選択肢${number}` });
    await app.user.click(choice(2));
    await app.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(choice(3));
    await app.user.keyboard('{Enter}緑{Shift>}{Enter}{/Shift}色{Enter}');
    expect(choice(4).value).toBe('緑\n色');
    expect(document.activeElement).toBe(choice(5));
    await app.user.keyboard('{Backspace}');
    expect(dialog.queryByRole('textbox', { name: '選択肢5' })).toBeNull();
    expect(document.activeElement).toBe(choice(4));
    expect(choice(4).selectionStart).toBe(3);

    await app.user.click(dialog.getByRole('button', { name: '選択肢を追加' }));
    expect(document.activeElement).toBe(choice(5));
    fireEvent.keyDown(choice(5), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(choice(5), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(choice(5), { key: 'Backspace', keyCode: 229 });
    expect(dialog.queryByRole('textbox', { name: '選択肢6' })).toBeNull();
    expect(choice(5)).toBeDefined();
    expect(writes()).toEqual([]);
  });

  test('lines pasted into a choice become choices, and a leading * marks the right one', async () => {
    const { app, dialog } = await openSet(single);
    await app.user.click(dialog.getByRole('button', { name: '選択肢を追加' }));
    await app.user.paste('緑\r\n* 白\n\n黒\n');
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: '選択肢6' }));
    await save(app, dialog);
    await saved();

    const [question] = lastBody('PUT').questions;
    const bodies = question.choices.map(({ body }: { body: string }) => body);
    expect(bodies).toEqual(['赤', '青', '黄', '緑', '白', '黒']);
    expect(question.correctChoiceIds).toEqual([question.choices[4].id]);
  });

  test('次の問題を追加 and 問題を追加 (add a question) add a question and focus its text', async () => {
    const { app, dialog } = await openSet(single, text);
    expect(dialog.queryByRole('button', { name: '次の問題を追加' })).toBeNull();
    await openQuestion(app, dialog, 2);
    await app.user.click(dialog.getByRole('button', { name: '次の問題を追加' }));
    expect(dialog.getByRole('heading', { name: '問3 / 3問' })).toBeDefined();
    const body = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^問題文/ });
    expect(document.activeElement).toBe(body);
    expect(body.value).toBe('');
    await app.user.click(dialog.getByRole('button', { name: '問題を追加' }));
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /^問題文/ }));
  });

  test('the title field of a new question set has the focus', async () => {
    const { dialog } = await openNewSet();
    const title = await dialog.findByLabelText(/^タイトル/);
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  test('Enter adds no accepted answer beyond the limit of fifty', async () => {
    const answers = Array.from({ length: 50 }, (_, index) => `答え${index + 1}`);
    const { app, dialog } = await openSet({ ...text, acceptedAnswers: answers });
    await app.user.click(dialog.getByLabelText('正解50'));
    await app.user.keyboard('{Enter}');

    expect(dialog.queryByLabelText('正解51')).toBeNull();
    expect(writes()).toEqual([]);
  });

  test.each(['タイトル', '正解の印', '問題の種類'])('Enter in %s saves nothing, Ctrl+S does', async (field) => {
    const { app, dialog } = await openSet(single);
    const title = dialog.getByLabelText(/^タイトル/);
    await write(app, title, '新しいタイトル');
    const fields: Record<string, HTMLElement> = {
      タイトル: title,
      正解の印: dialog.getByRole('radio', { name: '選択肢2を正解にする' }),
      問題の種類: dialog.getByRole('radio', { name: '単一選択' }),
    };
    fields[field]?.focus();
    await app.user.keyboard('{Enter}');
    expect(dialog.getByText(/^未保存の変更があります/)).toBeDefined();
    expect(writes()).toEqual([]);

    await app.user.keyboard('{Control>}s{/Control}');
    await saved();
    expect(lastBody('PUT').title).toBe('新しいタイトル');
  });
});

test('the question editor explains when answers count as equal, and marks equal accepted answers; saving stays possible', async () => {
  const { app, dialog } = await openSet({ ...text, acceptedAnswers: ['-5', '−5', 'ー５'] });
  expect(dialog.getByText(/横線（ハイフン・マイナス・ダッシュ）、引用符、波線（〜と~）のちがいは、同じ/)).toBeDefined();
  expect(dialog.getAllByText('正解1と同じとみなされるため、省けます')).toHaveLength(2);
  expect(dialog.queryByText(/要修正/)).toBeNull();

  await write(app, dialog.getByLabelText('正解3'), '“five”');
  expect(dialog.getByText('採点では「"five"」として比べます')).toBeDefined();
  await save(app, dialog);
  await saved();
  expect(lastBody('PUT').questions[0].acceptedAnswers).toEqual(['-5', '−5', '“five”']);
});
