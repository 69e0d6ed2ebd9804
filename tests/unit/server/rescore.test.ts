/** Tests 再採点 (grading again): stored submits are graded by the corrected answer key of their set, in batches. */
import { submits } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { type Rescore, type RescoreRequest, rescoreSchema } from '@/api/rescore';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const choices = ['a', 'b'].map((id) => ({ id, body: id }));
const single = (id: string, correct: string) => ({
  id,
  type: 'single',
  body: id,
  choices,
  correctChoiceIds: [correct],
});
const lessonId = 'git-terminal';

async function makeSet(...questions: object[]): Promise<string> {
  const json = { lessonId, title: '採点', questions };
  return (await server.call('POST', '/api/v1/question-set/', { as: 'teacher', json })).body.id;
}
const correct = (id: string, ...questions: object[]) =>
  server.call('PUT', `/api/v1/question-set/${id}`, { as: 'teacher', json: { lessonId, title: '採点', questions } });
const submit = (questionSetId: string, choiceIds: Record<string, string>, changes: object = {}, as = 'student') => {
  const answers = Object.entries(choiceIds).map(([questionId, choice]) => ({ questionId, choiceIds: [choice] }));
  const [questionSetUpdatedAt, answeredAt] = ['2026-01-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
  const json = {
    clientSubmitId: crypto.randomUUID(),
    questionSetId,
    questionSetUpdatedAt,
    answers,
    answeredAt,
    ...changes,
  };
  return server.call('POST', '/api/v1/submit/', { as, json });
};
const rescore = (id: string, json: RescoreRequest = {}, as = 'teacher') =>
  server.call('POST', `/api/v1/question-set/${id}/rescore`, { as, json });
async function rescoreAll(id: string, json: RescoreRequest = {}): Promise<Rescore[]> {
  const answers: Rescore[] = [];
  let after: string | undefined;
  do {
    const answer = z.parse(rescoreSchema, (await rescore(id, { ...json, after })).body);
    answers.push(answer);
    after = answer.next;
  } while (after !== undefined);
  return answers;
}
const progressOf = async (id: string, path = 'user-student/git') => {
  const { body } = await server.call('GET', `/api/v1/progress/detail/${path}`, { as: 'student' });
  return body.questionSets.find((set: { questionSetId: string }) => set.questionSetId === id);
};
const rowsOf = (id: string) => server.database.select().from(submits).where(eq(submits.questionSetId, id));

describe('a corrected key', () => {
  test('a dry run of 再採点 (grading again) returns old and new scores and writes nothing', async () => {
    const id = await makeSet(single('q1', 'a'), single('q2', 'a'));
    await submit(id, { q1: 'b', q2: 'a' });
    await submit(id, { q1: 'b', q2: 'a' }, {}, 'student2');
    await submit(id, { q1: 'a', q2: 'a' }, {}, 'staff');
    await correct(id, single('q1', 'b'), single('q2', 'a'));
    const before = await rowsOf(id);

    expect((await rescore(id, { dryRun: true })).body).toEqual({
      submitCount: 3,
      checkedCount: 3,
      changes: expect.arrayContaining([
        { before: 1, after: 2, maxScore: 2, count: 2 },
        { before: 2, after: 1, maxScore: 2, count: 1 },
      ]),
    });
    expect(await rowsOf(id)).toEqual(before);
  });

  test("再採点 (grading again) changes a submit's score and results, stores its previous score, and keeps times and versions", async () => {
    const id = await makeSet(single('q1', 'a'), single('q2', 'a'));
    const { body: first } = await submit(id, { q1: 'b', q2: 'a' });
    await correct(id, single('q1', 'b'), single('q2', 'a'));
    const [before] = await rowsOf(id);
    await rescoreAll(id);

    const shown = await progressOf(id);
    expect(shown).toMatchObject({ lastScore: 2, bestScore: 2, maxScore: 2, scoreBefore: 1, submitCount: 1 });
    expect(shown).toMatchObject({ lastSubmittedAt: first.answeredAt, rescoredAt: expect.any(String) });
    expect(shown.submits).toMatchObject([{ score: 2, scoreBefore: 1, receivedAt: first.receivedAt }]);
    const [after] = await rowsOf(id);
    const kept = ['answers', 'answeredAt', 'receivedAt', 'studiedAt', 'questionSetUpdatedAt', 'maxScore'] as const;
    expect(kept.map((name) => after?.[name])).toEqual(kept.map((name) => before?.[name]));
  });

  test('a second 再採点 (grading again) with the same answer key changes nothing', async () => {
    const id = await makeSet(single('q1', 'a'));
    await submit(id, { q1: 'b' });
    await correct(id, single('q1', 'b'));
    await rescoreAll(id);
    const once = await rowsOf(id);

    expect(await rescoreAll(id)).toEqual([{ submitCount: 0, checkedCount: 0, changes: [] }]);
    expect(await rowsOf(id)).toEqual(once);
  });

  test('correcting the answer key back and grading again (再採点) restores the first scores', async () => {
    const id = await makeSet(single('q1', 'a'));
    await submit(id, { q1: 'b' });
    await correct(id, single('q1', 'b'));
    await rescoreAll(id);
    await correct(id, single('q1', 'a'));
    await rescoreAll(id);

    expect(await progressOf(id)).toMatchObject({ lastScore: 0, scoreBefore: 1, lastAnswers: [{ correct: false }] });
  });

  test('再採点 (grading again) grades only questions that are in both versions, and maxScore keeps its value', async () => {
    const id = await makeSet(single('q1', 'a'), single('gone', 'a'));
    await submit(id, { q1: 'b', gone: 'a' });
    await correct(id, single('q1', 'b'), single('new', 'a'), single('newer', 'a'));
    await rescoreAll(id);

    expect(await progressOf(id)).toMatchObject({
      lastScore: 2,
      maxScore: 2,
      lastAnswers: [
        { questionId: 'q1', correct: true },
        { questionId: 'gone', correct: true },
      ],
    });
  });

  test('a repeated clientSubmitId is answered with the stored submit, with the score after grading again', async () => {
    const id = await makeSet(single('q1', 'a'));
    const clientSubmitId = crypto.randomUUID();
    const { body: first } = await submit(id, { q1: 'b' }, { clientSubmitId });
    await correct(id, single('q1', 'b'));
    await rescoreAll(id);

    const { status, body } = await submit(id, { q1: 'a' }, { clientSubmitId });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: first.id, answeredAt: first.answeredAt, receivedAt: first.receivedAt });
    expect(body).toMatchObject({ score: 1, scoreBefore: 0, results: [{ correct: true }] });
  });

  test('the audit log of 再採点 (grading again) names the set, its course and the number of submits', async () => {
    const id = await makeSet(single('q1', 'a'));
    await submit(id, { q1: 'b' });
    await correct(id, single('q1', 'b'));
    await rescoreAll(id);

    const { body } = await server.call('GET', '/api/v1/audit/?details=1&size=1', { as: 'admin' });
    expect(body.items).toMatchObject([{ action: 'change', kind: 'question-set', subjectId: id, subjectName: '採点' }]);
    expect(body.items[0].details).toMatch(/^コース：.+、再採点：提出1件$/);
  });
});

