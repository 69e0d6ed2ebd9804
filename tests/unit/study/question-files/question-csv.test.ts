/** Tests CSV files of questions: export and import, tables written by hand, and faults with their rows. */
import { describe, expect, test } from 'vitest';

import { decodeText, parseCsv, toCsv } from '@/study/csv';
import type { FileQuestion } from '@/study/question-files/file-question';
import { readQuestionRows, toQuestionRows } from '@/study/question-files/question-csv';

const read = async (text: string) => readQuestionRows(await parseCsv(text)).entries;
const choices = ['=1+1', "'引用", ' a, "b"\n次 '].map((body, index) => ({ body, isCorrect: index !== 1 }));
const none = { choices: [], acceptedAnswers: [], explanation: '' };
const all: FileQuestion[] = [
  {
    ...none,
    type: 'multiple',
    body: '-1\r\n**太字**\t{漢字|かんじ}',
    choices,
    explanation: '@解説\n\n次',
    shuffle: true,
  },
  {
    ...none,
    type: 'single',
    body: '="x"',
    choices: choices.map((each, index) => ({ ...each, isCorrect: index === 2 })),
    shuffle: false,
  },
  { ...none, type: 'text', body: '首都;は', acceptedAnswers: ['東京', "'=Tokyo", '-5'], lenient: true },
  { ...none, type: 'text', body: '円周率は', acceptedAnswers: ['3.14'], lenient: false },
  { ...none, type: 'order', body: '順に', choices: choices.map(({ body }) => ({ body, isCorrect: false })) },
];

test('a set saved as CSV is read back as the same questions', async () => {
  const bytes = new TextEncoder().encode(toCsv(toQuestionRows(all)));
  const entries = await read(decodeText(bytes));
  expect(entries.map(({ question }) => question)).toEqual(all);
  expect(entries.flatMap(({ notes }) => notes)).toEqual([]);
});

test('a CSV file with one question alone is read back, because the separator is not guessed from the question’s text', async () => {
  for (const question of all) {
    const [entry] = await read(toCsv(toQuestionRows([question])).slice(1));
    expect(entry?.question).toEqual(question);
  }
});

describe('tables written by hand', () => {
  test('a table of questions copied from a spreadsheet, without types, is read', async () => {
    const entries = await read(
      '問題\t答え\t選択肢１\t選択肢 2\t備考\n空は\t２\t赤\t青\tx\n偶数は\t1、2\t2\t4\n首都は\t東京\n',
    );
    expect(entries.map(({ line, question }) => [line, question?.type])).toEqual([
      [2, 'single'],
      [3, 'multiple'],
      [4, 'text'],
    ]);
    expect(entries[0]?.question?.choices).toEqual([
      { body: '赤', isCorrect: false },
      { body: '青', isCorrect: true },
    ]);
    expect(entries[0]?.notes).toEqual(['形式が空のため、単一選択として読みました。']);
  });

  test('a word that does not switch a setting on is named in the notes, and a file without its column says nothing', async () => {
    const [entry] = await read('形式,問題文,正解,かな・小数点・桁区切り\n記述,a,1000,はい');
    expect(entry?.question?.lenient).toBe(false);
    expect(entry?.notes).toEqual(['かな・小数点・桁区切り「はい」は使えません（区別しない）。']);
    const [old] = await read('形式,問題文,正解,解説,選択肢の順序\n記述,a,1000,,');
    expect(old?.question?.lenient).toBeUndefined();
  });

  test('a CSV column that the import of questions does not read is named in the notes', async () => {
    const { notes } = readQuestionRows(await parseCsv('問題文,正解,難易度\na,b,c'));
    expect(notes).toEqual(['読まない列：難易度']);
  });

  test("an empty choice in the CSV is skipped, and the number of the right choice still means the CSV's columns", async () => {
    const [entry] = await read('形式,問題文,正解,選択肢1,選択肢2,選択肢3\n単一選択,a,3,x,,z');
    expect(entry?.question?.choices).toEqual([
      { body: 'x', isCorrect: false },
      { body: 'z', isCorrect: true },
    ]);
  });

  test.each([
    ['組み合わせ,a,1,x,y', '「組み合わせ」という形式はありません'],
    ['単一選択,a,,x,y', '正解が空'],
    ['単一選択,a,z,x,y', '番号'],
    ['複数選択,a,1-2,x,y', '番号'],
    ['複数選択,a,1月2日,x,y', '番号'],
    ['複数選択,a,1/3,x,y', '選択肢3がありません'],
    ['複数選択,a,1・3,x,y', '選択肢3がありません'],
    ['記述,a,b,x,', '選択肢は付けられません'],
    ['並べ替え,a,1,x,y', '正しい順'],
  ])('the CSV question with %s is left out with its reason', async (row, reason) => {
    const [entry] = await read(`形式,問題文,正解,選択肢1,選択肢2\n${row}`);
    expect(entry?.question).toBeUndefined();
    expect(entry?.line).toBe(2);
    expect(entry?.notes.join('')).toContain(reason);
  });
});
