/** Tests concurrent writes: all requests succeed. On PostgreSQL they run in parallel; PGlite runs one at a time. */
import { randomUUID } from 'node:crypto';

import { beforeAll, expect, test } from 'vitest';

import { useCurriculum } from './support/curriculum';

const { server, patch, post, remove, makeCourse } = useCurriculum();
type Course = Awaited<ReturnType<typeof makeCourse>>;

const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }];
const ROUNDS = 12;
let one: Course;
let other: Course;
let questionSetId: string;

beforeAll(async () => {
  [one, other] = [await makeCourse(), await makeCourse()];
  questionSetId = (await post('/question-set/', { lessonId: one.c, title: '問題', questions })).id;
});

/** Starts all calls concurrently, several times. @returns the distinct statuses. */
async function statusesOf(work: (round: number) => Promise<{ status: number }>[]): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: ROUNDS }, (_, round) => work(round)).flat());
  return [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
}

test('concurrent reordering of siblings → all requests succeed, and `order` has no gaps', async () => {
  const move = (path: string, id: string, order: number) => patch(`/${path}/${id}`, { order });
  expect(
    await statusesOf((round) => [
      move('courses', one.courseId, round % 3),
      move('courses', other.courseId, (round + 1) % 3),
      move('lessons', one.a, round % 2),
      move('lessons', one.b, round % 2),
    ]),
  ).toEqual([200]);
  const { items } = (await server.call('GET', '/api/v1/courses/', { as: 'admin' })).body;
  expect(items.map(({ order }: { order: number }) => order)).toEqual([...items.keys()]);
});

test('reordering courses while lessons and question sets move between them → all requests succeed', async () => {
  const lesson = (id: string, round: number) =>
    patch(`/lessons/${id}`, { chapterId: round % 2 ? one.first : other.second });
  const set = (lessonId: string) =>
    server.call('PUT', `/api/v1/question-set/${questionSetId}`, {
      as: 'staff',
      json: { lessonId, title: '問題', questions },
    });
  expect(
    await statusesOf((round) => [
      patch(`/courses/${one.courseId}`, { order: round % 3 }),
      lesson(one.a, round),
      patch(`/courses/${other.courseId}`, { order: (round + 1) % 3 }),
      lesson(other.b, round + 1),
      set(round % 2 ? one.c : other.c),
    ]),
  ).toEqual([200]);
});

test('deleting courses while lessons move between others and learners study → all requests succeed', async () => {
  const doomed = await Promise.all(Array.from({ length: ROUNDS }, makeCourse));
  const study = (path: string, method: string, json?: unknown) =>
    server.call(method, `/api/v1${path}`, { as: 'student', json });
  const at = new Date().toISOString();
  const clientSubmitId = randomUUID();
  expect(
    await statusesOf((round) => [
      remove(`/courses/${doomed[round]?.courseId}`),
      patch(`/lessons/${one.a}`, { chapterId: round % 2 ? one.first : other.second }),
      study(`/progress/lesson/${one.b}`, 'PUT'),
      study('/submit/', 'POST', {
        clientSubmitId,
        questionSetId,
        questionSetUpdatedAt: at,
        answers: [],
        answeredAt: at,
      }),
      server.call('PATCH', '/api/v1/users/user-student', { as: 'admin', json: { name: `名 ${round}` } }),
    ]),
  ).toEqual([200, 201, 204]);
});
