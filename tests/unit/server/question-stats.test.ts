/**
 * Tests 問題の分析 (question statistics): it agrees with a table that was worked out by hand, and each role sees only what
 * it may.
 */
import { users } from '@server/db/schema';
import { submits } from '@server/db/schema';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { progressDetailSchema } from '@/api/progress';
import { explanationSchema, questionSetSchema } from '@/api/question-sets';
import { setStatsSchema } from '@/api/question-stats';
import { countStats } from '@/study/question-stats';

import { useTestServer } from './support/test-server';

const server = useTestServer();
let setId: string;
const choices = ['a', 'b', 'c'].map((id) => ({ id, body: id }));

/**
 * The last submits by hand: the choice of q1 (a is right), whether q2 was right, the text of q3 (東京 is right).
 *
 * | | q1 | q2 | q3 | score |
 * |---|---|---|---|---|
 * | 1 | a | right | 東京 | 3 |
 * | 2 | a | right | 京都 | 2 |
 * | 3 | b | right | 京都 | 1 |
 * | 4 | b | wrong | ｷｮｳﾄ | 0 |
 * | 5 | c | wrong | 東京 | 1 |
 */
const table: readonly [choice: string, isRight: boolean, text: string][] = [
  ['a', true, '東京'],
  ['a', true, '京都'],
  ['b', true, '京都 '],
  ['b', false, 'ｷｮｳﾄ'],
  ['c', false, '東京'],
];

async function addSubmit(userId: string, [choice, isSecondRight, text]: (typeof table)[number], hour: number) {
  const results = [
    { questionId: 'q1', correct: choice === 'a' },
    { questionId: 'q2', correct: isSecondRight },
    { questionId: 'q3', correct: text === '東京' },
  ];
  const at = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
  const [id, clientSubmitId] = [crypto.randomUUID(), crypto.randomUUID()];
  await server.database.insert(submits).values({
    id,
    userId,
    clientSubmitId,
    questionSetId: setId,
    questionSetUpdatedAt: at,
    results,
    maxScore: 3,
    answers: [
      { questionId: 'q1', choiceIds: [choice] },
      { questionId: 'q2', choiceIds: isSecondRight ? ['a', 'b'] : ['a'] },
      { questionId: 'q3', text },
    ],
    score: results.filter(({ correct }) => correct).length,
    answeredAt: at,
    receivedAt: at,
    studiedAt: at,
  });
}

async function addLearners(count: number, companyId: string, from = 0) {
  for (let index = from; index < from + count; index += 1) {
    const id = `learner-${companyId}-${index}`;
    const person = { username: id, name: id, role: 'STUDENT', companyId, password: 'learner-password' };
    const made = await server.call('POST', '/api/v1/users/', { as: 'admin', json: person });
    const row = table[index % table.length];
    if (!row) throw new Error('no row');
    // An earlier submit of the same learner, which does not count in the statistics.
    await addSubmit(made.body.id, ['c', false, 'まちがい'], 1);
    await addSubmit(made.body.id, row, 2);
  }
}
const stats = async (as: string) => (await server.call('GET', `/api/v1/question-set/${setId}/stats`, { as })).body;

beforeAll(async () => {
  const questions = [
    { id: 'q1', type: 'single', body: '一', choices, correctChoiceIds: ['a'] },
    { id: 'q2', type: 'multiple', body: '二', choices, correctChoiceIds: ['a', 'b'] },
    { id: 'q3', type: 'text', body: '三', choices: [], acceptedAnswers: ['東京'] },
  ];
  const json = { lessonId: 'git-terminal', title: '分析', questions };
  setId = (await server.call('POST', '/api/v1/question-set/', { as: 'teacher', json })).body.id;
  await addLearners(5, 'minato');
  const [staff] = (await server.database.select().from(users)).filter(({ role }) => role === 'STAFF');
  await addSubmit(staff?.id ?? '', ['c', false, '大阪'], 3);
});

test('the question statistics agree with a table worked out by hand: one submit per learner, the last, and learners only', async () => {
  const { peopleCount, questions } = await stats('teacher');

  expect(peopleCount).toBe(5);
  const [q1, q2, q3] = questions;
  expect([q1, q2, q3].map((one) => [one.peopleCount, one.rightCount])).toEqual([
    [5, 2],
    [5, 3],
    [5, 2],
  ]);
  expect(q1.choices).toEqual([
    { id: 'a', body: 'a', isCorrect: true, count: 2 },
    { id: 'b', body: 'b', isCorrect: false, count: 2 },
    { id: 'c', body: 'c', isCorrect: false, count: 1 },
  ]);
  expect(q2.choices.map((choice: { count: number }) => choice.count)).toEqual([5, 3, 0]);
  expect(q3.wrongTexts).toEqual([
    { text: '京都', count: 2 },
    { text: 'ｷｮｳﾄ', count: 1 },
  ]);
  // Right answers to q1: 1 1 0 0 0, to the others 2 1 1 0 1: covariance 0.2, deviations √0.24 and √0.4.
  expect(q1.discrimination).toBeCloseTo(0.2 / Math.sqrt(0.24 * 0.4), 10);
  // Right answers to q2: 1 1 1 0 0, to the others 2 1 0 0 1: covariance 0.12, deviations √0.24 and √0.56.
  expect(q2.discrimination).toBeCloseTo(0.12 / Math.sqrt(0.24 * 0.56), 10);
  // Right answers to q3: 1 0 0 0 1, to the others 2 2 1 0 0: covariance 0, deviations √0.24 and √0.8.
  expect(q3.discrimination).toBeCloseTo(0, 10);
});

