/** Tests submits: scored against the current set, recorded once however often they are sent. */
import { submits } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { type NewSubmit, submitSchema } from '@/api/submits';

import { useTestServer } from './support/test-server';

const server = useTestServer();
let setId: string;
beforeAll(async () => {
  const choices = ['a', 'b', 'c'].map((id) => ({ id, body: id }));
  const questions = [
    { id: 'q1', type: 'single', body: '一', choices, correctChoiceIds: ['b'] },
    { id: 'q2', type: 'multiple', body: '二', choices, correctChoiceIds: ['a', 'c'] },
    { id: 'q3', type: 'text', body: '三', choices: [], acceptedAnswers: ['東京'] },
    { id: 'q4', type: 'order', body: '四', choices, correctOrder: ['c', 'b', 'a'] },
  ];
  const json = { lessonId: 'git-terminal', title: '採点', questions };
  setId = (await server.call('POST', '/api/v1/question-set/', { as: 'teacher', json })).body.id;
});

const right = [
  { questionId: 'q1', choiceIds: ['b'] },
  { questionId: 'q2', choiceIds: ['c', 'a'] },
  { questionId: 'q3', text: '東京 ' },
  { questionId: 'q4', choiceIds: ['c', 'b', 'a'] },
];
const newSubmit = (changes: Partial<NewSubmit> = {}): NewSubmit => ({
  clientSubmitId: crypto.randomUUID(),
  questionSetId: setId,
  questionSetUpdatedAt: '2026-01-02T03:04:05.678Z',
  answers: right,
  answeredAt: '2026-02-03T04:05:06.789Z',
  ...changes,
});
const submit = (json: unknown, as = 'student') => server.call('POST', '/api/v1/submit/', { as, json });
const progress = async () => {
  const { body } = await server.call('GET', '/api/v1/progress/detail/user-student/git', { as: 'student' });
  return body.questionSets.find((set: { questionSetId: string }) => set.questionSetId === setId);
};

describe('scoring', () => {
  test('a submit is answered with score, results, answeredAt and receivedAt', async () => {
    const json = newSubmit({ answers: [...right.slice(0, 3), { questionId: 'q4', choiceIds: ['a', 'b', 'c'] }] });
    const { status, body } = await submit(json);

    expect(status).toBe(201);
    expect(z.safeParse(submitSchema, body).error).toBeUndefined();
    expect(body).toMatchObject({ clientSubmitId: json.clientSubmitId, questionSetId: setId, score: 3, maxScore: 4 });
    expect(body.results.map((result: { correct: boolean }) => result.correct)).toEqual([true, true, true, false]);
    expect(body.answeredAt).toBe(json.answeredAt);
    expect(Date.parse(body.receivedAt)).toBeGreaterThan(Date.parse(json.answeredAt));
  });

  test('missing answers are wrong, and answers to unknown questions do not count', async () => {
    const { body } = await submit(newSubmit({ answers: [...right.slice(0, 1), { questionId: 'gone', text: '?' }] }));

    expect(body).toMatchObject({ score: 1, maxScore: 4 });
    expect(body.results).toContainEqual({ questionId: 'gone', correct: false });
  });

  test.each([
    ['an unknown set', { questionSetId: 'nothing' }, 404],
    ['no UUID', { clientSubmitId: 'x' }, 422],
    ['no answers', { answers: undefined }, 422],
    ['201 answers', { answers: Array.from({ length: 201 }, (_, index) => ({ questionId: `q${index}` })) }, 422],
  ])('refuses a submit with %s', async (_name, changes, status) => {
    expect((await submit({ ...newSubmit(), ...changes })).status).toBe(status);
  });
});

