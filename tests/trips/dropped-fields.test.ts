/**
 * Tests answers that lack one field: only what the specification names is required, and a screen shows no 0 in place of
 * the field that is missing.
 */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useForeignServer } from '@tests/support/demo';
import { startLayer } from '@tests/support/foreign-servers';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { companySchema } from '@/api/companies';
import { courseDetailSchema, courseSchema } from '@/api/courses';
import { infoSchema } from '@/api/info';
import { lessonSchema } from '@/api/lessons';
import { progressDetailSchema, progressSummarySchema } from '@/api/progress';
import { explanationSchema, questionSetSchema } from '@/api/question-sets';
import { sectionDetailSchema } from '@/api/sections';
import { pageSchema } from '@/api/shapes';
import { currentUserSchema, userSchema } from '@/api/users';

/** The field that the server leaves out of its answers, at any depth; none if undefined. */
let dropped: string | undefined;
useForeignServer((behind) =>
  startLayer(behind, async ({ method, forward }) => {
    const { status, body } = await forward();
    return { status, body: method === 'GET' && status === 200 ? without(dropped, body) : body };
  }),
);
const network = useNetworkStub();

function without(name: string | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => without(name, item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(kept.map(([key, below]) => [key, without(name, below)]));
}

/** Returns the names of all fields of a value, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(namesIn);
  return [...new Set(Array.isArray(value) ? below : [...Object.keys(value), ...below])];
}

const inProgress = ['courses', 'courseId', 'lessonId', 'questionSetId', 'questionId'];

test.each<[call: string, user: string, schema: z.ZodMiniType, required: readonly string[]]>([
  ['/info/', 'student', infoSchema, []],
  ['/me/', 'student', currentUserSchema, ['id', 'role']],
  ['/users/?size=5', 'teacher', pageSchema(userSchema), ['items', 'id']],
  ['/companies/', 'teacher', pageSchema(companySchema), ['items', 'id', 'name']],
  ['/courses/', 'student', pageSchema(courseSchema), ['items', 'id', 'title']],
  ['/courses/git', 'student', courseDetailSchema, ['id', 'title']],
  ['/sections/git-s1', 'student', sectionDetailSchema, ['id', 'title']],
  ['/lessons/git-files', 'student', lessonSchema, ['id', 'title']],
  ['/question-set/git-q-cli', 'student', questionSetSchema, ['id', 'title', 'type', 'body']],
  ['/question-set/git-q-cli/explanation', 'student', explanationSchema, ['questions', 'questionId']],
  ['/progress/detail/user-student', 'student', progressDetailSchema, inProgress],
  ['/progress/summary/user-student', 'student', progressSummarySchema, ['date']],
])('the answer to GET %s is read without any field but the required ones', async (call, user, schema, required) => {
  const body = await callAs(user, 'GET', call);
  const names = namesIn(body);
  const refused = names.filter((name) => !z.safeParse(schema, without(name, body)).success);

  expect(names.length).toBeGreaterThan(1);
  expect(refused.toSorted()).toEqual(required.toSorted());
});

const main = () => document.querySelector('main')?.textContent ?? '';
/** Counts the zeros on the screen, and the words that say the same. */
const zeros = () =>
  main().match(/(?<![\d.:/年月])0(?![\d.:])|はまだありません|すべて読み終えました|準備しています|最後のレッスン/g)
    ?.length ?? 0;

async function open(user: string, path: string): Promise<void> {
  await renderApp({ user, path });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(network.inFlightCount()).toBe(0));
  // Charts are loaded late, and have zeros of their own.
  await vi.dynamicImportSettled();
}

const lists = ['readLessons', 'questionSets', 'studyDays', 'lessonCount', 'sections', 'chapters', 'lessons'];
test.each<[name: string, user: string, path: string, fields: readonly string[]]>([
  ['home', 'student', '/', [...lists, 'reads']],
  ['a course', 'student', '/courses/git', [...lists, 'updatedAt']],
  ['a lesson', 'student', '/lessons/git-files', [...lists, 'updatedAt']],
  ['a section', 'student', '/sections/git-s1', lists],
  ['a course in the editor', 'teacher', '/courses/git', lists],
  ['a section in the editor', 'teacher', '/sections/git-s1', lists],
  ['a lesson in the editor', 'teacher', '/lessons/edit/git-files', lists],
  ['a question set', 'student', '/question/solve/git-q-cli', [...lists, 'choices', 'updatedAt']],
  [
    'the own progress',
    'student',
    '/mypage',
    [...lists, 'submitCount', 'readLessonCount', 'maxScore', 'courseCount', 'reads'],
  ],
  ['the people', 'teacher', '/companies?view=people', ['progress', 'role', 'companyId', 'lessonCount', 'state']],
  ['a company', 'teacher', '/companies/minato', ['figures', 'userCount', 'progress', 'active', 'readLessonCount']],
])('%s opens without each of its fields, and shows no 0 for it', async (_, user, path, fields) => {
  const found: string[] = [];
  dropped = undefined;
  await open(user, path);
  // Once more, now that the code of all parts is loaded.
  document.body.replaceChildren();
  await open(user, path);
  const known = zeros();
  for (const field of fields) {
    document.body.replaceChildren();
    dropped = field;
    await open(user, path);
    if (zeros() > known || /不明なエラー|読み取れません|NaN|undefined/.test(main())) found.push(`${field}: ${main()}`);
  }
  expect(found).toEqual([]);
});