test('the app computes the same statistics from the progress of each learner', async () => {
  const read = async (path: string) => (await server.call('GET', `/api/v1${path}`, { as: 'teacher' })).body;
  const set = z.parse(questionSetSchema, await read(`/question-set/${setId}`));
  const explanation = z.parse(explanationSchema, await read(`/question-set/${setId}/explanation`));
  const { items } = await read('/users/?page=1&size=200');
  const people = [];
  for (const { id, role } of items as { id: string; role: string }[]) {
    if (role !== 'STUDENT') continue;
    const { courses } = z.parse(progressDetailSchema, await read(`/progress/detail/${id}`));
    const done = courses
      .flatMap(({ questionSets = [] }) => questionSets)
      .find(({ questionSetId }) => questionSetId === setId);
    if (done?.lastSubmittedAt !== undefined) people.push(done);
  }
  const counted = countStats(
    { ...set, lessonId: set.lessonId ?? '' },
    { explanation: { ...explanation, questionSetId: set.id }, people, minWriters: 1 },
  );
  const fromServer = z.parse(setStatsSchema, await stats('teacher'));

  expect(people).toHaveLength(5);
  expect(counted).toMatchObject({
    ...fromServer,
    questions: fromServer.questions.map((one) => ({ ...one, discrimination: expect.anything() })),
  });
  for (const [index, { discrimination = NaN }] of fromServer.questions.entries()) {
    expect(counted.questions[index]?.discrimination).toBeCloseTo(discrimination, 10);
  }
});

test('staff get statistics of their own company from 10 learners on, and a text answer if three people wrote it', async () => {
  expect(await stats('staff')).toMatchObject({ peopleCount: 5, questions: [], isWithheld: true });
  await addLearners(5, 'minato', 5);
  await addLearners(1, 'yamabiko');

  const own = await stats('staff');
  expect(own.isWithheld).toBeUndefined();
  expect(own.peopleCount).toBe(10);
  expect(own.questions[2].wrongTexts).toEqual([{ text: '京都', count: 4 }]);
  expect((await stats('admin')).peopleCount).toBe(11);
});

test('a learner counts once: doubled answers, also stored ones, and several choices of a single choice', async () => {
  const questions = [
    { id: 'q1', type: 'single', body: '一', choices, correctChoiceIds: ['a'] },
    { id: 'q3', type: 'text', body: '三', choices: [], acceptedAnswers: ['東京'] },
  ];
  const json = { lessonId: 'git-terminal', title: '重なり', questions };
  const { body: set } = await server.call('POST', '/api/v1/question-set/', { as: 'teacher', json });
  const submit = (as: string, ...answers: object[]) => {
    const [clientSubmitId, at] = [crypto.randomUUID(), '2026-02-02T00:00:00.000Z'];
    const newSubmit = { clientSubmitId, questionSetId: set.id, questionSetUpdatedAt: at, answers, answeredAt: at };
    return server.call('POST', '/api/v1/submit/', { as, json: newSubmit });
  };
  const texts = ['大阪', '大 阪', '京都', '京都', '京都'].map((text) => ({ questionId: 'q3', text }));
  const chosen = (...choiceIds: string[]) => ({ questionId: 'q1', choiceIds });
  const { status, body } = await submit('student', chosen('a'), ...texts, chosen('c'), chosen('b', 'b'));
  await submit('student2', chosen('a', 'b'));

  // The last answer counts, as on the device.
  expect({ status, score: body.score, results: body.results }).toEqual({
    status: 201,
    score: 0,
    results: [
      { questionId: 'q1', correct: false },
      { questionId: 'q3', correct: false },
    ],
  });
  const { body: counted } = await server.call('GET', `/api/v1/question-set/${set.id}/stats`, { as: 'teacher' });
  expect(counted.questions[0].choices.map((choice: { count: number }) => choice.count)).toEqual([0, 1, 0]);
  expect(counted.questions[1]).toMatchObject({ peopleCount: 2, wrongTexts: [{ text: '京都', count: 1 }] });
});

test('a question that all learners answered alike has no discrimination, and a set without submits has no people', async () => {
  const json = { lessonId: 'git-terminal', title: '空', questions: [] };
  const { body: set } = await server.call('POST', '/api/v1/question-set/', { as: 'teacher', json });
  const { body } = await server.call('GET', `/api/v1/question-set/${set.id}/stats`, { as: 'teacher' });

  expect(body).toMatchObject({ peopleCount: 0, questions: [] });
});
