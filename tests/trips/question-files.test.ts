/**
 * Tests importing (ファイルから追加) and exporting (CSVで保存) questions: preview, left-out questions, and an export that is
 * imported again.
 */
import { waitFor, within } from '@testing-library/dom';
import type { OpenedApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import {
  openNewSet,
  openSet,
  order,
  save,
  single,
  text,
  titlesOf,
  watchWrites,
} from '@tests/support/question-set-editing';
import { describe, expect, test, vi } from 'vitest';

import type { NewQuestion } from '@/api/question-set-edits';

useOwnServer('question-files');
const network = useNetworkStub();
const { writes, lastBody, saved } = watchWrites(network);

type Dialog = Awaited<ReturnType<typeof openSet>>['dialog'];

async function openImport(app: OpenedApp, dialog: Dialog) {
  await app.user.click(await dialog.findByRole('button', { name: 'ファイルから追加' }));
  const heading = await dialog.findByRole('heading', { name: 'ファイルから追加' });
  expect(document.activeElement).toBe(heading);
}

const choose = (app: OpenedApp, dialog: Dialog, name: string, ...parts: BlobPart[]) =>
  app.user.upload(dialog.getByLabelText('問題のファイル'), new File(parts, name));

async function paste(app: OpenedApp, dialog: Dialog, words: string) {
  await app.user.click(dialog.getByLabelText('または、ここに貼り付け'));
  await app.user.paste(words);
  await app.user.click(dialog.getByRole('button', { name: '貼り付けた内容を確かめる' }));
}

/** Returns questions without ids, to compare them: choices in the editor's order, each with true if it is right. */
const contentOf = (questions: NewQuestion[]) =>
  questions.map(({ type, body, explanation = '', acceptedAnswers, shuffle = false, ...others }) => {
    const { choices, correctChoiceIds = [], correctOrder } = others;
    const inOrder = correctOrder?.map((id) => choices.find((choice) => choice.id === id)) ?? choices;
    const shown = inOrder.map((choice) => [choice?.body, choice && correctChoiceIds.includes(choice.id)]);
    return { type, body, explanation, acceptedAnswers, shuffle, choices: shown };
  });

test('forty GIFT questions of a file become a saved set with five presses and the choice of the file', async () => {
  const { app, lessonId, dialog } = await openNewSet(); // 1: 問題集を追加
  await openImport(app, dialog); // 2; 3: ファイルを選ぶ, which opens the system's dialog
  const file = Array.from({ length: 40 }, (_, index) => `::Q${index}::問${index}の文 {=正${index} ~誤#ちがう}`);
  await choose(app, dialog, '第1章.gift', file.join('\n\n'));
  const heading = await dialog.findByRole('heading', { name: /^第1章.*GIFT/ });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await app.user.click(dialog.getByRole('button', { name: '40問を追加' })); // 4
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'ファイルから追加' }));
  expect(dialog.getByRole('heading', { name: '問題（40問）' })).toBeDefined();
  expect(writes()).toEqual([]);
  await save(app, dialog); // 5
  await saved();

  expect(await titlesOf(lessonId)).toEqual(['第1章']);
  expect(lastBody('POST').questions).toHaveLength(40);
  expect(lastBody('POST').questions[39]).toMatchObject({ body: '問39の文', explanation: '- 誤：ちがう' });
});

test('fault: the connection is lost while imported questions are saved → they stay in the form, and are saved once', async () => {
  const { app, lessonId, dialog } = await openNewSet();
  await openImport(app, dialog);
  await choose(app, dialog, '安全.gift', '::一::問一 {=正 ~誤}\n\n::二::問二 {=正 ~誤}');
  await app.user.click(await dialog.findByRole('button', { name: '2問を追加' }));
  network.cut();
  await save(app, dialog);
  await dialog.findByText('接続できませんでした。入力した内容はこのまま残っています。');
  expect(dialog.getByRole('heading', { name: '問題（2問）' })).toBeDefined();
  network.restore();
  await save(app, dialog);
  await saved();

  expect(await titlesOf(lessonId)).toEqual(['安全']);
  expect(lastBody('POST').questions).toHaveLength(2);
});

