/** Tests that lines pasted into the outline become titles with levels. */
import { growthOf } from '@tests/support/time-growth';
import { expect, test } from 'vitest';

import { readPastedOutline } from '@/study/outline/pasted-outline';

const shown = (text: string) => readPastedOutline(text).map(({ depth, title }) => `${'>'.repeat(depth)}${title}`);

test.each([
  ['plain lines', '一\r\n二\r\n\r\n三', ['一', '二', '三']],
  ['a markdown list', '- 一\n  - 二\n    - 三\n  - 四\n- 五', ['一', '>二', '>>三', '>四', '五']],
  ['a list of Notion with tabs', '- 一\n\t- [ ] 二\n\t- [x] 三', ['一', '>二', '>三']],
  ['markdown headings', '# 一\n## 二\n### 三\n## 四\n# 五', ['一', '>二', '>>三', '>四', '五']],
  ['headings that begin at the second level', '## 一\n### 二\n## 三', ['一', '>二', '三']],
  ['headings with lists', '# 一\n- 二\n- 三\n# 四', ['一', '>二', '>三', '四']],
  [
    'chapters with numbers',
    '第1章 一\n1-1 二\n1-2 三\n第2章 四\n2-1 五',
    ['第1章 一', '>二', '>三', '第2章 四', '>五'],
  ],
  ['numbers of two levels', '1. 一\n1.1 二\n1.1.1 三\n1.2 四\n2. 五', ['一', '>二', '>>三', '>四', '五']],
  ['numbers of full width', '１．一\n１－１　二\n２．三', ['一', '>二', '三']],
  ['numbers with a list', '1. 一\n・二\n・三\n2. 四', ['一', '>二', '>三', '四']],
  ['plain lines with a list', '一\n・二\n・三\n四\n・五', ['一', '>二', '>三', '四', '>五']],
  ['plain lines with numbers', '一\n1. 二\n2. 三\n四', ['一', '>二', '>三', '四']],
  [
    'parts, chapters and sections',
    '第一部 一\n第一章 二\n第1節 三\n第2章 四\n第二部 五',
    ['第一部 一', '>第一章 二', '>>第1節 三', '>第2章 四', '第二部 五'],
  ],
  ['a preface before chapters', 'はじめに\n第1章 一\n第2章 二', ['はじめに', '第1章 一', '第2章 二']],
  ['chapters with plain lines', '第1章 一\n二\n三\n第2章 四', ['第1章 一', '>二', '>三', '第2章 四']],
  ['indentation by full-width spaces', '一\n　二\n　　三\n四', ['一', '>二', '>>三', '四']],
  ['cells of Excel, one column for each level', '一\n\t二\n\t\t三\n\t四', ['一', '>二', '>>三', '>四']],
  ['cells of Excel in one row', '一\t二\t三\n\t\t四\n\t五\t六', ['一', '>二', '>>三', '>>四', '>五', '>>六']],
  ['numbers of Excel in their own cells', '第1章\t一\n1-1\t二\n第2章\t三', ['第1章 一', '>二', '第2章 三']],
  ['Word with tabs after its numbers', '1.\t一\n2.\t二\n●\t三', ['一', '二', '>三']],
  ['circled numbers', '1. 一\n① 二\n(2) 三', ['一', '>二', '>三']],
  [
    'titles that begin with a number',
    '5S活動\n3月の予定\n2026年の計画\n1.5倍速',
    ['5S活動', '3月の予定', '2026年の計画', '1.5倍速'],
  ],
  ['numbers between spaces', '第 1 章 一\n第 1 節 二\n第 2 章 三', ['第 1 章 一', '>第 1 節 二', '第 2 章 三']],
  [
    'bold titles and links of markdown',
    '**第1章** 一\n- **二**\n- [三](https://example.jp/a)',
    ['第1章 一', '>二', '>三'],
  ],
  ['a table of contents with page numbers', '1. 一......3\n2. 二 ・・・・ 5', ['一', '二']],
  ['bullets of Word', '➢ 一\n✔ 二\n\uF0B7 三', ['一', '二', '三']],
  ['stars and dashes of a wiki', '* 一\n** 二\n*** 三\n* 四\n- 五\n-- 六', ['一', '>二', '>>三', '四', '五', '>六']],
  ['triangles before lists', '▼一\n・二\n▽ 三\n△四', ['一', '>二', '三', '四']],
  ['letters below numbers', '1. 一\na) 二\nb) 三\n2. 四\n(a) 五', ['一', '>二', '>三', '四', '>五']],
  ['letters of full width and kana', '１．一\nア）二\n（イ）三\n㋒四\nＡ．五', ['一', '>二', '>三', '>四', '>五']],
  ['numbers in kanji', '一、はじめに\n１．二\n（二）三\n二、おわりに', ['はじめに', '>二', '>>三', 'おわりに']],
  ['Roman numbers', 'Ⅰ. 一\n1. 二\nII. 三\nⅢ 四', ['一', '>二', '三', '四']],
  ['rows of a markdown table', '| 1 | 一 |\n|---|:--|\n| | 二 |\n| 2 | 三 |', ['一', '>二', '三']],
  [
    'titles that begin with letters or kanji',
    'A社の例\n一年目の仕事\nア行の名前\nI am here\nXML入門\nIT.基礎\n-5度の保管\nⅠ種の資格\nQ. 休むときは',
    [
      'A社の例',
      '一年目の仕事',
      'ア行の名前',
      'I am here',
      'XML入門',
      'IT.基礎',
      '-5度の保管',
      'Ⅰ種の資格',
      'Q. 休むときは',
    ],
  ],
  ['lines of signs alone', '一\n---\n・\n二', ['一', '二']],
])('%s', (_name, text, expected) => {
  expect(shown(text)).toEqual(expected);
});

test.each([
  ' ',
  '\t',
  '#',
  '|',
  '| a |',
  '*',
  '** ',
  'I',
  'a) ',
  '1-',
  '1.',
  '第1',
  '- ',
  '(',
  'a\t',
  '\n- a',
  '.',
  '**',
  '[a](',
  '第 ',
])('lines with many of %j are read in linear time', async (piece) => {
  expect(await growthOf(readPastedOutline, piece, 32)).toBeLessThan(32);
});