describe('after a save', () => {
  const left = async (id: string) => (await rescore(id, { dryRun: true })).body;
  const [q1, q2] = [single('q1', 'a'), single('q2', 'a')];

  test('after a new wording, a new order or one more question no submit needs to be graded again', async () => {
    const id = await makeSet(q1, q2);
    await submit(id, { q1: 'b', q2: 'a' });
    await correct(id, { ...q2, explanation: '解説' }, { ...q1, body: '書き直し' }, single('q3', 'b'));

    expect(await left(id)).toEqual({ submitCount: 0, checkedCount: 0, changes: [] });
  });

  test('submits need to be graded again after a changed answer key, also after a later save that changes no key', async () => {
    const id = await makeSet(q1, q2);
    await submit(id, { q1: 'b', q2: 'a' });
    await correct(id, single('q1', 'b'), q2);
    await correct(id, single('q1', 'b'), { ...q2, body: '書き直し' });

    expect(await left(id)).toMatchObject({ submitCount: 1, changes: [{ before: 1, after: 2, count: 1 }] });
  });

  test('submits need to be graded again if a deleted question comes back with another answer key', async () => {
    const id = await makeSet(q1, q2);
    await submit(id, { q1: 'b', q2: 'a' });
    await correct(id, q2);
    await correct(id, single('q1', 'b'), q2);

    expect(await left(id)).toMatchObject({ submitCount: 1, changes: [{ before: 1, after: 2, count: 1 }] });
  });
});

