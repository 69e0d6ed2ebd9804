import { keyOf } from '@server/api/curriculum/graded-keys';
import { runNextPiece } from '@server/api/shared/pending-work';
/** Tests 再採点 (grading again) of changed questions: a submit remembers by which key each of its questions was graded. */
import { rescoreStep } from '@server/api/study/rescore';
import { now } from '@server/db/database';
import { pendingWork, submits } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { NewQuestion } from '@/api/question-set-edits';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const lessonId = 'git-terminal';
const choices = ['a', 'b'].map((id) => ({ id, body: id }));

type Given = Record<string, object>;
const question = {
  single: (id: string, right: string) => ({ id, type: 'single', body: id, choices, correctChoiceIds: [right] }),
  multiple: (id: string, ...right: string[]) => ({ id, type: 'multiple', body: id, choices, correctChoiceIds: right }),
  order: (id: string, ...order: string[]) => ({ id, type: 'order', body: id, choices, correctOrder: order }),
  text: (id: string, ...texts: string[]) => ({ id, type: 'text', body: id, choices: [], acceptedAnswers: texts }),
};
const { single, multiple, order, text } = question;
const call = (method: string, path: string, json: object, as = 'teacher') =>
  server.call(method, `/api/v1${path}`, { as, json });
const save = (id: string, ...questions: object[]) =>
  call('PUT', `/question-set/${id}`, { lessonId, title: '採点', questions });
const rescore = (id: string, json: object = {}, as = 'teacher') =>
  call('POST', `/question-set/${id}/rescore`, json, as);
const rowsOf = (id: string) => server.database.select().from(submits).where(eq(submits.questionSetId, id));

/** Makes a set with a submit. @param given the answers by question id. */
async function submitted(questions: object[], given: Given): Promise<string> {
  const { body } = await call('POST', '/question-set/', { lessonId, title: '採点', questions });
  const answers = Object.entries(given).map(([questionId, answer]) => ({ questionId, ...answer }));
  const at = '2026-02-02T00:00:00.000Z';
  const clientSubmitId = crypto.randomUUID();
  const submit = { clientSubmitId, questionSetId: body.id, questionSetUpdatedAt: at, answers, answeredAt: at };
  expect((await call('POST', '/submit/', submit, 'student')).status).toBe(201);
  return body.id;
}
/** The scores of a set's submits, and how many 再採点 would look at. */
const stateOf = async (id: string) => {
  const scores = (await rowsOf(id)).map(({ score, maxScore }) => `${score}/${maxScore}`);
  return { scores, left: (await rescore(id, { dryRun: true })).body.submitCount };
};
/** Makes a set's submits look like those of an older build. */
const forget = (id: string, changes: object = {}) =>
  server.database
    .update(submits)
    .set({ gradedKeys: null, ...changes })
    .where(eq(submits.questionSetId, id));

const both = { q1: { choiceIds: ['a'] }, q2: { choiceIds: ['a'] } };

test('a question that was taken out, and put back with another key after a 再採点, is graded again', async () => {
  const id = await submitted([single('q1', 'a'), single('q2', 'a')], both);
  await save(id, single('q2', 'a'));
  await rescore(id);
  await save(id, single('q1', 'b'), single('q2', 'a'));

  expect((await rescore(id)).body).toMatchObject({ submitCount: 1, changes: [{ before: 2, after: 1, maxScore: 2 }] });
  expect(await stateOf(id)).toEqual({ scores: ['1/2'], left: 0 });
});

test('a question that was taken out and comes back with its old key leaves nothing to grade', async () => {
  const id = await submitted([single('q1', 'a'), single('q2', 'a')], both);
  await save(id, single('q2', 'b'));
  await rescore(id);
  await save(id, single('q2', 'b'), single('q1', 'a'));

  expect(await stateOf(id)).toEqual({ scores: ['1/2'], left: 0 });
});

test('two questions that exchange their keys are graded again', async () => {
  const id = await submitted([single('q1', 'a'), single('q2', 'b')], both);
  await save(id, single('q1', 'b'), single('q2', 'a'));

  expect((await rescore(id)).body).toMatchObject({ submitCount: 1, checkedCount: 1 });
  expect((await rowsOf(id))[0]?.results).toEqual([
    { questionId: 'q1', correct: false },
    { questionId: 'q2', correct: true },
  ]);
});

test('submits of an older build get the keys of their version at the first save, also of a question that this save takes out', async () => {
  const id = await submitted([single('q1', 'a'), single('q2', 'a')], both);
  await forget(id);
  await save(id, single('q2', 'a'));
  expect((await stateOf(id)).left).toBe(0);
  await save(id, single('q1', 'b'), single('q2', 'a'));
  await rescore(id);

  expect(await stateOf(id)).toEqual({ scores: ['1/2'], left: 0 });
});

