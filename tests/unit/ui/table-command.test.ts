/** Tests the editor's keys inside markdown tables as pure functions; `⟦` and `⟧` mark the selection, `│` the caret. */
import { describe, expect, test } from 'vitest';

import type { Edit, Range } from '@/ui/markdown-tools/markdown-edits';
import { breakInCell, enterRow, stepCell } from '@/ui/markdown-tools/table-command';

function unmark(marked: string) {
  const from = marked.search(/[⟦│]/);
  const to = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : from;
  return { text: marked.replace(/[⟦⟧│]/g, ''), selection: { from, to } };
}

type Key = (text: string, selection: Range) => Edit | undefined;
const keys = {
  Tab: (text, range) => stepCell(text, range, 1),
  'Shift+Tab': (text, range) => stepCell(text, range, -1),
  Enter: enterRow,
  'Shift+Enter': breakInCell,
} satisfies Record<string, Key>;

/** Presses a key in a markdown table; undefined where the table does not handle the key. */
function press(key: keyof typeof keys, marked: string): string | undefined {
  const { text, selection } = unmark(marked);
  const edit = keys[key](text, selection);
  if (!edit) return undefined;
  const after = edit.changes
    .toReversed()
    .reduce((rest, { from, to, insert }) => rest.slice(0, from) + insert + rest.slice(to), text);
  const { from, to } = edit.selection;
  return from === to
    ? `${after.slice(0, from)}│${after.slice(from)}`
    : `${after.slice(0, from)}⟦${after.slice(from, to)}⟧${after.slice(to)}`;
}

const head = '| a | b |\n| --- | --- |';

describe('Tab in a table', () => {
  test.each([
    ['selects the next cell', `| │a | b |\n| --- | --- |`, `| a | ⟦b⟧ |\n| --- | --- |`],
    ['goes from the header to the first row', `| a | ⟦b⟧ |\n| --- | --- |\n| 1 | 2 |`, `${head}\n| ⟦1⟧ | 2 |`],
    ['puts the caret into an empty cell', `${head}\n| 1│ |  |`, `${head}\n| 1 | │ |`],
    ['gives an empty cell its spaces', `${head}\n|1│||`, `${head}\n|1| │ |`],
    ['adds a row behind the last cell', `${head}\n| 1 | 2│ |\n\n後`, `${head}\n| 1 | 2 |\n| │ |  |\n\n後`],
    ['adds a row to a table without one', `| a | b│ |\n| --- | --- |`, `${head}\n| │ |  |`],
    ['works without bars at the ends', 'a│ | b\n--- | ---\n1 | 2', 'a | ⟦b⟧\n--- | ---\n1 | 2'],
    [
      'works in a quote',
      `> | a | b |\n> | --- | --- |\n> | 1 | 2│ |`,
      `> | a | b |\n> | --- | --- |\n> | 1 | 2 |\n> | │ |  |`,
    ],
    ['leaves furigana whole', `${head}\n| {養生|ようじょう}│ | 2 |`, `${head}\n| {養生|ようじょう} | ⟦2⟧ |`],
    ['leaves an escaped bar whole', `${head}\n| 1 \\| 2│ | 3 |`, `${head}\n| 1 \\| 2 | ⟦3⟧ |`],
    ['goes from the line of delimiters to the first row', `| a |\n| -│-- |\n| 1 |`, `| a |\n| --- |\n| ⟦1⟧ |`],
  ])('%s', (_, before, after) => expect(press('Tab', before)).toBe(after));

  test.each([['| a | b│ |'], ['文│\n\n| a |\n| --- |'], ['1 | 2│'], ['- [ ] a│']])(
    'Tab and Enter do nothing special outside tables: %s',
    (text) => expect(press('Tab', text)).toBeUndefined(),
  );
});

describe('Shift+Tab in a table', () => {
  test.each([
    ['selects the cell before', `${head}\n| 1 | 2│ |`, `${head}\n| ⟦1⟧ | 2 |`],
    ['goes from the first row to the header', `${head}\n| ⟦1⟧ | 2 |`, `| a | ⟦b⟧ |\n| --- | --- |\n| 1 | 2 |`],
    ['stays in the first cell', '| a│ | b |\n| --- | --- |', '| ⟦a⟧ | b |\n| --- | --- |'],
  ])('%s', (_, before, after) => expect(press('Shift+Tab', before)).toBe(after));
});

describe('Enter in a table', () => {
  test.each([
    ['adds a row in the last row', `${head}\n| 1│ | 2 |`, `${head}\n| 1 | 2 |\n| │ |  |`],
    ['adds the first row', '| a│ | b |\n| --- | --- |', `${head}\n| │ |  |`],
    ['goes to the cell below', '| a | b│ |\n| --- | --- |\n| 1 | 2 |', `${head}\n| 1 | ⟦2⟧ |`],
    [
      'adds a row between two at the end of one',
      `${head}\n| 1 | 2 |│\n| 3 | 4 |`,
      `${head}\n| 1 | 2 |\n| │ |  |\n| 3 | 4 |`,
    ],
    ['leaves the table from an empty last row', `${head}\n| 1 | 2 |\n| │ |  |`, `${head}\n| 1 | 2 |\n\n│`],
  ])('%s', (_, before, after) => expect(press('Enter', before)).toBe(after));

  test('Enter before a table’s header opens a line above it as usual', () => {
    expect(press('Enter', '│| a |\n| --- |')).toBeUndefined();
  });
});

test('Shift+Enter in a table breaks the line within a cell', () => {
  expect(press('Shift+Enter', `${head}\n| 1│ | 2 |`)).toBe(`${head}\n| 1<br>│ | 2 |`);
});
