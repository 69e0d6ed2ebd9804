/** Tests messages about fields: missing and invalid values differ, and forms use the same sentences. */
import { parseValue } from '@server/api/http/body';
import { Problem } from '@server/api/shared/problem';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { newChapterSchema } from '@/api/chapters';
import { newCourseSchema } from '@/api/courses';
import { newLessonSchema } from '@/api/lessons';
import { newQuestionSchema } from '@/api/question-set-edits';
import { newSubmitSchema } from '@/api/submits';
import { newUserSchema } from '@/api/user-edits';

function saidByServer(schema: z.core.$ZodType, value: unknown) {
  try {
    parseValue(schema, value);
    return [];
  } catch (error) {
    return error instanceof Problem ? error.extras.errors : error;
  }
}

const schema = z.object({ username: z.string().check(z.regex(/^[a-z]+$/)), email: z.optional(z.email()) });

test.each([
  [{}, '入力してください。'],
  [{ username: '' }, '入力してください。'],
  [{ username: 'あ' }, '使えない文字が含まれているか、長さが合っていません。'],
])('the message for the invalid value %j is %s', (value, message) => {
  expect(saidByServer(schema, value)).toEqual([{ path: 'username', message }]);
});

test('the first of several faults of a field is reported', () => {
  const strict = z.object({ name: z.string().check(z.minLength(3), z.regex(/^[a-z]+$/)) });

  expect(saidByServer(strict, { name: 'あ' })).toEqual([{ path: 'name', message: '3文字以上にしてください。' }]);
});

/** Reads the messages with the module that every form imports. */
async function saidByForm(form: z.core.$ZodType, value: unknown) {
  await import('@/ui/forms/use-app-form');
  const issues = z.safeParse(form, value).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

const person = { username: 'a', password: 'long-enough', name: '名', role: 'STUDENT' };
const lesson = { chapterId: 'k', title: '題' };
const question = { id: 'q', type: 'single', body: '問', choices: [] };
const findings: [string, z.core.$ZodType, object][] = [
  ['a field that is missing', newUserSchema, { ...person, name: undefined }],
  ['an empty one', newCourseSchema, { title: ' ' }],
  ['one of another type', newCourseSchema, { title: 5 }],
  ['too few letters', newUserSchema, { ...person, password: 'short' }],
  ['too many', newChapterSchema, { sectionId: 's', title: '題'.repeat(201) }],
  ['letters that may not be', newUserSchema, { ...person, username: 'あ' }],
  ['no address', newUserSchema, { ...person, email: 'nobody' }],
  ['none of the choices', newUserSchema, { ...person, role: 'KING' }],
  ['no choice at all', newUserSchema, { ...person, role: undefined }],
  ['a number too small', newLessonSchema, { ...lesson, minutes: 0 }],
  ['too large', newLessonSchema, { ...lesson, minutes: 601 }],
  ['not whole', newLessonSchema, { ...lesson, minutes: 1.5 }],
  ['none', newLessonSchema, { ...lesson, minutes: '五' }],
  ['an id that is none', newLessonSchema, { ...lesson, chapterId: '../x' }],
  ['an id that is missing', newLessonSchema, { title: '題' }],
  ['a UUID that is none', newSubmitSchema, { clientSubmitId: 'x' }],
  ['a list too long', newQuestionSchema, { ...question, choices: Array(21).fill({ id: 'a', body: 'a' }) }],
  ['a list too short', z.object({ list: z.array(z.string()).check(z.minLength(1)) }), { list: [] }],
  ['either of two', z.object({ address: z.union([z.literal(''), z.email()]) }), { address: 'a@' }],
  ['a truth that is none', z.object({ active: z.boolean() }), { active: 'x' }],
];

/** The server's messages, computed before a form sets zod's messages for the whole process. */
const said = findings.map(([what, finding, value]) => [what, finding, value, saidByServer(finding, value)] as const);

test.each(said)('server and forms have the same message for %s', async (_, finding, value, words) => {
  expect(words).not.toEqual([]);
  expect(words).toEqual(await saidByForm(finding, value));
});