test('submits stored without a version are graded by the present key once, and then remember it', async () => {
  const id = await submitted([single('q1', 'a')], both);
  await forget(id, { gradedVersion: null });
  expect((await stateOf(id)).left).toBe(1);
  await rescore(id);
  await save(id, { ...single('q1', 'a'), body: '書き直し' });

  expect(await stateOf(id)).toEqual({ scores: ['1/1'], left: 0 });
});

test('a submit that an older build has graded again after a rollback is checked again, though it still has the keys of before', async () => {
  const id = await submitted([single('q1', 'a')], both);
  await save(id, single('q1', 'b'));
  const { body } = await server.call('GET', `/api/v1/question-set/${id}`, { as: 'teacher' });
  // The older build changes results, score and version, and leaves the column that it does not know.
  const results = [
    { questionId: 'q1', correct: false },
    { questionId: 'q2', correct: false },
  ];
  const byOlderBuild = { results, score: 0, gradedVersion: body.updatedAt, scoreBefore: 1 };
  await server.database.update(submits).set(byOlderBuild).where(eq(submits.questionSetId, id));
  await save(id, single('q1', 'a'));
  await rescore(id);

  expect(await stateOf(id)).toEqual({ scores: ['1/1'], left: 0 });
});

const grouped = { q1: { text: '1,000' } };
const lenient = (...texts: string[]) => ({ ...text('q1', ...texts), lenient: true });

test('a text question that becomes lenient, or exact again, is graded again', async () => {
  const id = await submitted([text('q1', '1000')], grouped);
  expect(await stateOf(id)).toEqual({ scores: ['0/1'], left: 0 });
  await save(id, lenient('1000'));
  expect((await rescore(id)).body).toMatchObject({ changes: [{ before: 0, after: 1 }] });
  await save(id, { ...lenient('1000'), body: '書き直し' });
  expect(await stateOf(id)).toEqual({ scores: ['1/1'], left: 0 });

  await save(id, { ...text('q1', '1000'), lenient: false });
  expect((await rescore(id)).body).toMatchObject({ changes: [{ before: 1, after: 0 }] });
});

test('the keys of questions that are not lenient are those that older builds have stored', () => {
  const question: NewQuestion = { id: 'q3', type: 'text', body: '首都', choices: [], acceptedAnswers: ['東京'] };

  expect(keyOf(question)).toBe('tjMezRdzW9BClPegK');
  expect(keyOf({ ...question, lenient: false })).toBe(keyOf(question));
  expect(keyOf({ ...question, lenient: true })).not.toBe(keyOf(question));
});

test('a lenient question that an older build graded exactly after a rollback is graded again after the next save', async () => {
  const id = await submitted([lenient('1000')], grouped);
  expect(await stateOf(id)).toEqual({ scores: ['1/1'], left: 0 });
  const [row] = await rowsOf(id);
  const keys = [keyOf({ ...text('q1', '1000'), type: 'text' })];
  const byOlderBuild = { results: [{ questionId: 'q1', correct: false }], score: 0 };
  const gradedKeys = { version: row?.gradedVersion ?? '', keys };
  await server.database
    .update(submits)
    .set({ ...byOlderBuild, gradedKeys })
    .where(eq(submits.questionSetId, id));
  await save(id, text('q1', '1000'));
  await rescore(id);

  expect(await stateOf(id)).toEqual({ scores: ['1/1'], left: 0 });
});

const changesOfType: [title: string, before: object, answer: object, after: object, wasRight: boolean][] = [
  ['ordering → single', order('q1', 'b', 'a'), { choiceIds: ['b', 'a'] }, single('q1', 'a'), true],
  ['ordering → multiple', order('q1', 'b', 'a'), { choiceIds: ['b', 'a'] }, multiple('q1', 'a'), true],
  [
    'ordering answered wrong → multiple',
    order('q1', 'a', 'b'),
    { choiceIds: ['b', 'a'] },
    multiple('q1', 'a', 'b'),
    false,
  ],
  ['single → ordering', single('q1', 'a'), { choiceIds: ['a'] }, order('q1', 'b', 'a'), true],
  ['multiple → ordering', multiple('q1', 'a', 'b'), { choiceIds: ['a', 'b'] }, order('q1', 'b', 'a'), true],
  ['text → single', text('q1', '東京'), { text: '東京' }, single('q1', 'a'), true],
  ['text → ordering', text('q1', '東京'), { text: '東京' }, order('q1', 'a', 'b'), true],
  ['single → text', single('q1', 'a'), { choiceIds: ['a'] }, text('q1', 'a'), true],
  ['ordering → text', order('q1', 'a', 'b'), { choiceIds: ['a', 'b'] }, text('q1', 'a'), true],
];
test.each(changesOfType)('a result stays, and is checked once, when the type changes: %s', async (...given) => {
  const [, before, answer, after, wasRight] = given;
  const id = await submitted([before], { q1: answer });
  await save(id, after);
  expect((await rescore(id)).body).toMatchObject({ submitCount: 1, changes: [] });
  expect(await stateOf(id)).toEqual({ scores: [wasRight ? '1/1' : '0/1'], left: 0 });

  // The question gets its old type back, with another key: now the answer belongs to it again.
  await save(id, { ...before, ...('correctOrder' in before && { correctOrder: wasRight ? ['a', 'b'] : ['b', 'a'] }) });
  await rescore(id);
  expect((await stateOf(id)).left).toBe(0);
});

