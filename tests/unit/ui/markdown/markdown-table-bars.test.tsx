/** Tests bars (|) inside the cells of a table, as in furigana and formulas. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { cutText } from '@/ui/markdown/cut/pieces';
import { heldBars } from '@/ui/markdown/extras/rare-rules';
import { parseMarkdown } from '@/ui/markdown/parse/parse-markdown';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

/** Returns the words of each table row's cells, each reading after its word. */
function cells(text: string): string[][] {
  const rows = [...show(text).querySelectorAll('tr')];
  for (const hidden of document.querySelectorAll('rp, .katex-mathml')) hidden.remove();
  return rows.map((row) => [...row.children].map(({ textContent }) => textContent));
}

const twoColumns = '| 語 | 意味 |\n| --- | --- |\n';

test.each([
  ['| {養生|ようじょう} | 覆うこと |', ['養生ようじょう', '覆うこと']],
  ['{養生|ようじょう} | 覆うこと', ['養生ようじょう', '覆うこと']],
  ['| {安全帯|あん|ぜん|たい} | 墜落を防ぐ |', ['安あん全ぜん帯たい', '墜落を防ぐ']],
  ['| 足場《あしば》 | 仮の床 |', ['足場あしば', '仮の床']],
  ['| ｜ビル《びる》 | 建物 |', ['ビルびる', '建物']],
  ['| 足場 | {養生|ようじょう}と{足場|あしば} |', ['足場', '養生ようじょうと足場あしば']],
  ['| `a|b` | または |', ['a|b', 'または']],
  ['| `a || b` | または |', ['a || b', 'または']],
  ['| または | `a|b` と `c|d` |', ['または', 'a|b と c|d']],
  ['| [[a|b]] | 参照 |', ['[[a|b]]', '参照']],
  ['| [a|b](#c) | 参照 |', ['a|b', '参照']],
  ['|\t{養生|ようじょう}\t| 覆うこと |', ['養生ようじょう', '覆うこと']],
  // As in GFM.
  ['| a\\|b | `c\\|d` |', ['a|b', 'c|d']],
  ['| {養生\\|ようじょう} | 覆うこと |', ['養生ようじょう', '覆うこと']],
  ['| `a | b` |', ['`a', 'b`']],
  ['| $5 | $10 |', ['$5', '$10']],
  ['| {a | b} |', ['{a', 'b}']],
  ['| 一つ |', ['一つ', '']],
])('the row %s keeps its cells', (row, expected) => {
  expect(cells(twoColumns + row)[1]).toEqual(expected);
});

test('a formula with bars (|) stays in its table cell', () => {
  const container = show('| 式 | 意味 |\n| - | - |\n| $|x|$ | 絶対値 |\n| $|a| + |b|$ | 和 |');

  const rows = [...container.querySelectorAll('tbody tr')];
  expect(rows.map(({ children }) => children[1]?.textContent)).toEqual(['絶対値', '和']);
  expect(container.querySelectorAll('td:first-child .katex, td:first-child math')).not.toHaveLength(0);
});

test.each([
  ['| {語|ご} | {意味|いみ} |\n| - | - |', ['語ご', '意味いみ']],
  ['| `a|b` | 意味 |\n| - | - |', ['a|b', '意味']],
  ['| `a|b` | 意味 |\n| - | - | - |', ['`a', 'b`', '意味']],
])('the header %s has as many cells as the line below', (head, expected) => {
  expect(cells(`${head}\n| 1 | 2 |`)[0]).toEqual(expected);
});

test('bars (|) inside table cells are kept in tables in lists and quotes', () => {
  const table = `${twoColumns}${'| {養生|ようじょう} | 覆うこと |\n'.repeat(3)}`;
  for (const [lead, prefix] of [
    ['', '> '],
    ['- 表\n\n', '  '],
  ] as const) {
    const rows = cells(lead + table.replace(/^(?!$)/gm, prefix)).slice(1);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ['養生ようじょう', '覆うこと']));
    cleanup();
  }
});

test('bars (|) of furigana are kept in every piece into which a long table is cut', () => {
  const pieces = cutText(`${twoColumns}${'| {養生|ようじょう} | 覆うこと |\n'.repeat(300)}`);
  const counts = pieces.flatMap(({ head = '', text }) => {
    const [table] = parseMarkdown(head + text, undefined, [heldBars]).children;
    return table?.type === 'table' ? table.children.map((row) => row.children.length) : [];
  });

  expect(pieces.length).toBeGreaterThan(1);
  expect(counts).toEqual(Array.from({ length: 300 + pieces.length }, () => 2));
});

test('a line with bars (|) that is no table is shown as text', () => {
  expect(show('{養生|ようじょう} | 覆うこと').textContent).toContain('| 覆うこと');
  expect(show('{養生|ようじょう} | 覆うこと').querySelector('table')).toBeNull();
});
