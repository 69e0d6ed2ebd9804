/** Tests the editor's validation rules for question sets, and that the server's rules agree with them. */
import { checkQuestions } from '@server/api/curriculum/write-question-sets';
import { parseValue } from '@server/api/http/body';
import { Problem } from '@server/api/shared/problem';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { newQuestionSetSchema } from '@/api/question-set-edits';
import {
  type QuestionForm,
  type QuestionSetForm,
  toNewQuestionSet,
} from '@/features/question-set-editor/question-set-form';
import {
  checkQuestionSet,
  findRepeatedChoices,
  lenientSpellings,
  questionSetFormSchema,
} from '@/features/question-set-editor/question-set-rules';

const choices = ['a', 'b', 'c'].map((id) => ({ id, body: `選択肢 ${id}` }));
const base: QuestionForm = {
  id: 'q1',
  type: 'single',
  body: '問い',
  choices,
  correctChoiceIds: ['a'],
  acceptedAnswers: [''],
  explanation: '',
};
const text: QuestionForm = { ...base, type: 'text', choices: [], correctChoiceIds: [], acceptedAnswers: ['東京'] };
const setOf = (...questions: QuestionForm[]): QuestionSetForm => ({ title: '確認問題', questions });
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

/** Returns the paths that the server refuses in a request; [] when it accepts the set. */
function refusedByServer(form: QuestionSetForm): string[] {
  try {
    checkQuestions(parseValue(newQuestionSetSchema, { lessonId: 'l1', ...toNewQuestionSet(form) }).questions);
    return [];
  } catch (error) {
    if (error instanceof Problem) return (error.extras.errors ?? []).map(({ path }) => path);
    throw error;
  }
}

type Case = [name: string, form: QuestionSetForm, path: string];

const refusedByBoth: Case[] = [
  ['no title', { ...setOf(base), title: '' }, 'title'],
  ['a blank title', { ...setOf(base), title: '　' }, 'title'],
  ['a title of 201 letters', { ...setOf(base), title: 'あ'.repeat(201) }, 'title'],
  ['101 questions', setOf(...many(101, (index) => ({ ...base, id: `q${index}` }))), 'questions'],
  ['no body', setOf({ ...base, body: '' }), 'questions.0.body'],
  ['a body of 20,001 letters', setOf({ ...base, body: 'あ'.repeat(20_001) }), 'questions.0.body'],
  ['an explanation of 20,001 letters', setOf({ ...base, explanation: 'あ'.repeat(20_001) }), 'questions.0.explanation'],
  ['an empty choice', setOf({ ...base, choices: [...choices, { id: 'd', body: '' }] }), 'questions.0.choices.3.body'],
  ['one choice only', setOf({ ...base, choices: choices.slice(0, 1) }), 'questions.0.choices'],
  [
    '21 choices',
    setOf({ ...base, choices: [...choices, ...many(18, (index) => ({ id: `x${index}`, body: `${index}` }))] }),
    'questions.0.choices',
  ],
  ['no right choice', setOf({ ...base, correctChoiceIds: [] }), 'questions.0.correctChoiceIds'],
  [
    'two right choices in a single-choice question',
    setOf({ ...base, correctChoiceIds: ['a', 'b'] }),
    'questions.0.correctChoiceIds',
  ],
  [
    'no right choice of several',
    setOf({ ...base, type: 'multiple', correctChoiceIds: [] }),
    'questions.0.correctChoiceIds',
  ],
  [
    'a right choice that is gone',
    setOf({ ...base, type: 'multiple', correctChoiceIds: ['z'] }),
    'questions.0.correctChoiceIds',
  ],
  [
    'an ordering question with one choice',
    setOf({ ...base, type: 'order', choices: choices.slice(0, 1) }),
    'questions.0.choices',
  ],
  ['a text without answers', setOf({ ...text, acceptedAnswers: [] }), 'questions.0.acceptedAnswers'],
  ['51 accepted answers', setOf({ ...text, acceptedAnswers: many(51, String) }), 'questions.0.acceptedAnswers'],
  [
    'an answer of 501 letters',
    setOf({ ...text, acceptedAnswers: ['あ'.repeat(501)] }),
    'questions.0.acceptedAnswers.0',
  ],
  ['an empty answer', setOf({ ...text, acceptedAnswers: ['東京', ''] }), 'questions.0.acceptedAnswers.1'],
  ['a question twice', setOf(base, base), 'questions.1.id'],
  ['the second question only', setOf(base, { ...base, id: 'q2', body: '' }), 'questions.1.body'],
];

const refusedByEditorOnly: Case[] = [
  ['no questions', setOf(), 'questions'],
  ['a blank body', setOf({ ...base, body: ' \n　' }), 'questions.0.body'],
  ['a blank choice', setOf({ ...base, choices: [...choices, { id: 'd', body: '　' }] }), 'questions.0.choices.3.body'],
  ['a blank answer', setOf({ ...text, acceptedAnswers: ['東京', ' '] }), 'questions.0.acceptedAnswers.1'],
  ['an invisible answer', setOf({ ...text, acceptedAnswers: ['東京', '\u200b'] }), 'questions.0.acceptedAnswers.1'],
];

