import { callAs, useOwnServer } from '@tests/support/demo';
// @vitest-environment jsdom
/**
 * Tests for every field that a call writes: the server stores it, a duplicate has it, the audit log names it in
 * Japanese, and a form can leave it empty. The tables are typed, so that a new field without a value here is a type
 * error.
 */
import { duplicate, make, signInTeacher } from '@tests/support/duplicated-course';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Assignment, NewAssignment, UpdateAssignment } from '@/api/assignments';
import type { NewChapter } from '@/api/chapters';
import { type NewCompany, newCompanySchema } from '@/api/companies';
import { type CourseDetail, fetchCourse, type NewCourse, newCourseSchema } from '@/api/courses';
import { fetchLesson, type NewLesson, newLessonSchema } from '@/api/lessons';
import { type NewQuestion, newQuestionSchema, type NewQuestionSet } from '@/api/question-set-edits';
import { fetchSection, type NewSection, newSectionSchema } from '@/api/sections';
import { newUserSchema, type UpdateUser, updateUserSchema } from '@/api/user-edits';
import { lessonFormSchema } from '@/features/lessons/lesson-form';
import { ownDetailsSchema } from '@/features/profile/account-schemas';
import { newUserFormSchema, userFormSchema } from '@/features/users/UserFormScreen';
import { fetchWholeQuestionSet } from '@/queries/curriculum/question-set-writes';

useOwnServer('every-field');
beforeAll(() => signInTeacher(true), 120_000);

/**
 * Two values for each field: the one that a thing is made with, and the one that it is changed to. `Place` are the
 * fields that say where a thing belongs; other tests change them.
 */
type Values<Fields, Place extends keyof Fields = never> = {
  [Name in Exclude<keyof Required<Fields>, Place>]: readonly [Fields[Name], Fields[Name]];
};

const course: Values<NewCourse, 'order'> = {
  title: ['操船', '操船の基礎'],
  description: ['初めての説明', '次の説明'],
  status: ['published', 'draft'],
  thumbnailContentId: ['git-img-tree', null],
};
const section: Values<NewSection, 'order' | 'courseId'> = {
  title: ['前半', '前の半分'],
  description: ['前の説明', '後の説明'],
};
const chapter: Values<NewChapter, 'order' | 'sectionId'> = { title: ['章', '序章'] };
const lesson: Values<NewLesson, 'order' | 'chapterId'> = {
  title: ['一', '第一課'],
  minutes: [7, 9],
  contentId: ['git-terminal-md', null],
};
const choices = [
  { id: 'a', body: 'ア' },
  { id: 'b', body: 'イ' },
];
const [explanation, ids] = ['理由', { right: ['b'], wrong: ['a'] }];
const questions: NewQuestion[] = [
  { id: 'q1', type: 'multiple', body: '複', choices, correctChoiceIds: ids.right, explanation, shuffle: true },
  { id: 'q2', type: 'order', body: '順', choices, correctOrder: ['b', 'a'], explanation },
  { id: 'q3', type: 'text', body: '語', choices: [], acceptedAnswers: ['答'], explanation, lenient: true },
];
const firstQuestion = { id: 'q1', explanation: '別の理由', shuffle: false };
const changedQuestions: NewQuestion[] = [
  { ...firstQuestion, type: 'single', body: '単', choices: choices.toReversed(), correctChoiceIds: ids.wrong },
  { id: 'q2', type: 'order', body: '順', choices, correctOrder: ['a', 'b'], explanation },
  { id: 'q3', type: 'text', body: '語', choices: [], acceptedAnswers: ['別'], explanation, lenient: false },
];
const set: Values<NewQuestionSet, 'order' | 'lessonId'> = {
  title: ['確認', '確認問題'],
  questions: [questions, changedQuestions],
};
const company: Values<NewCompany> = { name: ['北海商会', '北海海運'], note: ['契約あり', '契約なし'] };
const user: Values<UpdateUser, 'updatedAt' | 'currentPassword'> = {
  username: ['kita-1', 'kita-2'],
  name: ['北 一郎', '北 二郎'],
  nameKana: ['キタ イチロウ', 'キタ ジロウ'],
  email: ['kita1@example.jp', 'kita2@example.jp'],
  role: ['STUDENT', 'STAFF'],
  companyId: ['minato', null],
  password: ['umibe-no-kissaten', 'yama-no-kissaten'],
  active: [true, false],
};
const assignment: Values<UpdateAssignment, 'updatedAt'> = {
  dueAt: ['2027-01-31T14:59:59.000Z', '2027-02-28T14:59:59.000Z'],
  note: ['初回', '次回'],
  userIds: [['user-student'], ['user-student', 'user-student2']],
};

