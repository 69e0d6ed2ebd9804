/** What counts as a right answer (docs/wire.md, "Resources"). */
import { describe, expect, test } from 'vitest';

import { gradeAnswer, normaliseText } from '@/api/grading';

describe('texts are compared', () => {
  test.each([
    ['ＨＴＴＰＳ', 'https'],
    ['  Git　', 'git'],
    ['ﾊﾟｽﾜｰﾄﾞ', 'パスワード'],
    ['か\u3099', 'が'],
    ['①', '1'],
    ['Straße', 'STRASSE'],
  ])('%s like %s', (one, other) => {
    expect(normaliseText(one)).toBe(normaliseText(other));
  });

  test.each([
    ['はし', 'ハシ'],
    ['a b', 'ab'],
    ['東京', '東京都'],
  ])('%s unlike %s', (one, other) => {
    expect(normaliseText(one)).not.toBe(normaliseText(other));
  });
});

describe('an answer is right', () => {
  test('to single and multiple when the set of choices is exactly right, in any order', () => {
    const key = { correctChoiceIds: ['a', 'c'] };

    expect(gradeAnswer(key, { choiceIds: ['c', 'a'] })).toBe(true);
    for (const choiceIds of [['a'], ['a', 'b'], ['a', 'b', 'c'], []])
      expect(gradeAnswer(key, { choiceIds })).toBe(false);
  });

  test('to an order when every choice stands in its place', () => {
    const key = { correctOrder: ['a', 'b', 'c'] };

    expect(gradeAnswer(key, { choiceIds: ['a', 'b', 'c'] })).toBe(true);
    for (const choiceIds of [['a', 'c', 'b'], ['a', 'b'], ['a', 'b', 'c', 'c'], []])
      expect(gradeAnswer(key, { choiceIds })).toBe(false);
  });

  test('to a text when it is one of the accepted ones', () => {
    const key = { acceptedAnswers: ['東京', 'Tokyo'] };

    expect(gradeAnswer(key, { text: ' ＴＯＫＹＯ' })).toBe(true);
    for (const text of ['大阪', '', '　']) expect(gradeAnswer(key, { text })).toBe(false);
  });

  test('never when nothing was answered, or when nothing is known to be right', () => {
    expect(gradeAnswer({ correctChoiceIds: [] }, undefined)).toBe(false);
    expect(gradeAnswer({}, { text: '' })).toBe(false);
    expect(gradeAnswer({ acceptedAnswers: [' '] }, { text: ' ' })).toBe(false);
  });
});
