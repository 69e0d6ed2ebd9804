/** Tests the grading of answers (docs/wire.md, "Resources"). */
import { growthOf } from '@tests/support/time-growth';
import { describe, expect, test } from 'vitest';

import { gradeAnswer, normaliseText } from '@/api/grading';

/** Characters that keyboards, input methods and word processors write for the same sign (issue 36, row 13). */
const equal: [one: string, other: string][] = [
  ['ＨＴＴＰＳ', 'https'],
  ['  Git　', 'git'],
  ['ﾊﾟｽﾜｰﾄﾞ', 'パスワード'],
  ['か\u3099', 'が'],
  ['①', '1'],
  ['Straße', 'STRASSE'],
  ...Array.from('−‐‑‒–—―－﹣﹘⁻₋─ー', (dash): [string, string] => [`${dash}5`, '-5']),
  ['3ー5', '3-5'],
  ['03ー1234ー5678', '03-1234-5678'],
  ['aー５', 'a-5'],
  ['ー.5', '-.5'],
  ['サーバ－', 'サーバー'],
  ['ｻ-ﾊﾞ-', 'サーバー'],
  ['ら―めん屋', 'らーめん屋'],
  ...Array.from('’‘‛‚′´ʼ＇', (quote): [string, string] => [`O${quote}Brien`, "O'Brien"]),
  ...Array.from('“”„‟″〝〟＂', (quote): [string, string] => [`${quote}x${quote}`, '"x"']),
  ['new  york', 'new york'],
  ['new　york', 'new york'],
  ['new \t\r\n　york\n', 'new york'],
  ['new\u00a0york', 'new york'],
  ['new\u2009\u202fyork', 'new york'],
  ...Array.from('〜～∼˜〰', (wave): [string, string] => [`10${wave}20`, '10~20']),
  // Invisible characters: soft hyphen, zero width spaces and joiners, bidi marks, BOM, variation selectors, fillers, a
  // control character.
  ...Array.from(
    '\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2063\u2066\u2069\u3164\ufe0e\ufe0f\ufeff\u{e0100}\u{e01ef}\b',
    (hidden): [string, string] => [`${hidden}東${hidden}京${hidden}`, '東京'],
  ),
  ['か\u200b\u3099', 'が'],
];

const different: [one: string, other: string][] = [
  ['はし', 'ハシ'],
  ['a b', 'ab'],
  ['東京', '東京都'],
  ['-5', '5'],
  ['3。14', '3.14'],
  ['3、14', '3,14'],
  ['1,000', '1000'],
  ['1.000', '1,000'],
  ['10~20', '10-20'],
  ['サーバー', 'サーバ'],
  ['サーバー5', 'サーバ5'],
  ['レベルー5', 'レベル-5'],
  ['カード', 'カ5ド'],
  ['一5', '-5'],
  ["'ls'", '`ls`'],
  ["'ls'", '"ls"'],
  ['「x」', '"x"'],
  ['a/b', 'a-b'],
  ['a_b', 'a-b'],
];

describe('texts are compared', () => {
  test.each(equal)('the text answer %j counts as equal to %j', (one, other) => {
    expect(normaliseText(one)).toBe(normaliseText(other));
    expect(gradeAnswer({ acceptedAnswers: [other] }, { text: one })).toBe(true);
    expect(gradeAnswer({ acceptedAnswers: [one] }, { text: other })).toBe(true);
  });

  test.each(different)('the text answer %j does not count as equal to %j', (one, other) => {
    expect(normaliseText(one)).not.toBe(normaliseText(other));
  });

  test.each(['サーバー', 'コーヒー2杯', 'ー', 'らーめん', 'Aー'])(
    'normalising a text answer keeps the long vowel mark of %s',
    (text) => {
      expect(normaliseText(text)).toBe(text.toLowerCase());
    },
  );
});

