/** Tests the names of questions and their fields in the editor. */
import { describe, expect, test } from 'vitest';

import { firstWords, labelsFor, questionIndexOf, steadyPath } from '@/features/question-set-editor/editor-words';

describe("the first words of a question's text", () => {
  test.each([
    ['空の色は', '空の色は'],
    ['**太字**と`code`と[リンク](https://example.com)', '太字とcodeとリンク'],
    ['# 見出し\n\n- 一つ\n- 二つ', '見出し 一つ 二つ'],
    ['![空の写真](content:abc)\n\n何色ですか', '空の写真 何色ですか'],
    ['{漢字|かんじ}の読み', '漢字の読み'],
    ['3 * 4 の答え', '3 * 4 の答え'],
    ['snake_case_name とは', 'snake_case_name とは'],
    ['> 引用', '引用'],
    ['```js\nconst a = 1;\n```', 'const a = 1;'],
    ['   \n　', ''],
    ['あ'.repeat(60), `${'あ'.repeat(40)}…`],
    [`a${'𩸽'.repeat(60)}`, `a${'𩸽'.repeat(39)}…`],
  ])('%s', (markdown, words) => {
    expect(firstWords(markdown)).toBe(words);
  });
});

test('the question editor names fields by their numbers', () => {
  const paths = [
    'title',
    'questions',
    'questions.0.body',
    'questions.1.choices',
    'questions.1.choices.2.body',
    'questions.1.correctChoiceIds',
    'questions.2.acceptedAnswers.0',
    'questions.9.explanation',
  ];

  expect(paths.map((path) => labelsFor(paths)[path])).toEqual([
    'タイトル',
    '問題',
    '問1の問題文',
    '問2の選択肢',
    '問2の選択肢3',
    '問2の正解',
    '問3の正解1',
    '問10の解説',
  ]);
});

test('a field keeps its name when its question is moved', () => {
  const question = (id: string) => ({
    id,
    type: 'single' as const,
    body: '',
    choices: [
      { id: `${id}-a`, body: '' },
      { id: `${id}-b`, body: '' },
    ],
    correctChoiceIds: [],
    acceptedAnswers: [],
    explanation: '',
  });
  const [one, two] = [question('x'), question('y')];

  expect(steadyPath({ title: '', questions: [one, two] }, 'questions.1.choices.0.body')).toBe('y.choices.y-a.body');
  expect(steadyPath({ title: '', questions: [two, one] }, 'questions.0.choices.0.body')).toBe('y.choices.y-a.body');
  expect(steadyPath({ title: '', questions: [one] }, 'title')).toBe('title');
  expect(questionIndexOf('questions.12.body')).toBe(12);
  expect(questionIndexOf('title')).toBeUndefined();
});
