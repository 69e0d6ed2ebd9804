/** Grading (docs/wire.md, "Resources"). */
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
  ])('the text answer %s equals %s', (one, other) => {
    expect(normaliseText(one)).toBe(normaliseText(other));
  });

  test.each([
    ['はし', 'ハシ'],
    ['a b', 'ab'],
    ['東京', '東京都'],
  ])('the text answer %s differs from %s', (one, other) => {
    expect(normaliseText(one)).not.toBe(normaliseText(other));
  });
});

describe('an answer is right', () => {
  test('a choice answer is right when its set of choices is exactly right, in any order', () => {
    const key = { correctChoiceIds: ['a', 'c'] };

    expect(gradeAnswer(key, { choiceIds: ['c', 'a'] })).toBe(true);
    for (const choiceIds of [['a'], ['a', 'b'], ['a', 'b', 'c'], []])
      expect(gradeAnswer(key, { choiceIds })).toBe(false);
  });

  test('an order answer is right when every choice is in its place', () => {
    const key = { correctOrder: ['a', 'b', 'c'] };

    expect(gradeAnswer(key, { choiceIds: ['a', 'b', 'c'] })).toBe(true);
    for (const choiceIds of [['a', 'c', 'b'], ['a', 'b'], ['a', 'b', 'c', 'c'], []])
      expect(gradeAnswer(key, { choiceIds })).toBe(false);
  });

  test('a text answer is right when it is one of the accepted texts', () => {
    const key = { acceptedAnswers: ['東京', 'Tokyo'] };

    expect(gradeAnswer(key, { text: ' ＴＯＫＹＯ' })).toBe(true);
    for (const text of ['大阪', '', '　']) expect(gradeAnswer(key, { text })).toBe(false);
  });

  test('an empty answer is never right, nor is any without a known solution', () => {
    expect(gradeAnswer({ correctChoiceIds: [] }, undefined)).toBe(false);
    expect(gradeAnswer({}, { text: '' })).toBe(false);
    expect(gradeAnswer({ acceptedAnswers: [' '] }, { text: ' ' })).toBe(false);
  });
});