describe('a set that changes', () => {
  const questionOf = (answer: string) => ({
    id: 'q',
    type: 'text',
    body: '問',
    choices: [],
    acceptedAnswers: [answer],
  });
  const make = async (lessonId: string) => {
    const json = { lessonId, title: '変', questions: [questionOf('古い答え')] };
    return (await server.call('POST', '/api/v1/question-set/', { as: 'teacher', json })).body;
  };
  const answer = (questionSetId: string, text = '古い答え') =>
    submit(newSubmit({ questionSetId, answers: [{ questionId: 'q', text }] }));

  test('a submit is scored against the current version of the set', async () => {
    const set = await make('git-terminal');
    expect((await answer(set.id)).body.score).toBe(1);
    const json = { lessonId: set.lessonId, title: set.title, questions: [questionOf('新しい答え')] };
    await server.call('PUT', `/api/v1/question-set/${set.id}`, { as: 'teacher', json });

    expect((await answer(set.id)).body.score).toBe(0);
    expect((await answer(set.id, '新しい答え')).body.score).toBe(1);
  });

  test('a submit is scored against one version while the set changes', async () => {
    const set = await make('git-terminal');
    const change = (text: string) => {
      const json = { lessonId: set.lessonId, title: set.title, questions: [questionOf(text)] };
      return server.call('PUT', `/api/v1/question-set/${set.id}`, { as: 'teacher', json });
    };
    const texts = Array.from({ length: 5 }, (_, index) => `答え${index}`);
    const answered = texts.flatMap((text) => [change(text), ...Array.from({ length: 4 }, () => answer(set.id, text))]);
    const statuses = (await Promise.all(answered)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(texts.length);
    expect(statuses.filter((status) => status === 201)).toHaveLength(4 * texts.length);
  });

  test('submits of learners are refused once the course is a draft, and those of staff accepted', async () => {
    const [lesson] = (await server.call('GET', '/api/v1/lessons/?size=1', { as: 'teacher' })).body.items;
    const set = await make(lesson.id);
    const json = newSubmit({ questionSetId: set.id, answers: [] });
    expect((await submit(json)).status).toBe(201);
    const show = (status: string) =>
      server.call('PATCH', `/api/v1/courses/${lesson.courseId}`, { as: 'teacher', json: { status } });
    expect((await show('draft')).status).toBe(200);

    expect((await submit(newSubmit({ questionSetId: set.id }))).status).toBe(404);
    expect((await submit(json)).status).toBe(200);
    expect((await submit(newSubmit({ questionSetId: set.id }), 'teacher')).status).toBe(201);
    await show('published');
    expect((await submit(newSubmit({ questionSetId: set.id }))).status).toBe(201);
  });
});

describe('an implausible time', () => {
  const [minute, day] = [60_000, 86_400_000];
  const impossible = [
    '0000-01-01',
    '-000001-01-01T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    // Computed when the file is loaded; a test that runs up to an hour later still sends an implausibly late time.
    new Date(Date.now() + day + 60 * minute).toISOString(),
  ];

  test.each(impossible)('the implausible time %s of a submit is replaced by the server’s time', async (time) => {
    const { status, body } = await submit(newSubmit({ answeredAt: time, questionSetUpdatedAt: time }), 'student2');

    expect(status).toBe(201);
    // Both times are by the database's clock, which advances between the two statements.
    expect(Math.abs(Date.parse(body.receivedAt) - Date.parse(body.answeredAt))).toBeLessThan(minute);
  });

  test.each(['2000-01-01T00:00:00.000Z', new Date(Date.now() + day - minute).toISOString()])(
    'keeps the plausible time %s',
    async (answeredAt) => {
      expect(await submit(newSubmit({ answeredAt }), 'student2')).toMatchObject({ status: 201, body: { answeredAt } });
    },
  );
});

describe('an answer that an older server graded as wrong', () => {
  test('a submit keeps its stored result when it is sent again; a new submit is graded by the present rule', async () => {
    const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['-5'] }];
    const json = { lessonId: 'git-terminal', title: '負の数', questions };
    const { body: set } = await server.call('POST', '/api/v1/question-set/', { as: 'teacher', json });
    const old = newSubmit({ questionSetId: set.id, answers: [{ questionId: 'q', text: '−5' }] });
    expect((await submit(old)).body.score).toBe(1);
    const results = [{ questionId: 'q', correct: false }];
    await server.database.update(submits).set({ score: 0, results }).where(eq(submits.questionSetId, set.id));

    expect((await submit(old)).body).toMatchObject({ score: 0, results });
    const path = '/api/v1/progress/detail/user-student/git';
    const { body } = await server.call('GET', path, { as: 'student' });
    const shown = body.questionSets.find((each: { questionSetId: string }) => each.questionSetId === set.id);
    expect(shown).toMatchObject({ lastScore: 0, lastAnswers: [{ questionId: 'q', correct: false, text: '−5' }] });
    expect((await submit({ ...old, clientSubmitId: crypto.randomUUID() })).body.score).toBe(1);
  });
});

describe('sending again', () => {
  test('a repeated clientSubmitId answers the first submit, also with other answers and after the set is deleted', async () => {
    const { body: set } = await server.call('POST', '/api/v1/question-set/', {
      as: 'teacher',
      json: {
        lessonId: 'git-terminal',
        title: '消',
        questions: [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }],
      },
    });
    const json = newSubmit({ questionSetId: set.id, answers: [{ questionId: 'q', text: '答' }] });
    const first = await submit(json);
    const second = await submit({ ...json, answers: [], clientSubmitId: json.clientSubmitId.toUpperCase() });
    await server.call('DELETE', `/api/v1/question-set/${set.id}`, { as: 'teacher' });
    const third = await submit(json);

    expect(first).toMatchObject({ status: 201, body: { score: 1 } });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(third).toMatchObject({ status: 200, body: first.body });
  });

  test('twenty concurrent submits with one clientSubmitId are recorded once', async () => {
    const before = (await progress()).submitCount;
    const json = newSubmit();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(json)));

    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => '200'),
      '201',
    ]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await progress()).submitCount).toBe(before + 1);
  });

  test('the same clientSubmitId of another user is another submit', async () => {
    const json = newSubmit();
    const [mine, theirs] = [await submit(json), await submit(json, 'student2')];

    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.body.id).not.toBe(theirs.body.id);
  });
});

describe('in progress', () => {
  test('lastAnswers are those answered last, not those received last', async () => {
    await submit(newSubmit({ answeredAt: '2026-06-02T00:00:00.000Z', answers: right.slice(0, 3) }));
    await submit(newSubmit({ answeredAt: '2026-06-01T00:00:00.000Z', answers: right.slice(0, 1) }));
    const set = await progress();

    expect(set).toMatchObject({ lastScore: 3, bestScore: 4, maxScore: 4, lastSubmittedAt: '2026-06-02T00:00:00.000Z' });
    expect(set.lastAnswers).toEqual([
      { questionId: 'q1', correct: true, choiceIds: ['b'] },
      { questionId: 'q2', correct: true, choiceIds: ['c', 'a'] },
      { questionId: 'q3', correct: true, text: '東京 ' },
      { questionId: 'q4', correct: false },
    ]);
  });

  test('a submit by a clock that is less than a day ahead makes no study day in the future', async () => {
    const answeredAt = new Date(Date.now() + 23 * 3_600_000).toISOString();
    const { body } = await submit(newSubmit({ answeredAt }));
    const summary = (await server.call('GET', '/api/v1/progress/summary/user-student', { as: 'student' })).body;

    expect(body.answeredAt).toBe(answeredAt);
    expect((await progress()).lastSubmittedAt).toBe(body.receivedAt);
    expect(summary.lastStudiedAt).toBe(body.receivedAt);
  });
});