test('after ordering → single → ordering with another order, the answer is graded by the new order', async () => {
  const id = await submitted([order('q1', 'b', 'a')], { q1: { choiceIds: ['b', 'a'] } });
  await save(id, single('q1', 'a'));
  await rescore(id);
  await save(id, order('q1', 'a', 'b'));
  await rescore(id);

  expect(await stateOf(id)).toEqual({ scores: ['0/1'], left: 0 });
});

test('a single choice that becomes multiple is graded by the new key: both are answered by a set of choices', async () => {
  const id = await submitted([single('q1', 'a')], { q1: { choiceIds: ['b'] } });
  await save(id, multiple('q1', 'b'));
  await rescore(id);

  expect(await stateOf(id)).toEqual({ scores: ['1/1'], left: 0 });
});

test('a 再採点 that starts from an unknown submit is in the audit log too', async () => {
  const id = await submitted([single('q1', 'a')], both);
  await save(id, single('q1', 'b'));
  expect((await rescore(id, { after: '-' })).body).toMatchObject({ submitCount: 1, checkedCount: 1 });
  const { body } = await server.call('GET', '/api/v1/audit/?details=1&size=1', { as: 'admin' });

  expect(body.items[0]).toMatchObject({ subjectId: id, details: expect.stringContaining('再採点：提出1件') });
  expect((await rescore(id, { after: '../' })).status).toBe(422);
});

/** Gives a set as many submits as told, all equal to its first. */
async function multiply(id: string, count: number): Promise<void> {
  const [model] = await rowsOf(id);
  if (!model) throw new Error('no submit');
  const copies = Array.from({ length: count - 1 }, () => {
    return { ...model, id: crypto.randomUUID(), clientSubmitId: crypto.randomUUID(), userId: crypto.randomUUID() };
  });
  for (let at = 0; at < copies.length; at += 500)
    await server.database.insert(submits).values(copies.slice(at, at + 500));
}
const steps = { rescore: rescoreStep };
const makeDue = () => server.database.update(pendingWork).set({ runAfter: now });

test('fault: the client stops after the first batch and the server is restarted → the server grades the rest', async () => {
  const id = await submitted([single('q1', 'a')], { q1: { choiceIds: ['b'] } });
  await multiply(id, 1100);
  await save(id, single('q1', 'b'));
  expect((await rescore(id)).body).toMatchObject({ submitCount: 1100, checkedCount: 500 });
  expect(await runNextPiece(server.database, steps)).toBe(false);
  await server.pause();
  await server.resume();
  await makeDue();

  await expect.poll(() => runNextPiece(server.database, steps).then(() => server.database.$count(pendingWork))).toBe(0);
  const rows = await rowsOf(id);
  expect(rows.filter(({ score, scoreBefore }) => score === 1 && scoreBefore === 0)).toHaveLength(1100);
});

test('fault: the client stops after the first batch and the key is changed → the rest is not graded by that key unasked', async () => {
  const id = await submitted([single('q1', 'a')], { q1: { choiceIds: ['b'] } });
  await multiply(id, 600);
  await save(id, single('q1', 'b'));
  await rescore(id);
  await save(id, single('q1', 'a'));
  await makeDue();
  await expect.poll(() => runNextPiece(server.database, steps).then(() => server.database.$count(pendingWork))).toBe(0);

  expect((await rowsOf(id)).filter(({ score }) => score === 1)).toHaveLength(500);
});

test('a batch ends at 4 MB of answers, so that no other call waits for long', async () => {
  const texts = Array.from({ length: 100 }, (_, at) => text(`q${at}`, 'x'));
  const long = { text: 'あ'.repeat(2000) };
  const id = await submitted(texts, Object.fromEntries(texts.map((one) => [one.id, long])));
  await multiply(id, 20);
  await save(id, ...texts.slice(1), text('q0', 'y'));
  const { body } = await rescore(id);

  expect(body).toMatchObject({ submitCount: 20, next: expect.any(String) });
  expect(body.checkedCount).toBeGreaterThan(2);
  expect(body.checkedCount).toBeLessThan(10);
});
