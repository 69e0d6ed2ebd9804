/** The keys of the question set editor: Enter moves on in the answers, and only 保存 and Ctrl+S save. Equal answers are named. */
import { fireEvent } from '@testing-library/dom';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { openSet, save, single, text, watchWrites, write } from '@tests/support/question-set-editing';
import { describe, expect, test } from 'vitest';

useOwnServer('question-set-keys');
const network = useNetworkStub();
const { writes, lastBody, saved } = watchWrites(network);

describe('Enter', () => {
  test('Enter in an accepted answer moves to the next one, adds one after the last, and saves nothing', async () => {
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

  test('Enter adds no answer beyond fifty', async () => {
    const answers = Array.from({ length: 50 }, (_, index) => `答え${index + 1}`);
    const { app, dialog } = await openSet({ ...text, acceptedAnswers: answers });
    await app.user.click(dialog.getByLabelText('正解50'));
    await app.user.keyboard('{Enter}');

    expect(dialog.queryByLabelText('正解51')).toBeNull();
    expect(writes()).toEqual([]);
  });

  test.each(['題名', '正解の印', '問題の種類'])('Enter in %s saves nothing, Ctrl+S does', async (field) => {
    const { app, dialog } = await openSet(single);
    const title = dialog.getByLabelText(/^題名/);
    await write(app, title, '新しい題名');
    const fields: Record<string, HTMLElement> = {
      題名: title,
      正解の印: dialog.getByRole('radio', { name: '選択肢2を正解にする' }),
      問題の種類: dialog.getByRole('radio', { name: '単一選択' }),
    };
    fields[field]?.focus();
    await app.user.keyboard('{Enter}');
    expect(dialog.getByText(/^未保存の変更があります/)).toBeDefined();
    expect(writes()).toEqual([]);

    await app.user.keyboard('{Control>}s{/Control}');
    await saved();
    expect(lastBody('PUT').title).toBe('新しい題名');
  });
});

test('the editor says what counts as equal, and which accepted answers are; they are saved all the same', async () => {
  const { app, dialog } = await openSet({ ...text, acceptedAnswers: ['-5', '−5', 'ー５'] });
  expect(dialog.getByText(/横線（ハイフン・マイナス・ダッシュ）、引用符、波線（〜と~）のちがいは、同じ/)).toBeDefined();
  expect(dialog.getAllByText('正解1と同じとみなされるため、なくてもかまいません')).toHaveLength(2);
  expect(dialog.queryByText(/要修正/)).toBeNull();

  await write(app, dialog.getByLabelText('正解3'), '“five”');
  expect(dialog.getByText('採点では「"five"」として比べます')).toBeDefined();
  await save(app, dialog);
  await saved();
  expect(lastBody('PUT').questions[0].acceptedAnswers).toEqual(['-5', '−5', '“five”']);
});
