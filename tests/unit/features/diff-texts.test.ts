/** Tests the line by line difference between the present text and an earlier version. */
import { expect, test } from 'vitest';

import { diffTexts } from '@/features/text-editor/versions/TextDiff';

const numbered = (count: number, prefix = '行') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`).join('\n');

test('the diff marks the lines that restoring the version adds and removes, with three lines around them', () => {
  const present = numbered(20);
  const [part, ...others] = diffTexts(present, present.replace('行10', '以前の行')) ?? [];

  expect(others).toEqual([]);
  expect(part?.line).toBe(8);
  expect(part?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same 行7',
    'same 行8',
    'same 行9',
    'removed 行10',
    'added 以前の行',
    'same 行11',
    'same 行12',
    'same 行13',
  ]);
});

test('the diff shows changes that are far apart as separate parts', () => {
  const present = numbered(40);
  const parts = diffTexts(present, present.replace('行2\n', '').replace('行35', '行35改'));

  expect(parts?.map(({ line }) => line)).toEqual([1, 33]);
});

test.each([
  ['一\r\n二\r\n', '一\n二'],
  ['一\n二\n\n', '一\n二'],
  ['', ''],
])('different line ends are no difference: %j and %j', (present, version) => {
  expect(diffTexts(present, version)).toEqual([]);
});

test('the diff of two texts keeps empty lines, and lines that begin with + or -', () => {
  const [part] = diffTexts('a', 'a\n\n- 項目\n+ 追加') ?? [];

  expect(part?.lines.slice(1)).toEqual([
    { kind: 'added', text: '' },
    { kind: 'added', text: '- 項目' },
    { kind: 'added', text: '+ 追加' },
  ]);
});

test('diffTexts returns no diff for two texts of thousands of lines that have no line in common', () => {
  expect(diffTexts(numbered(3000, '今'), numbered(3000, '前'))).toBeUndefined();
});