const taken: [name: string, form: QuestionSetForm][] = [
  ['one right choice', setOf(base)],
  ['several right choices', setOf({ ...base, type: 'multiple', correctChoiceIds: ['a', 'c'] })],
  ['a text', setOf(text)],
  // Answers that differ only in dashes or width are accepted: sets that were saved before the app treated such answers
  // as equal must still be editable.
  ['equal answers', setOf({ ...text, acceptedAnswers: ['-5', '−5', 'ＡＢＣ', ' abc '] })],
  ['an order', setOf({ ...base, type: 'order' })],
  ['fields of another question type', setOf({ ...base, type: 'text', acceptedAnswers: ['東京'] })],
  ['equal choices', setOf({ ...base, choices: choices.map(({ id }) => ({ id, body: '同じ' })) })],
  ['100 questions', setOf(...many(100, (index) => ({ ...base, id: `q${index}` })))],
];

describe('validation by editor and server', () => {
  test.each(refusedByBoth)('editor and server both refuse %s, at the same path', (_name, form, path) => {
    const found = checkQuestionSet(form);

    expect(found.map((error) => error.path)).toContain(path);
    expect(refusedByServer(form)).toContain(path);
    for (const { message } of found) expect(message).toMatch(/。$/);
  });

  test.each(taken)('editor and server both accept %s', (_name, form) => {
    expect(checkQuestionSet(form)).toEqual([]);
    expect(refusedByServer(form)).toEqual([]);
  });

  test.each(refusedByEditorOnly)('only the editor refuses %s', (_name, form, path) => {
    expect(checkQuestionSet(form)).toMatchObject([{ path }]);
    expect(refusedByServer(form)).toEqual([]);
  });

  test.each([...refusedByBoth, ...refusedByEditorOnly])(
    'what the server refuses, the editor refuses: %s',
    (_name, form) => {
      const paths = checkQuestionSet(form).map((error) => error.path);

      expect(paths).toEqual(expect.arrayContaining(refusedByServer(form)));
    },
  );
});

test('a field has one message, and errors are in the order of the fields', () => {
  const form = setOf(
    { ...base, body: '', choices: choices.slice(0, 1), correctChoiceIds: [] },
    { ...text, id: 'q2', acceptedAnswers: ['', '　'] },
  );

  expect(checkQuestionSet({ ...form, title: '' })).toEqual([
    { path: 'title', message: 'タイトルを入力してください。' },
    { path: 'questions.0.body', message: '問題文を入力してください。' },
    { path: 'questions.0.choices', message: '選択肢を2つ以上入力してください。' },
    { path: 'questions.0.correctChoiceIds', message: '正解の選択肢を1つ選んでください。' },
    { path: 'questions.1.acceptedAnswers.0', message: '正解を入力してください。' },
    { path: 'questions.1.acceptedAnswers.1', message: '正解を入力してください。' },
  ]);
});

test('the form’s schema finds the same errors at the same paths as the editor’s rules', () => {
  const form = setOf({ ...base, body: '', correctChoiceIds: [] });
  const issues = z.safeParse(questionSetFormSchema, form).error?.issues ?? [];

  expect(issues.map(({ path, message }) => ({ path: path.join('.'), message }))).toEqual(checkQuestionSet(form));
  expect(z.safeParse(questionSetFormSchema, setOf(base)).success).toBe(true);
});

test('choices with the same text cause a warning, not an error', () => {
  const bodies = ['りんご', 'ＡＢ', '', ' ab', ''];
  const question = { ...base, choices: bodies.map((body, index) => ({ id: `c${index}`, body })) };

  expect(findRepeatedChoices(question)).toEqual([-1, -1, -1, 1, -1]);
});

test.each<[accepted: string[], spellings: string[]]>([
  [['東京', 'HTTP', '3', '-5', ''], []],
  [['3.14'], ['3。14']],
  [['３．１４'], ['3。14']],
  [['3。14'], ['3.14']],
  [['1000'], ['1,000']],
  [['1,000'], ['1000']],
  [['1234567円'], ['1,234,567円']],
  [['いろは'], ['イロハ']],
  [['イロハ'], ['いろは']],
  [['ﾗｰﾒﾝ'], ['らーめん']],
  [['いろは', 'イロハ'], []],
  [['1000', '1,000', '3.14'], ['3。14']],
  [
    ['999', '0123', '1,2,3', '3.14159', '1.000'],
    ['3。14159', '1。000'],
  ],
])('the lenient setting adds to the accepted answers %j the spellings %j', (accepted, spellings) => {
  expect(lenientSpellings(accepted)).toEqual(spellings);
});