type Fields = Record<string, unknown>;
const valuesOf = (values: Readonly<Record<string, readonly [unknown, unknown]>>, which: 0 | 1): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, both]) => [name, both[which]]));

/** Makes one of each kind with all fields. */
async function makeAll() {
  const { id: courseId } = await make('/courses/', valuesOf(course, 0));
  const { id: sectionId } = await make('/sections/', { courseId, ...valuesOf(section, 0) });
  const { id: chapterId } = await make('/chapters/', { sectionId, ...valuesOf(chapter, 0) });
  const { id: lessonId } = await make('/lessons/', { chapterId, ...valuesOf(lesson, 0) });
  const { id: setId } = await make('/question-set/', { lessonId, ...valuesOf(set, 0) });
  return { courseId, sectionId, chapterId, lessonId, setId };
}

const parts = ({ sections = [] }: CourseDetail) => {
  const chapterRead = sections[0]?.chapters?.[0];
  return {
    sectionId: sections[0]?.id ?? '',
    chapterTitle: chapterRead?.title,
    lessonId: chapterRead?.lessons?.[0]?.id ?? '',
  };
};

/** Reads every field of a course and of one section, chapter, lesson and question set of it. */
async function readAll(courseId: string) {
  const whole = await fetchCourse(courseId);
  const { sectionId, chapterTitle, lessonId } = parts(whole);
  const { questionSets = [], ...read } = await fetchLesson(lessonId);
  const { set: readSet, explanation } = await fetchWholeQuestionSet(questionSets[0]?.id ?? '');
  const answers = new Map(explanation.questions.map((answer) => [answer.questionId, answer]));
  const readQuestions = readSet.questions.map((question) => ({ ...answers.get(question.id), ...question }));
  return {
    course: whole,
    section: await fetchSection(sectionId),
    chapterTitle,
    lesson: read,
    set: readSet,
    questions: readQuestions,
  };
}

type Read = Awaited<ReturnType<typeof readAll>>;

/** Replaces the ids of choices by their positions, because the choices of a duplicate have new ids. */
const toPlaces = ({ questions: all }: Pick<Read, 'questions'>) =>
  all.map(({ choices: its, correctChoiceIds, correctOrder, ...question }) => {
    const places = (ids: readonly string[] = []) => ids.map((id) => its.findIndex((choice) => choice.id === id));
    const { body, type, explanation, acceptedAnswers, shuffle, lenient } = question;
    const bodies = its.map((choice) => choice.body);
    return {
      body,
      type,
      explanation,
      acceptedAnswers,
      shuffle,
      lenient,
      bodies,
      right: places(correctChoiceIds),
      order: places(correctOrder),
    };
  });

const expected = toPlaces({ questions: questions as Read['questions'] });

test('the questions of this file have every field between them', () => {
  const names = new Set(questions.flatMap((question) => Object.keys(question)));
  expect([...names].toSorted()).toEqual(Object.keys(newQuestionSchema.shape).toSorted());
});

function expectEveryField(read: Read, changes: Fields = {}): void {
  expect(read.course).toMatchObject({ ...valuesOf(course, 0), ...changes });
  expect(read.section).toMatchObject(valuesOf(section, 0));
  expect(read.chapterTitle).toBe(chapter.title[0]);
  expect(read.lesson).toMatchObject(valuesOf(lesson, 0));
  expect(read.set.title).toBe(set.title[0]);
  const found = toPlaces(read);
  found.forEach((question, at) => {
    const wanted = Object.entries(expected[at] ?? {}).filter(([, value]) => value !== undefined);
    expect(question).toMatchObject(Object.fromEntries(wanted));
  });
  expect(found).toHaveLength(expected.length);
}

test('every field of a course, section, chapter, lesson and question set is stored, and its duplicate has it', async () => {
  const { courseId } = await makeAll();
  const job = { kind: 'course', id: courseId, targetId: undefined } as Parameters<typeof duplicate>[0];
  const { differences } = await duplicate(job);

  expectEveryField(await readAll(courseId));
  expect(differences).toBeUndefined();
  expectEveryField(await readAll(job.targetId ?? ''), { title: `${course.title[0]}のコピー`, status: 'draft' });
});

