/** Tests question sets: without answers, shuffled deterministically, validated before they are stored. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { type NewQuestion } from '@/api/question-set-edits';
import { explanationSchema, questionSetSchema } from '@/api/question-sets';
import { pageSchema } from '@/api/shapes';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const as = 'staff';
const lessonId = 'onboarding-first-day';
const choices = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, body: `選択肢 ${id}` }));
const single: NewQuestion = {
  id: 'q1',
  type: 'single',
  body: '一つ',
  choices,
  correctChoiceIds: ['b'],
  explanation: '理由',
};
const multiple: NewQuestion = { id: 'q2', type: 'multiple', body: '複数', choices, correctChoiceIds: ['a', 'c'] };
const text: NewQuestion = { id: 'q3', type: 'text', body: '記述', choices: [], acceptedAnswers: ['東京'] };
const order: NewQuestion = { id: 'q4', type: 'order', body: '順', choices, correctOrder: ['e', 'd', 'c', 'b', 'a'] };

const post = (questions: unknown[]) =>
  server.call('POST', '/api/v1/question-set/', { as, json: { lessonId, title: '問題', questions } });
const get = async (path: string) => (await server.call('GET', `/api/v1/question-set/${path}`, { as: 'student' })).body;

describe('reading', () => {
  test('question sets match their schema in lists and alone, and contain no answers', async () => {
    const list = await get('?size=200');
    const set = await get('git-q-cli');

    expect(z.safeParse(pageSchema(questionSetSchema), list).error).toBeUndefined();
    expect(z.safeParse(questionSetSchema, set).error).toBeUndefined();
    expect(JSON.stringify([list, set])).not.toMatch(/correct|accepted|explanation/i);
    expect(Object.keys(set).toSorted()).toEqual(['id', 'lessonId', 'order', 'questions', 'title', 'updatedAt']);
  });

  test('the explanation of a question set has the right answers and the same version as the set', async () => {
    const [set, explanation] = [await get('git-q-cli'), await get('git-q-cli/explanation')];

    expect(z.safeParse(explanationSchema, explanation).error).toBeUndefined();
    expect(explanation).toMatchObject({ questionSetId: set.id, updatedAt: set.updatedAt });
    expect(explanation.questions.map((question: { questionId: string }) => question.questionId)).toEqual(
      set.questions.map((question: { id: string }) => question.id),
    );
  });

  test('the choices of ordering questions are shuffled: the same at each reading, never in the right order', async () => {
    const { items } = await get('?size=200');
    expect(JSON.stringify(items)).toContain('"type":"order"');
    for (const set of items) {
      const { questions } = await get(`${set.id}/explanation`);
      for (const [index, question] of set.questions.entries()) {
        if (question.type !== 'order') continue;
        const ids = question.choices.map((choice: { id: string }) => choice.id);
        expect(ids.toSorted()).toEqual(questions[index].correctOrder.toSorted());
        expect(ids).not.toEqual(questions[index].correctOrder);
        expect((await get(set.id)).questions[index]).toEqual(question);
      }
    }
  });
});

describe('writing', () => {
  test('saving a question set keeps ids of questions and choices; the server’s response does not contain the right answers', async () => {
    const { status, body } = await post([single, multiple, text, order]);
    expect(status).toBe(201);
    expect(body.questions.map((question: { id: string }) => question.id)).toEqual(['q1', 'q2', 'q3', 'q4']);
    expect(JSON.stringify(body)).not.toMatch(/correct|accepted|理由/);
    const explanation = (await server.call('GET', `/api/v1/question-set/${body.id}/explanation`, { as })).body;

    expect(explanation.questions).toMatchObject([
      { questionId: 'q1', correctChoiceIds: ['b'], explanation: '理由' },
      { questionId: 'q2', correctChoiceIds: ['a', 'c'] },
      { questionId: 'q3', acceptedAnswers: ['東京'] },
      { questionId: 'q4', correctOrder: ['e', 'd', 'c', 'b', 'a'] },
    ]);
  });

  test('only the answer field of the question’s type is stored', async () => {
    const { body } = await post([{ ...text, correctChoiceIds: ['x'], correctOrder: ['y'] }]);
    const { questions } = (await server.call('GET', `/api/v1/question-set/${body.id}/explanation`, { as })).body;

    expect(questions).toEqual([{ questionId: 'q3', acceptedAnswers: ['東京'], explanation: '' }]);
  });

  test.each<[string, NewQuestion, string]>([
    ['one choice only', { ...single, choices: choices.slice(1, 2) }, 'choices'],
    ['a choice twice', { ...single, choices: [...choices, choices[1] ?? { id: 'b', body: '' }] }, 'choices'],
    ['no right choice', { ...single, correctChoiceIds: [] }, 'correctChoiceIds'],
    ['two right choices of one', { ...single, correctChoiceIds: ['a', 'b'] }, 'correctChoiceIds'],
    ['a right choice that is none', { ...single, correctChoiceIds: ['z'] }, 'correctChoiceIds'],
    ['no right choice of several', { ...multiple, correctChoiceIds: undefined }, 'correctChoiceIds'],
    ['a right choice twice', { ...multiple, correctChoiceIds: ['a', 'a'] }, 'correctChoiceIds'],
    ['a text with choices', { ...text, choices }, 'choices'],
    ['a text without answers', { ...text, acceptedAnswers: [] }, 'acceptedAnswers'],
    ['a text with invisible answers', { ...text, acceptedAnswers: ['\u200b'] }, 'acceptedAnswers'],
    ['a text with blank answers', { ...text, acceptedAnswers: ['　'] }, 'acceptedAnswers'],
    ['an order with one missing', { ...order, correctOrder: ['a', 'b', 'c', 'd'] }, 'correctOrder'],
    ['an order with one twice', { ...order, correctOrder: ['a', 'a', 'b', 'c', 'd'] }, 'correctOrder'],
    ['an empty body', { ...single, body: '' }, 'body'],
  ])('refuses a question set with %s', async (_name, question, field) => {
    const { status, body } = await post([{ ...single, id: 'q0' }, question]);

    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path: `questions.1.${field}`, message: expect.stringMatching(/。$/) }]);
  });

  test('a duplicate question id and a missing lesson are refused', async () => {
    expect((await post([single, single])).body.errors).toMatchObject([{ path: 'questions.1.id' }]);
    const json = { lessonId: 'nothing', title: '問題', questions: [single] };
    const answer = await server.call('POST', '/api/v1/question-set/', { as, json });

    expect(answer.body.errors).toMatchObject([{ path: 'lessonId' }]);
  });

  test('a PUT replaces the whole question set; from an older version it is answered 409 with the newer set', async () => {
    const { body: made } = await post([single, text]);
    const put = (json: object) => {
      const whole = { lessonId, title: '改', questions: [text], ...json };
      return server.call('PUT', `/api/v1/question-set/${made.id}`, { as, json: whole });
    };
    const first = await put({ updatedAt: made.updatedAt });
    const second = await put({ updatedAt: made.updatedAt, title: '後' });

    expect(first).toMatchObject({ status: 200, body: { title: '改', questions: [{ id: 'q3' }] } });
    expect(second).toMatchObject({ status: 409, body: { current: { title: '改', updatedAt: first.body.updatedAt } } });
    expect(JSON.stringify(second.body)).not.toContain('acceptedAnswers');
  });

  test('a question set moved to another lesson renumbers both lessons’ sets', async () => {
    const { body: made } = await post([single]);
    const json = { lessonId: 'git-terminal', title: '移', questions: [single] };
    await server.call('PUT', `/api/v1/question-set/${made.id}`, { as, json });
    const target = (await server.call('GET', '/api/v1/lessons/git-terminal', { as })).body;

    expect(target.questionSets.map((set: { id: string }) => set.id)).toContain(made.id);
  });
});

const put = (id: string, questions: unknown[]) =>
  server.call('PUT', `/api/v1/question-set/${id}`, { as, json: { lessonId, title: '問題', questions } });

describe('shuffled choices', () => {
  const shuffled = (id: string, shuffle?: boolean): NewQuestion => ({ ...single, id, shuffle });
  const shuffleOf = (body: { questions: { id: string; shuffle?: boolean }[] }) =>
    Object.fromEntries(body.questions.map(({ id, shuffle }) => [id, shuffle]));

  test('`shuffle` is answered with the question, in the author’s order of choices, and left out where it is off', async () => {
    const { body } = await post([
      shuffled('q1', true),
      shuffled('q2', false),
      shuffled('q3'),
      { ...multiple, id: 'q4', shuffle: true },
    ]);

    expect(shuffleOf(body)).toEqual({ q1: true, q2: undefined, q3: undefined, q4: true });
    expect(Object.keys(body.questions[1])).toEqual(['id', 'type', 'body', 'choices']);
    const { body: read } = await server.call('GET', `/api/v1/question-set/${body.id}`, { as });
    expect(shuffleOf(read)).toEqual(shuffleOf(body));
    expect(read.questions[0].choices).toEqual(choices);
  });

  test('a save by an editor that does not know `shuffle` keeps its stored value by question id, also for moved questions', async () => {
    const { body } = await post([shuffled('q1', true), shuffled('q2')]);

    const saved = await put(body.id, [shuffled('q9'), shuffled('q2'), { ...shuffled('q1'), body: '改' }]);

    expect(shuffleOf(saved.body)).toEqual({ q9: undefined, q2: undefined, q1: true });
    expect(shuffleOf((await put(body.id, [shuffled('q1', false)])).body)).toEqual({ q1: undefined });
    expect(shuffleOf((await put(body.id, [shuffled('q1')])).body)).toEqual({ q1: undefined });
  });

  test('`shuffle` of text and ordering questions is not stored', async () => {
    const { body } = await post([
      { ...text, shuffle: true },
      { ...order, shuffle: true },
    ]);
    expect(shuffleOf(body)).toEqual({ q3: undefined, q4: undefined });

    const { body: made } = await post([shuffled('q1', true)]);
    expect(shuffleOf((await put(made.id, [{ ...order, id: 'q1' }])).body)).toEqual({ q1: undefined });
  });
});

describe('lenient text questions', () => {
  const lenientOf = async (id: string) => {
    const { questions } = (await server.call('GET', `/api/v1/question-set/${id}/explanation`, { as })).body;
    return questions.map((question: { lenient?: boolean }) => question.lenient);
  };

  test('`lenient` is answered with the explanation, not with the question, and left out where it is off', async () => {
    const { body } = await post([
      { ...text, lenient: true },
      { ...text, id: 'q5', lenient: false },
      { ...text, id: 'q6' },
    ]);

    expect(await lenientOf(body.id)).toEqual([true, undefined, undefined]);
    const { body: read } = await server.call('GET', `/api/v1/question-set/${body.id}`, { as });
    expect(JSON.stringify([body, read])).not.toContain('lenient');
  });

  test('a save by an editor that does not know `lenient` keeps its stored value, and `lenient: false` switches it off', async () => {
    const { body } = await post([{ ...text, lenient: true }]);

    await put(body.id, [
      { ...text, id: 'q5' },
      { ...text, body: '改' },
    ]);
    expect(await lenientOf(body.id)).toEqual([undefined, true]);
    await put(body.id, [{ ...text, lenient: false }]);
    expect(await lenientOf(body.id)).toEqual([undefined]);
    await put(body.id, [text]);
    expect(await lenientOf(body.id)).toEqual([undefined]);
  });

  test('`lenient` of questions with choices is not stored', async () => {
    const { body } = await post([
      { ...single, lenient: true },
      { ...order, lenient: true },
    ]);
    expect(await lenientOf(body.id)).toEqual([undefined, undefined]);
  });

  test('the audit log names the change of `lenient`', async () => {
    const { body } = await post([text]);
    await put(body.id, [{ ...text, lenient: true }]);

    const { body: log } = await server.call('GET', '/api/v1/audit/?details=1&size=1', { as: 'admin' });
    expect(log.items[0]).toMatchObject({ subjectId: body.id, details: expect.stringContaining('、問1の表記の区別') });
  });
});
