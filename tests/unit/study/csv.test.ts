/** Tests CSV export and import: values survive the round trip, and a spreadsheet runs no exported cell as a formula. */
import fc from 'fast-check';
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
  ['="00123"', '00,123'],
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

test('another CSV library reads an export with the same values, except for cells that a spreadsheet would change', () => {
  const { data } = Papa.parse<string[]>(toCsv(awkward).slice(1).trimEnd());
  expect(data.slice(0, 2)).toEqual(awkward.slice(0, 2));
  expect(data[4]).toEqual(["'=1+1", '="+81 3 1234"']);
  expect(data[6]).toEqual(['\'＝HYPERLINK("x")', "'\t字下げ"]);
});

const recognised = {
  numbers:
    '00417|000|0012.5|123456789012|4111111111111111|12E5|1e05|4e87|1.5E-3|2.50|007 |５|００１|1,000|.5|5.|(5)|1 000|−5',
  amounts: '50%|５０％|1/2|1 1/2|¥100|$5|￥1,000|03-1234-5678|2:1|12345.678901',
  dates: '3-11|3/11|2026/1/2|2026-11-21|2026.1.2|3月11日|2026年3月|令和8年1月2日|令和元年5月1日|R8.1.2|s60/1/1',
  months: 'Mar-3|3-Mar|mar3|SEPT2|DEC1|Mar 2026|January 1, 2026|ｍａｒ3|2026-11-21T10:00:00Z',
  times: '12:30|12:30:45|12:30 PM|10a|3 pm|12時30分|午後3時|１２：３０',
  truth: 'TRUE|false|ＴＲＵＥ',
  signed: '-5|+5|+81-90-1234-5678|－５|@hanako|-taro|-a@b.example|-',
};

test.each(Object.values(recognised).flatMap((texts) => texts.split('|')))(
  'a spreadsheet keeps the exported text %s, and the import reads it back',
  async (cell) => {
    const text = toCsv([['見出し'], [cell]]);

    expect(text).toBe(`\uFEFF"見出し"\r\n"=""${cell}"""\r\n`);
    expect(await cellsOf(bytes(text))).toEqual([['見出し'], [cell]]);
  },
);

test.each(['=1+1', '@SUM(1)', '-1+cmd|x!A1', '+A1*2', '-2+3+SUM(A1)', '＝1', '\t字'])(
  'the exported text %s, which could run as a formula, begins with an apostrophe',
  (cell) => {
    expect(toCsv([[cell]])).toBe(`\uFEFF"'${cell}"\r\n`);
  },
);

test.each([
  '0',
  '5',
  '417',
  '12345678901',
  '2.5',
  '0.25',
  '佐藤 花',
  'sato.hana',
  's1234567',
  's1-2',
  'e101',
  'a001',
  'mars',
  'may',
  '1・3',
])('the exported text %s, which no spreadsheet changes, is written as it is', (cell) => {
  expect(toCsv([[cell]])).toBe(`\uFEFF"${cell}"\r\n`);
});

test('an exported day, time or percentage stays one for a spreadsheet', () => {
  expect(toCsv([[{ value: '2026-11-21' }, { value: '67%' }, { value: '-0.25' }]])).toBe(
    '\uFEFF"2026-11-21","67%","-0.25"\r\n',
  );
});

test('the import reads back every text that the export wrote', async () => {
  const signs = fc.constantFrom(...'0123456789./-:,;%¥=+-@\'"\t\r\n ０５月日年eEaprMTRUE花'.split(''));
  const cell = fc.string({ unit: signs, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const all = [['左', '右'], ...rows].filter((cells) => cells.some((each) => each.trim() !== ''));
      expect(await cellsOf(bytes(toCsv(all)))).toEqual(all);
    }),
    {
      numRuns: 2000,
      examples: [
        [
          [
            ['', ';'],
            ['', ';'],
          ],
        ],
      ],
    },
  );
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

// 氏名,見本 and 花子 on the next line, encoded by other programs.
test.each([
  [
    'JIS (ISO-2022-JP)',
    [
      0x1b, 0x24, 0x42, 0x3b, 0x61, 0x4c, 0x3e, 0x1b, 0x28, 0x42, 0x2c, 0x1b, 0x24, 0x42, 0x38, 0x2b, 0x4b, 0x5c, 0x1b,
      0x28, 0x42, 0x0a, 0x1b, 0x24, 0x42, 0x32, 0x56, 0x3b, 0x52, 0x1b, 0x28, 0x42,
    ],
  ],
  ['EUC-JP', [0xbb, 0xe1, 0xcc, 0xbe, 0x2c, 0xb8, 0xab, 0xcb, 0xdc, 0x0a, 0xb2, 0xd6, 0xbb, 0xd2]],
  [
    'UTF-16 LE without a byte order mark',
    [0x0f, 0x6c, 0x0d, 0x54, 0x2c, 0, 0x8b, 0x89, 0x2c, 0x67, 0x0a, 0, 0xb1, 0x82, 0x50, 0x5b],
  ],
  [
    'UTF-16 BE without a byte order mark',
    [0x6c, 0x0f, 0x54, 0x0d, 0, 0x2c, 0x89, 0x8b, 0x67, 0x2c, 0, 0x0a, 0x82, 0xb1, 0x5b, 0x50],
  ],
  ['UTF-16 BE', [0xfe, 0xff, 0x6c, 0x0f, 0x54, 0x0d, 0, 0x2c, 0x89, 0x8b, 0x67, 0x2c, 0, 0x0a, 0x82, 0xb1, 0x5b, 0x50]],
])('a file in %s is read', async (_encoding, data) => {
  expect(await cellsOf(Uint8Array.from(data))).toEqual([['氏名', '見本'], ['花子']]);
});

test('a name in katakana of half width is read as Shift_JIS, not as EUC-JP', async () => {
  const data = Uint8Array.from([0x8e, 0x81, 0x96, 0xbc, 0x2c, 0xd0, 0xce, 0xdd]);
  expect(await cellsOf(data)).toEqual([['氏名', 'ﾐﾎﾝ']]);
});

test.each([
  [
    'sep=;\r\na,1;b\r\nc;d',
    [
      ['a,1', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"sep=,"\na,b', [['a', 'b']]],
  ['SEP=|\na|b', [['a', 'b']]],
  [
    'a|b\nc|d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '"a"|"b"\n"c"|"d,e"',
    [
      ['a', 'b'],
      ['c', 'd,e'],
    ],
  ],
])('the separator of %j is recognised', async (text, rows) => {
  expect(await cellsOf(bytes(text))).toEqual(rows);
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