/** Returns the details of the newest entry of the audit log. */
async function newestDetails(): Promise<string> {
  const { items } = (await callAs('admin', 'GET', '/audit/?details=1&size=1')) as { items: { details?: string }[] };
  return items[0]?.details ?? '';
}

describe('the audit log names every changed field in Japanese', () => {
  test.each<[what: string, path: (made: Awaited<ReturnType<typeof makeAll>>) => string, values: Fields, count: number]>(
    [
      ['a course', ({ courseId }) => `/courses/${courseId}`, valuesOf(course, 1), 4],
      ['a section', ({ sectionId }) => `/sections/${sectionId}`, valuesOf(section, 1), 2],
      ['a chapter', ({ chapterId }) => `/chapters/${chapterId}`, valuesOf(chapter, 1), 1],
      ['a lesson', ({ lessonId }) => `/lessons/${lessonId}`, valuesOf(lesson, 1), 3],
    ],
  )('%s', async (_what, path, values, count) => {
    await callAs('teacher', 'PATCH', path(await makeAll()), values);

    const details = (await newestDetails()).replace(/^コース：[^、]*、/, '').split('、');
    expect(details).toHaveLength(count);
    expect(details.join('、')).not.toMatch(/[a-z]/i);
  });

  test('a question set, with every field of its questions', async () => {
    const { setId, lessonId } = await makeAll();
    await callAs('teacher', 'PUT', `/question-set/${setId}`, { lessonId, ...valuesOf(set, 1) });

    const details = await newestDetails();
    expect(details).not.toMatch(/[a-z]/i);
    for (const words of [
      'タイトル',
      '問題文',
      '形式',
      '選択肢',
      '解説',
      '選択肢の並べ替え',
      '問2の正解',
      '問3の正解',
      '表記の区別',
    ])
      expect(details).toContain(words);
  });

  test('a company, a user and an assignment', async () => {
    const { id: companyId } = (await callAs('admin', 'POST', '/companies/', valuesOf(company, 0))) as Assignment;
    await callAs('admin', 'PATCH', `/companies/${companyId}`, valuesOf(company, 1));
    expect((await newestDetails()).replace(/：.*?(?=、|$)/, '')).toBe('企業名、メモ');

    const { active: _, ...newUser } = valuesOf(user, 0);
    const { id: userId } = (await callAs('admin', 'POST', '/users/', newUser)) as Assignment;
    await callAs('admin', 'PATCH', `/users/${userId}`, valuesOf(user, 1));
    const details = await newestDetails();
    expect(details.split('、')).toHaveLength(Object.keys(user).length);
    expect(details).toContain('利用停止');
    expect(details).not.toMatch(/[a-z]/i);

    const id = 'every-field-assignment';
    const { courseId } = await makeAll();
    const newAssignment: NewAssignment = { id, courseId, dueAt: assignment.dueAt[0] ?? '', userIds: ['user-student'] };
    await callAs('admin', 'POST', '/assignments/', { ...newAssignment, note: assignment.note[0] });
    await callAs('admin', 'PATCH', `/assignments/${id}`, valuesOf(assignment, 1));
    const words = (await newestDetails()).split('、').slice(1);
    expect(words.map((each) => each.split('：')[0])).toEqual(['期限', '人数', 'メモ']);
  });
});

type Shape = Readonly<Record<string, z.ZodMiniType>>;

test.each<[form: string, shape: Shape, call: Shape]>([
  ['course', newCourseSchema.shape, newCourseSchema.shape],
  ['section', newSectionSchema.shape, newSectionSchema.shape],
  ['lesson', lessonFormSchema.shape, newLessonSchema.shape],
  ['company', newCompanySchema.shape, newCompanySchema.shape],
  ['new user', newUserFormSchema.shape, newUserSchema.shape],
  ['user', userFormSchema.shape, updateUserSchema.shape],
  ['own account', ownDetailsSchema.shape, updateUserSchema.shape],
])('the %s form can leave every field empty that the call may clear', (_form, shape, call) => {
  const cleared = Object.keys(shape).filter((name) => call[name] && z.safeParse(call[name], null).success);
  // The picker of covers sets null itself; every other control is empty as ''.
  for (const name of cleared.filter((each) => each !== 'thumbnailContentId')) {
    const left = z.safeParse(shape[name] ?? z.never(), '');
    expect([name, left.success && z.safeParse(call[name] ?? z.never(), left.data).success]).toEqual([name, true]);
  }
});
