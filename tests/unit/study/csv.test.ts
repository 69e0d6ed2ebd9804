/** Tests CSV export and import: values survive the round trip, and a spreadsheet runs no exported cell as a formula. */
import Papa from 'papaparse';
import { expect, test } from 'vitest';

import { readCsv, toCsv, UnreadableCsvError } from '@/study/csv';

const bytes = (text: string) => new TextEncoder().encode(text);
const cellsOf = async (data: Uint8Array) => (await readCsv(data)).map(({ cells }) => cells);

const awkward = [
  ['見出し', '値'],
  ['引用"符', 'コンマ,と\r\n改行'],
  ['👩🏽‍💻 絵文字', '０００１'],
  ['0012', ' 前後の空白 '],
  ['=1+1', '+81 3 1234'],
  ['-5', '@here'],
  ['＝HYPERLINK("x")', '\t字下げ'],
  ["'=すでに守られた", "''=二重"],
  ["'そのまま", "O'Brien"],
];

test('exported CSV is read back unchanged', async () => {
  expect(await cellsOf(bytes(toCsv(awkward)))).toEqual(awkward);
});

test.each([
  ['="00123"', '00123'],
  ['"=""00123"""', '00123'],
  ['"=""a""""b"""', 'a"b'],
  ['""""', '"'],
  ['=1+1', '=1+1'],
  ['="a"&"b"', '="a"&"b"'],
  ['\'="00123"', '="00123"'],
])('the cell %s, as other systems write texts for Excel, is read as %s', async (cell, text) => {
  expect(await cellsOf(bytes(`a,b\n1,${cell}`))).toEqual([
    ['a', 'b'],
    ['1', text],
  ]);
});

test('another CSV library reads an export with the same values, except for the formula guard', () => {
  const { data } = Papa.parse<string[]>(toCsv(awkward).slice(1).trimEnd());
  expect(data.slice(0, 4)).toEqual(awkward.slice(0, 4));
  expect(data.slice(4, 7).flat()).toEqual(["'=1+1", "'+81 3 1234", "'-5", "'@here", '\'＝HYPERLINK("x")', "'\t字下げ"]);
});

test('a CSV export begins with a byte order mark, ends lines with CRLF, and quotes every cell', () => {
  expect(toCsv([['a', 'b']])).toBe('\uFEFF"a","b"\r\n');
});

test('CSV in Shift_JIS, as saved by Excel in Japan, is read', async () => {
  // 氏名,佐藤
  const data = Uint8Array.from([0x8e, 0x81, 0x96, 0xbc, 0x2c, 0x8d, 0xb2, 0x93, 0xa1]);
  expect(await cellsOf(data)).toEqual([['氏名', '佐藤']]);
});

test('CSV in UTF-16 with a byte order mark is read, and so are tabs and semicolons', async () => {
  const text = '\uFEFF氏名\t佐藤\n花\t1';
  const data = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
  expect(await cellsOf(data)).toEqual([
    ['氏名', '佐藤'],
    ['花', '1'],
  ]);
  expect(await cellsOf(bytes('a;b\nc;d'))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('empty CSV rows are skipped, and the others keep their row number in the spreadsheet', async () => {
  expect(await readCsv(bytes('a,b\n\n , \nc,d\n'))).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 4, cells: ['c', 'd'] },
  ]);
});

test.each([
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00]],
  ['a workbook', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00]],
])('%s is rejected as CSV', async (_, data) => {
  await expect(readCsv(Uint8Array.from(data))).rejects.toThrow(UnreadableCsvError);
});

test('a quote that is never closed is reported, because it swallows the rows after it', async () => {
  const bytes = new TextEncoder().encode('ユーザー名,氏名\r\na,"花\r\nb,次郎\r\n');

  await expect(readCsv(bytes)).rejects.toThrow(UnreadableCsvError);
});
