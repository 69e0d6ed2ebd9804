// @vitest-environment jsdom
/** Tests lines pasted into a choice: what becomes a choice, and which are right. */
import { describe, expect, test } from 'vitest';

import { pasteChoices, splitPasted } from '@/features/question-set-editor/ChoiceList';
import { blankQuestion, type QuestionForm } from '@/features/question-set-editor/question-set-form';

const questionOf = (type: QuestionForm['type'], ...bodies: string[]): QuestionForm => ({
  ...blankQuestion(),
  type,
  choices: bodies.map((body, index) => ({ id: `c${index}`, body })),
});
const shown = ({ choices, correctChoiceIds }: QuestionForm) =>
  choices.map(({ id, body }) => (correctChoiceIds.includes(id) ? `[${body}]` : body));
const paste = (question: QuestionForm, index: number, text: string, selection: [number, number] = [0, 0]) =>
  shown(pasteChoices(question, index, splitPasted(text), selection));

test('pasted lines fill the empty choices that follow; the other lines become new choices', () => {
  expect(paste(questionOf('single', '', '', 'z'), 0, 'a\r\n\n b \nc')).toEqual(['a', 'b', 'c', 'z']);
  expect(paste(questionOf('single', '', ''), 0, 'a\nb')).toEqual(['a', 'b']);
});

test('the first pasted line replaces the selected text of the choice', () => {
  expect(paste(questionOf('single', '赤xx青', 'z'), 0, 'a\nb', [1, 3])).toEqual(['赤a青', 'b', 'z']);
});

describe('a leading *', () => {
  test.each([
    ['single', '* a\nb', ['[a]', 'b']],
    ['single', 'a\n*b', ['a', '[b]']],
    ['single', 'a\n＊ b', ['a', '[b]']],
    ['single', '*a\n*b', ['*a', '*b']],
    ['single', '*a\n*b\nc', ['*a', '*b', 'c']],
    ['multiple', '*a\n*b\nc', ['[a]', '[b]', 'c']],
    ['multiple', '* a\n* b', ['* a', '* b']],
    ['order', '* a\nb', ['* a', 'b']],
    ['single', '**a**\nb', ['**a**', 'b']],
    ['single', '*a*\nb', ['*a*', 'b']],
  ] as const)('lines pasted as %s: %j', (type, text, expected) => {
    expect(paste(questionOf(type, ''), 0, text)).toEqual(expected);
  });

  test('an answer pasted with a mark becomes the only right one in a single choice, an additional one in a multiple choice', () => {
    const marked = (type: QuestionForm['type']) => ({ ...questionOf(type, 'x', ''), correctChoiceIds: ['c0'] });
    expect(paste(marked('single'), 1, 'a\n*b')).toEqual(['x', 'a', '[b]']);
    expect(paste(marked('multiple'), 1, 'a\n*b')).toEqual(['[x]', 'a', '[b]']);
    expect(paste(marked('single'), 1, 'a\nb')).toEqual(['[x]', 'a', 'b']);
  });
});

test('pasted lines beyond the limit of twenty choices stay together in the last pasted choice', () => {
  const bodies = Array.from({ length: 18 }, (_, index) => `x${index}`);
  const choices = paste(questionOf('single', '', ...bodies), 0, 'a\nb\nc\nd');
  expect(choices).toEqual(['a', 'b\nc\nd', ...bodies]);
});

test('pasted code and formulas over several lines stay one choice', () => {
  expect(splitPasted('```js\na\n```')).toHaveLength(1);
  expect(splitPasted('$$\nx\n$$')).toHaveLength(1);
});
