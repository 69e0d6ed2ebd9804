/** Tests single line breaks: joined as in markdown, or shown where the text's front matter says so. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { readBreaks, withoutPreamble } from '@/ui/markdown/cut/documents';
import { withBreaks } from '@/ui/markdown/cut/line-breaks';
import { readOutline } from '@/ui/markdown/cut/outline';
import { readWords } from '@/ui/markdown/markdown-words';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

const address = '〒100-0000\n見本県見本市一丁目\n見本ビル三階';
const lists = '持ち物は次のとおりです。\n・筆記用具\n・昼食';

/** Returns the lines of each paragraph as a lesson shows its stored text. */
function shownLines(stored: string): string[][] {
  const container = show(withoutPreamble(stored, '題'), { hasBreaks: readBreaks(stored) === true });
  return [...container.querySelectorAll('p')].map((paragraph) => {
    for (const end of paragraph.querySelectorAll('br')) end.replaceWith('⏎');
    return paragraph.textContent.split('⏎');
  });
}

test('a text without the line break setting joins its lines, one with the setting shows line breaks', () => {
  const text = `${address}\n\n${lists}`;
  expect(shownLines(text)).toEqual([
    ['〒100-0000\n見本県見本市一丁目見本ビル三階'],
    ['持ち物は次のとおりです。・筆記用具・昼食'],
  ]);
  cleanup();
  expect(shownLines(withBreaks(text, true))).toEqual([address.split('\n'), lists.split('\n')]);
});

test.each([
  ['one written as a hard break is no second one', '一  \n二\\\n三', [['一', '二', '三']]],
  ['one in emphasis and links', '**一\n二**と[三\n四](#a)', [['一', '二と三', '四']]],
  ['one in an item and a quote', '- 一\n  二\n\n> 三\n> 四', [['三', '四']]],
  ['furigana beside it', '{足場|あしば}\n床《ゆか》', [['足場（あしば）', '床（ゆか）']]],
])('a line break is shown: %s', (_, text, lines) => {
  expect(shownLines(withBreaks(text, true))).toEqual(lines);
});

test('with the line break setting, lines at pictures, code, tables and headings get no further line breaks', () => {
  const text = '![図](content:a)\n説明\n\n```\nx\ny\n```\n\n| a |\n| - |\n| b |\n\n## 題\n文';
  const container = show(text, { hasBreaks: true });
  expect(container.querySelector('br')).toBeNull();
  expect(container.querySelector('pre')?.textContent).toContain('x\ny');
});

test.each([
  ['', '---\nbreaks: true\n---\n\n'],
  ['本文', '---\nbreaks: true\n---\n\n本文'],
  ['---\ntitle: 題\n---\n本文', '---\nbreaks: true\ntitle: 題\n---\n本文'],
  ['---\nbreaks: false\n---\n\n本文', '---\nbreaks: true\n---\n\n本文'],
  ['---\ntitle: 題\nbreaks: no\n---\n本文', '---\ntitle: 題\nbreaks: true\n---\n本文'],
  ['---\n\n罫線の下', '---\nbreaks: true\n---\n\n---\n\n罫線の下'],
])('the setting for line breaks is written into the front matter of %j', (text, expected) => {
  expect(withBreaks(text, true)).toBe(expected);
  expect(readBreaks(expected)).toBe(true);
  expect(readBreaks(withBreaks(expected, false))).toBe(false);
});

test.each([
  ['本文', undefined],
  ['本文\n\nbreaks: true', undefined],
  ['---\ntitle: 題\n---\n', undefined],
  ['---\r\nbreaks: true\r\n---\r\n本文', true],
  ['---\nbreaks: off\n---\n本文', false],
])('the front matter of %j sets line breaks to: %s', (text, expected) => {
  expect(readBreaks(text)).toBe(expected);
});

test("a text's front matter is not shown, and is neither in the table of contents nor in the search", () => {
  const stored = withBreaks('## 節\n\n一\n二', true);
  const text = withoutPreamble(stored, '題');
  const words = readWords(text, true);
  let step = words.next();
  while (!step.done) step = words.next();

  expect(show(text).textContent).not.toContain('breaks');
  expect(readOutline(text).map((heading) => heading.text)).toEqual(['節']);
  expect(step.value.blocks.map((block) => block.text)).toEqual(['節', '一 二']);
});
