/**
 * Tests the keys of the question set editor: Enter moves on in the answers, and only 保存 and Ctrl+S save. Equal answers
 * are pointed out.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import {
  openNewSet,
  openQuestion,
  openSet,
  save,
  single,
  text,
  watchWrites,
  write,
} from '@tests/support/question-set-editing';
import { describe, expect, test } from 'vitest';

useOwnServer('question-set-keys');
const network = useNetworkStub();
const { writes, lastBody, saved } = watchWrites(network);

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