test('submits of the previous build, stored without a version, are shown in progress without a 再採点 (grading again)', async () => {
  const id = await makeSet(single('q1', 'a'));
  await submit(id, { q1: 'a' });
  await server.database.update(submits).set({ gradedVersion: null }).where(eq(submits.questionSetId, id));

  const shown = await progressOf(id);
  expect([shown, shown.submits[0]].flatMap(Object.keys)).not.toContain('rescoredAt');
  expect((await rescoreAll(id))[0]).toMatchObject({ submitCount: 1, changes: [] });
  expect(await rowsOf(id)).toMatchObject([{ rescoredAt: null, scoreBefore: null }]);
});

test('再採点 (grading again) grades 1,200 submits in three batches; a submit answered between batches keeps its version', async () => {
  const id = await makeSet(single('q1', 'a'));
  await submit(id, { q1: 'b' });
  const [model] = await rowsOf(id);
  if (!model) throw new Error('no submit');
  const rows = Array.from({ length: 1199 }, () => {
    return { ...model, id: crypto.randomUUID(), clientSubmitId: crypto.randomUUID(), userId: crypto.randomUUID() };
  });
  await server.database.insert(submits).values(rows);
  await correct(id, single('q1', 'b'));

  const first = await rescore(id);
  const { status, body: between } = await submit(id, { q1: 'b' }, {}, 'student2');
  // The grading is interrupted here and started again: submits that were graded already are skipped.
  const rest = await rescoreAll(id);

  expect(first.body).toMatchObject({ submitCount: 1200, checkedCount: 500, next: expect.any(String) });
  expect([status, between.score]).toEqual([201, 1]);
  expect(rest.map(({ submitCount, checkedCount }) => [submitCount, checkedCount])).toEqual([
    [700, 500],
    [200, 200],
  ]);
  const stored = await rowsOf(id);
  expect(stored.filter(({ score, scoreBefore }) => score === 1 && scoreBefore === 0)).toHaveLength(1200);
  const own = stored.find((row) => row.id === between.id);
  expect(own).toMatchObject({ score: 1, scoreBefore: null, rescoredAt: null });
  expect(new Set(stored.map((row) => row.gradedVersion)).size).toBe(1);
});

test('submits are answered while batches of 再採点 (grading again) run, and none is lost', async () => {
  const id = await makeSet(single('q1', 'a'));
  await submit(id, { q1: 'b' });
  await correct(id, single('q1', 'b'));
  const [runs, ...answers] = await Promise.all([
    rescoreAll(id),
    ...Array.from({ length: 10 }, () => submit(id, { q1: 'b' }, {}, 'student2')),
  ]);

  expect(runs.flatMap(({ changes }) => changes)).toEqual([{ before: 0, after: 1, maxScore: 1, count: 1 }]);
  expect(answers.map(({ status, body }) => [status, body.score])).toEqual(answers.map(() => [201, 1]));
  expect(await rowsOf(id)).toHaveLength(11);
});
