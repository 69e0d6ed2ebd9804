/** Tests recognising a text's format by its content. */
import { expect, test } from 'vitest';

import { decodeText, UnreadableCsvError } from '@/study/csv';
import { readQuestionFile } from '@/study/question-files/read-question-file';

test.each([
  ['問題文,正解\na,b', 'CSV'],
  ['\uFEFF"形式","問題文","正解"\r\n"記述","a","b"', 'CSV'],
  ['question\tanswer\na\tb', 'CSV'],
  ['問\nA. a\nB. b\nANSWER: A', 'Aiken'],
  ['\uFEFF::t::問 {T}', 'GIFT'],
  ['"引用" から始まる {=a}', 'GIFT'],
  ['"閉じない引用 {=a}', 'GIFT'],
])('the file content %j is recognised as %s', async (text, format) => {
  const file = await readQuestionFile(text);
  expect(file?.format).toBe(format);
  expect(file?.entries.map(({ question }) => question === undefined)).toEqual([false]);
});

test('a text in no known format is recognised as none', async () => {
  expect(await readQuestionFile('ただの文章です。')).toBeUndefined();
});

test('a CSV file of questions with an unclosed quote is refused as a whole', async () => {
  await expect(readQuestionFile('問題文,正解\n"a,b\nc,d')).rejects.toThrow(UnreadableCsvError);
});

test('a GIFT file in Shift_JIS keeps its escapes, although some kanji contain the byte of a backslash', async () => {
  // The text 表\={=あ} in Shift_JIS, where the second byte of 表 is the byte of a backslash.
  const bytes = Uint8Array.from([0x95, 0x5c, 0x5c, 0x3d, 0x7b, 0x3d, 0x82, 0xa0, 0x7d]);
  const file = await readQuestionFile(decodeText(bytes));
  expect(file?.entries[0]?.question).toMatchObject({ body: '表=', acceptedAnswers: ['あ'] });
});