/** Pairs that are equal only if the question is lenient. */
const lenientlyEqual: [one: string, other: string][] = [
  ['3。14', '3.14'],
  ['３｡１４', '３．１４'],
  ['3。14159', '3.14159'],
  ['192。168。0。1', '192.168.0.1'],
  ['-3。5', '-3.5'],
  ['1,000', '1000'],
  ['１，０００', '1000'],
  ['1、000', '1000'],
  ['1､000', '1,000'],
  ['12,345,678', '12345678'],
  ['12、345、678円', '12345678円'],
  ['-1,000', '-1000'],
  ['1,000円〜2,000円', '1000円〜2000円'],
  ['1,000、2,000', '1000、2000'],
  ['約1,234。5kg', '約1234.5kg'],
  ['1,000.25', '1000.25'],
  ['イロハ', 'いろは'],
  ['ｲﾛﾊ', 'いろは'],
  ['ガッコウ', 'がっこう'],
  ['ヴァイオリン', 'ゔぁいおりん'],
  ['ラーメン屋', 'らーめん屋'],
  ['ｻ-ﾊﾞ-', 'さーばー'],
  ['ヘ', 'へ'],
  ['いすゞ', 'イスヾ'],
  ['ヶ', 'ゖ'],
];

/** Pairs that are different, also if the question is lenient. */
const alwaysDifferent: [one: string, other: string][] = [
  ['3.14', '314'],
  ['3。14', '314'],
  ['3、14', '3.14'],
  ['3,14', '3.14'],
  ['3・14', '3.14'],
  ['3 。14', '3.14'],
  ['東京。', '東京.'],
  ['3。', '3.'],
  ['。5', '.5'],
  ['0.5', '.5'],
  ['1.0', '1'],
  ['1.000', '1000'],
  ['1.000', '1,000'],
  ['1。000', '1000'],
  ['1.000.000', '1000000'],
  ['1,00', '100'],
  ['1,2', '12'],
  ['1,2,3', '123'],
  ['1、2、3', '123'],
  ['1,2,300', '12300'],
  ['1,2,300', '1,2300'],
  ['1,0000', '10000'],
  ['1000,000', '1000000'],
  ['1,000,00', '100000'],
  ['1,000,0000', '10000000'],
  ['1,000、000', '1000000'],
  ['1, 000', '1000'],
  ['1 000', '1000'],
  ['0,123', '0123'],
  ['3.141,592', '3.141592'],
  ['3,000', '3.000'],
  ['ラーメン', 'ラメン'],
  ['ラーメン', 'らあめん'],
  ['ハツカ', 'はつが'],
  ['キヤノン', 'きゃのん'],
  ['1ヶ月', '1か月'],
  ['ー5', '5'],
  ['二', 'ニ'],
  ['カ', '力'],
];

describe('texts of a lenient question are compared', () => {
  test.each(lenientlyEqual)('%j counts as equal to %j only if the question is lenient', (one, other) => {
    for (const [text, accepted] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(gradeAnswer({ acceptedAnswers: [accepted], lenient: true }, { text })).toBe(true);
      expect(gradeAnswer({ acceptedAnswers: [accepted], lenient: false }, { text })).toBe(false);
      expect(gradeAnswer({ acceptedAnswers: [accepted] }, { text })).toBe(false);
    }
  });

  test.each(equal)('%j counts as equal to %j also if the question is lenient', (one, other) => {
    expect(normaliseText(one, true)).toBe(normaliseText(other, true));
  });

  test.each(alwaysDifferent)('%j does not count as equal to %j, even if the question is lenient', (one, other) => {
    expect(normaliseText(one, true)).not.toBe(normaliseText(other, true));
  });

  test('a list of accepted texts is graded by the lenient rule as soon as the setting is switched on, and exactly when it is off again', () => {
    const acceptedAnswers = ['1000'];

    const graded = [false, true, false].map((lenient) => gradeAnswer({ acceptedAnswers, lenient }, { text: '1,000' }));
    expect(graded).toEqual([false, true, false]);
  });

  test.each(['1', '1,', '1,000', '1、000', '1,000、', ',000', '1。', '3.14,', '。'])(
    'the time to normalise a text of repeated %j grows linearly, not with the square of its length',
    async (piece) => {
      expect(await growthOf((text) => normaliseText(text, true), piece, 32)).toBeLessThan(32);
    },
  );
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
    expect(gradeAnswer({ acceptedAnswers: ['\u200b'] }, { text: '\ufeff' })).toBe(false);
  });
});