describe('the dry run', () => {
  test('ファイルから追加 (import) lists each left-out question with line and reason, and changes nothing before the press', async () => {
    const { app, dialog } = await openSet(single);
    await openImport(app, dialog);
    await paste(app, dialog, `よい問 {=a ~b}\n\n作文 {}\n\n長い {=${'x'.repeat(501)}}\n\n正誤 {T}`);

    const leftOut = within(await dialog.findByRole('region', { name: '追加しない問題（2問）' }));
    expect(leftOut.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 30))).toEqual([
      expect.stringMatching(/^3行目作文問題/),
      expect.stringMatching(/^5行目正解1：500文字以内/),
    ]);
    const planned = within(dialog.getByRole('region', { name: '追加する問題（2問）' }));
    expect(planned.getByText('正誤問題は、「正しい」「誤り」の単一選択になります。')).toBeDefined();
    await app.user.click(dialog.getByRole('button', { name: 'キャンセル' }));
    expect(dialog.getByRole('heading', { name: '問題（1問）' })).toBeDefined();
    expect(dialog.queryByText(/^未保存の変更があります/)).toBeNull();
  });

  test('ファイルから追加 (import) keeps an existing title, and adds questions after the existing ones', async () => {
    const { app, dialog } = await openSet(single);
    await openImport(app, dialog);
    await choose(app, dialog, '別名.csv', '問題文,正解\n空の色は,青\n首都は,東京');
    expect(await dialog.findByText('同じ問題文の問題がほかにもあります。')).toBeDefined();
    await app.user.click(dialog.getByRole('button', { name: '2問を追加' }));

    expect(dialog.getByLabelText<HTMLInputElement>(/^タイトル/).value).toBe('確認問題');
    const lines = within(dialog.getByRole('region', { name: '問題の一覧' }));
    expect(lines.getByRole('button', { name: /^3 首都は/ })).toBeDefined();
  });

  test('hostile HTML in a question file is shown as text', async () => {
    const { app, dialog } = await openNewSet();
    await openImport(app, dialog);
    await paste(app, dialog, '<img src\\=x onerror\\=alert(1)> <b>x</b> {\\=<script>alert(2)</script>}');

    await dialog.findByText('<img src=x onerror=alert(1)> <b>x</b>');
    expect(document.querySelector('[role=dialog] img, [role=dialog] script')).toBeNull();
  });

  test('importing a file of 2,000 questions adds 100, and offers the rest as a file', async () => {
    const { app, dialog } = await openNewSet();
    await openImport(app, dialog);
    const file = Array.from({ length: 2000 }, (_, index) => `問${index}\nA. a\nB. b\nANSWER: B`);
    await choose(app, dialog, 'many.txt', file.join('\n\n'));

    await dialog.findByRole('button', { name: '100問を追加' });
    expect(dialog.getByRole('button', { name: '残りの1900問をCSVで保存' })).toBeDefined();
  });

  test.each([
    ['a workbook', Uint8Array.from([0x50, 0x4b, 0, 4]), /^文字として読めませんでした/],
    ['a text of no format', 'メモ', /^GIFT、Aiken、CSVのどれでもない/],
    ['an open quote', '問題文,正解\n"a,b', /引用符.*閉じていません/],
    ['a header alone', '問題文,正解', /^問題が1つもありません/],
  ])('%s is refused with its reason', async (_, content, reason) => {
    const { app, dialog } = await openNewSet();
    await openImport(app, dialog);
    await choose(app, dialog, 'file.csv', content);

    expect((await dialog.findByRole('alert')).textContent).toMatch(reason);
  });
});

test('a set saved as CSV and imported into a new set gives the same set', async () => {
  const multiple: NewQuestion = {
    ...single,
    id: 'q-multiple',
    type: 'multiple',
    correctChoiceIds: ['a', 'c'],
    shuffle: true,
  };
  const written = [{ ...single, explanation: '=解説\n- 次' }, order, text, multiple];
  const first = await openSet(...written);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob);
    return 'blob:test';
  });
  await first.app.user.click(first.dialog.getByRole('button', { name: 'CSVで保存' }));
  await waitFor(() => expect(files).toHaveLength(1));

  const { app, dialog } = await openNewSet();
  await openImport(app, dialog);
  await choose(app, dialog, '確認問題.csv', await (files[0] as Blob).arrayBuffer());
  await app.user.click(await dialog.findByRole('button', { name: '4問を追加' }));
  await save(app, dialog);
  await saved();
  expect(lastBody('POST').title).toBe('確認問題');
  expect(contentOf(lastBody('POST').questions)).toEqual(contentOf(written));
});
