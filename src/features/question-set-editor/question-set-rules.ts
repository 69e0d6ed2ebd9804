/**
 * Validates a question set before it is sent: the wire schema's limits, the server's rules, and some rules of the
 * editor itself.
 */
import * as z from 'zod/mini';

import { normaliseText } from '@/api/grading';
import type { FieldError } from '@/api/network/errors';
import { findFaults, findRepeatedIds, REPEATED_ID } from '@/api/question-rules';
import { MAX_QUESTIONS, newQuestionSchema, newQuestionSetSchema } from '@/api/question-set-edits';
import { describeIssue } from '@/lib/field-messages';

import { type QuestionForm, type QuestionSetForm, questionSetFormShape, toNewQuestion } from './question-set-form';

const titleSchema = z.pick(newQuestionSetSchema, { title: true });

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Returns for each text the index of an earlier text that counts as equal, or -1. */
export function findRepeats(texts: readonly string[], isLenient = false): number[] {
  const normalised = texts.map((text) => normaliseText(text, isLenient));
  return normalised.map((text, index) => (text === '' ? -1 : normalised.slice(0, index).indexOf(text)));
}

/** Writes a text in other kana, and its numbers with other points and thousands separators. */
function respell(text: string): string[] {
  const shift = (letters: RegExp, distance: number) =>
    text.replace(letters, (kana) => String.fromCharCode(kana.charCodeAt(0) + distance));
  return [
    text.replace(/(?<=\d)\.(?=\d)/g, '。'),
    text.replace(/(?<=\d)。(?=\d)/g, '.'),
    text.replace(/(?<=\d)[,、](?=\d)/g, ''),
    text.replace(/(?<![\d.,、])[1-9]\d{3,14}(?!\d)/g, (number) => Number(number).toLocaleString('en')),
    shift(/[ァ-ヶヽヾ]/g, -0x60),
    shift(/[ぁ-ゖゝゞ]/g, 0x60),
  ];
}

/** Returns spellings of the accepted answers that only the lenient setting makes right. */
export function lenientSpellings(accepted: readonly string[]): string[] {
  const exact = new Set(accepted.map((text) => normaliseText(text)));
  const lenient = new Set(accepted.map((text) => normaliseText(text, true)));
  const isAdded = (text: string) => !exact.has(normaliseText(text)) && lenient.has(normaliseText(text, true));
  return [...new Set(accepted.flatMap((text) => respell(text.trim().normalize('NFKC'))).filter(isAdded))];
}

/** Returns true for an accepted answer of spaces or invisible characters, which no learner's answer can equal. */
const isNoAnswer = (text: string) => normaliseText(text) === '';

const BLANK_ANSWER = '正解を入力するか、この行を削除してください。';

/**
 * Checks the accepted answers. Equal answers are no error, because sets saved under an older rule may have them
 * (QuestionPanel.tsx names them).
 */
function checkAcceptedAnswers({ acceptedAnswers }: QuestionForm): FieldError[] {
  const message = acceptedAnswers.every(isNoAnswer) ? '正解を入力してください。' : BLANK_ANSWER;
  return acceptedAnswers.flatMap((text, index) =>
    isNoAnswer(text) ? [{ path: `acceptedAnswers.${index}`, message }] : [],
  );
}

/** Checks for blank texts, which the server allows: a blank text shows the learner nothing. */
function checkTexts(question: QuestionForm): FieldError[] {
  const body = isBlank(question.body) ? [{ path: 'body', message: '問題文を入力してください。' }] : [];
  if (question.type === 'text') return [...body, ...checkAcceptedAnswers(question)];
  const choices = question.choices.flatMap((choice, index) =>
    isBlank(choice.body) ? [{ path: `choices.${index}.body`, message: '選択肢を入力してください。' }] : [],
  );
  return [...body, ...choices];
}

/** Checks the limits of the wire schema, with the same messages as in all forms. */
function checkLimits(schema: z.core.$ZodType, value: unknown): FieldError[] {
  const issues = z.safeParse(schema, value, { error: describeIssue }).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Returns a field's position on the screen, for listing errors from top to bottom. */
function rankOf({ path }: FieldError): number {
  const fields = ['id', 'body', 'choices', 'correctChoiceIds', 'correctOrder', 'acceptedAnswers', 'explanation'];
  const [field = '', position = '-1'] = path.split('.');
  return fields.indexOf(field) * 1000 + Number(position);
}

/** Keeps only the first message of each field. */
function firstOfEach(errors: readonly FieldError[]): FieldError[] {
  return errors.filter((error, index) => errors.findIndex(({ path }) => path === error.path) === index);
}

function checkQuestion(question: QuestionForm): FieldError[] {
  const written = toNewQuestion(question);
  // A missing accepted answer is reported on each empty row, so the same error of the whole list is left out.
  const isSaidOnRows = (field: string) => field === 'acceptedAnswers' && question.acceptedAnswers.length > 0;
  const faults = findFaults(written).filter(([field]) => !isSaidOnRows(field));
  const found = [
    ...checkTexts(question),
    ...faults.map(([path, message]) => ({ path, message })),
    ...checkLimits(newQuestionSchema, written),
  ];
  return firstOfEach(found).sort((a, b) => rankOf(a) - rankOf(b));
}

/** Memoised per question, because a key press changes only one question of perhaps a hundred. */
const knownErrors = new WeakMap<QuestionForm, FieldError[]>();

function checkOnce(question: QuestionForm): FieldError[] {
  const errors = knownErrors.get(question) ?? checkQuestion(question);
  knownErrors.set(question, errors);
  return errors;
}

function checkWhole({ title, questions }: QuestionSetForm): FieldError[] {
  return firstOfEach([
    ...(isBlank(title) ? [{ path: 'title', message: 'タイトルを入力してください。' }] : []),
    ...checkLimits(titleSchema, { title }),
    ...(questions.length === 0 ? [{ path: 'questions', message: '問題を1つ以上追加してください。' }] : []),
    ...(questions.length > MAX_QUESTIONS ? [{ path: 'questions', message: `問題は${MAX_QUESTIONS}問までです。` }] : []),
    ...findRepeatedIds(questions).map((index) => ({ path: `questions.${index}.id`, message: REPEATED_ID })),
  ]);
}

/**
 * Returns all errors that prevent saving a set: one message per field, from top to bottom, with the paths that the
 * server uses.
 */
export function checkQuestionSet(form: QuestionSetForm): FieldError[] {
  const ofQuestions = form.questions.flatMap((question, index) =>
    checkOnce(question).map(({ path, message }) => ({ path: `questions.${index}.${path}`, message })),
  );
  return [...checkWhole(form), ...ofQuestions];
}

/**
 * Returns for each choice the index of an earlier choice that looks the same to the learner, or -1; allowed, but
 * probably a mistake.
 */
export function findRepeatedChoices({ choices }: QuestionForm): number[] {
  return findRepeats(choices.map(({ body }) => body));
}

/** The form's schema, which checks the types of a set's fields and then all rules. */
export const questionSetFormSchema = questionSetFormShape.check((context) => {
  for (const { path, message } of checkQuestionSet(context.value)) {
    context.issues.push({ code: 'custom', input: context.value, path: path.split('.'), message });
  }
});
