/** Tests attempts at a question set: graded by the server, graded on this device, or not graded yet. */
import { describe, expect, test } from 'vitest';

import { gradeAnswers } from '@/api/grading';
import type { QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { ENTRY_VERSION } from '@/offline/queue/entries';
import { newestAttempt } from '@/queries/progress/submits';
import { ownerKey } from '@/session/session';
import {
  answeredNow,
  attemptOfEntry,
  attemptOfProgress,
  countWrong,
  isInProgress,
  type SubmitEntry,
} from '@/study/attempts';

const at = (minute: number) => `2026-11-21T01:${String(minute).padStart(2, '0')}:00.000Z`;
const explanation: Explanation = {
  questionSetId: 's1',
  updatedAt: at(0),
  questions: [
    { questionId: 'q1', correctChoiceIds: ['b'], explanation: '' },
    { questionId: 'q2', acceptedAnswers: ['Ａｂｃ'], explanation: '' },
    { questionId: 'q3', correctOrder: ['x', 'y'], explanation: '' },
  ],
};
const answers = [
  { questionId: 'q1', choiceIds: ['b'] },
  { questionId: 'q2', text: ' aBC ' },
];
const call: SubmitEntry['call'] = {
  kind: 'answer-submit',
  submit: {
    clientSubmitId: '00000000-0000-4000-8000-000000000001',
    questionSetId: 's1',
    questionSetUpdatedAt: at(0),
    answers,
    answeredAt: at(10),
  },
};
const base = {
  version: ENTRY_VERSION,
  seq: 1,
  id: '00000000-0000-4000-8000-000000000002',
  owner: ownerKey({ apiHost: 'h', userId: 'o' }),
  call,
  queuedAt: at(10),
  attempts: 0,
};
const queued: SubmitEntry = { ...base, state: 'queued' };
const sent = (answer: unknown, receivedAt = at(11)): SubmitEntry => ({
  ...base,
  state: 'sent',
  receipt: { receivedAt, byServer: true, answer },
});
const serverAnswer = {
  id: 'x',
  clientSubmitId: call.submit.clientSubmitId,
  questionSetId: 's1',
  score: 1,
  maxScore: 3,
  results: [{ questionId: 'q1', correct: true }],
  answeredAt: at(10),
  receivedAt: at(11),
};
const progressAt = (lastSubmittedAt: string): QuestionSetProgress => ({
  questionSetId: 's1',
  lessonId: 'l1',
  title: '',
  submitCount: 1,
  lastScore: 0,
  bestScore: 0,
  maxScore: 3,
  lastSubmittedAt,
  lastAnswers: [
    { questionId: 'q1', correct: false, choiceIds: ['a'], text: undefined },
    { questionId: 'q2', correct: false, choiceIds: undefined, text: undefined },
  ],
});

test("the device grades by the server's rule: one point per question, unanswered questions count as wrong", () => {
  expect(gradeAnswers(explanation.questions, answers)).toEqual({
    score: 2,
    maxScore: 3,
    results: [
      { questionId: 'q1', correct: true },
      { questionId: 'q2', correct: true },
      { questionId: 'q3', correct: false },
    ],
  });
});

describe('a submit as an attempt', () => {
  test('a queued submit is graded provisionally when the explanation is on the device', () => {
    expect(attemptOfEntry(queued, explanation)).toMatchObject({ isProvisional: true, grades: { score: 2 } });
  });

  test('a queued submit has no grades without an explanation', () => {
    expect(attemptOfEntry(queued, undefined)).toMatchObject({ isProvisional: false, grades: undefined });
  });

  test('a received submit has the server’s score, even if the device would grade it differently', () => {
    expect(attemptOfEntry(sent(serverAnswer), explanation)).toMatchObject({
      isProvisional: false,
      grades: { score: 1 },
    });
  });

  test('a received submit keeps the server’s old verdict "wrong", though the present rule counts the answer as right', () => {
    const minus = { ...explanation, questions: [{ questionId: 'q2', acceptedAnswers: ['-5'], explanation: '' }] };
    const submit = { ...call.submit, answers: [{ questionId: 'q2', text: '−5' }] };
    const answer = { ...serverAnswer, score: 0, maxScore: 1, results: [{ questionId: 'q2', correct: false }] };
    const old: SubmitEntry = { ...(sent(answer) as typeof queued), call: { ...call, submit } };
    const wrong = { score: 0, results: [{ questionId: 'q2', correct: false }] };

    expect(attemptOfEntry(old, minus)).toMatchObject({ isProvisional: false, grades: wrong });
    // The same answer in a queued submit is graded by the present rule until the server answers.
    expect(attemptOfEntry({ ...queued, call: { ...call, submit } }, minus)).toMatchObject({
      isProvisional: true,
      grades: { score: 1 },
    });
  });

  test.each([
    [
      'the device’s results, if its score is the same',
      2,
      { isProvisional: false, grades: { score: 2, maxScore: 3 } },
      3,
    ],
    ['no results, if the device’s score is another', 1, { isProvisional: false, grades: { score: 1, maxScore: 3 } }, 0],
  ])('a submit that the server acknowledged with id and score alone has %s', (_, score, attempt, resultCount) => {
    const made = attemptOfEntry(sent({ id: 7, score }), explanation);
    expect(made).toMatchObject(attempt);
    expect(made.grades?.results).toHaveLength(resultCount);
  });

  test('a submit that the server acknowledged without grades stays provisionally graded', () => {
    expect(attemptOfEntry(sent(undefined), explanation)).toMatchObject({ isProvisional: true, grades: { score: 2 } });
  });
});

test("the server's progress of a set becomes an attempt with its answers, without unanswered questions", () => {
  expect(attemptOfProgress(progressAt(at(5)))).toEqual({
    answers: [{ questionId: 'q1', choiceIds: ['a'], text: undefined }],
    grades: { score: 0, maxScore: 3, results: expect.any(Array) },
    isProvisional: false,
    answeredAt: at(5),
  });
  expect(attemptOfProgress(undefined)).toBeUndefined();
});

describe("a submit that is already in the server's progress", () => {
  test.each([
    ['a received submit is not in older progress', sent(serverAnswer), at(9), false],
    ['a received submit is in progress with the same time', sent(serverAnswer), at(10), true],
    [
      'a received submit is in progress with the same time in another format',
      sent(serverAnswer),
      '2026-11-21T01:10:00Z',
      true,
    ],
    ['a queued submit is in progress with the same time, when only its receipt was lost', queued, at(10), true],
    ['a queued submit is not in newer progress, so that a slow clock hides nothing', queued, at(30), false],
    ['a submit from a clock that runs ahead is compared by the server’s time', sent(serverAnswer, at(4)), at(4), true],
  ])('%s', (_, entry, lastSubmittedAt, expected) => {
    expect(isInProgress(entry, progressAt(lastSubmittedAt))).toBe(expected);
  });

  test('a submit whose question set is missing in the server’s progress does not count as included in that progress', () => {
    expect(isInProgress(queued, undefined)).toBe(false);
  });
});

describe('the newest attempt of several', () => {
  const refused: SubmitEntry = { ...base, seq: 2, state: 'refused', refusal: { status: 422, reason: '', at: at(12) } };

  test('the newest attempt is the queued one, even if there is a later refused one', () => {
    expect(newestAttempt(progressAt(at(5)), [queued, refused], explanation)).toMatchObject({ entry: { seq: 1 } });
  });

  test("the newest attempt is the server's when it is newer than the one with a receipt", () => {
    expect(newestAttempt(progressAt(at(30)), [sent(serverAnswer)], explanation)).toMatchObject({
      attempt: { answeredAt: at(30) },
    });
    expect(newestAttempt(progressAt(at(30)), [sent(serverAnswer)], explanation).entry).toBeUndefined();
  });

  test("the newest attempt is the queued one, even if another device's attempt has a later time", () => {
    expect(newestAttempt(progressAt(at(30)), [queued], explanation)).toMatchObject({
      attempt: { answeredAt: at(10) },
      entry: { seq: 1 },
    });
  });
});

describe('the time of an attempt that is made now', () => {
  const nowMs = Date.parse(at(20));

  test('a new attempt is dated by the server’s time', () => {
    expect(answeredNow(nowMs, progressAt(at(5)), [queued])).toBe(at(20));
    expect(answeredNow(nowMs, undefined, [])).toBe(at(20));
  });

  test('a new attempt is dated after the attempts that its learner has seen, whatever the clocks say', () => {
    expect(answeredNow(nowMs, progressAt(at(30)), [])).toBe('2026-11-21T01:30:00.001Z');
    const early = { ...queued, call: { ...call, submit: { ...call.submit, answeredAt: at(40) } } };
    expect(answeredNow(nowMs, progressAt(at(5)), [early])).toBe('2026-11-21T01:40:00.001Z');
  });

  test('a new attempt is dated after a received one by the server’s time when the device’s clock was ahead', () => {
    expect(answeredNow(nowMs, undefined, [sent(serverAnswer, at(4))])).toBe(at(20));
  });
});

test('a submit whose answers the server does not send has a score, and its answers are unknown', () => {
  const progress = { questionSetId: 'q1', lastScore: 3, maxScore: 3, lastSubmittedAt: '2026-11-01T00:00:00Z' };

  expect(attemptOfProgress(progress)).toMatchObject({ hasAnswers: false, grades: { score: 3, maxScore: 3 } });
});

test('an answer of which the server does not send whether it is right counts neither as right nor as wrong', () => {
  const lastAnswers = [
    { questionId: 'q1', correct: true, text: '一' },
    { questionId: 'q2', correct: false, text: '二' },
    { questionId: 'q3', correct: undefined, text: '三' },
  ];
  const progress = { questionSetId: 's1', lastScore: 1, maxScore: 3, lastSubmittedAt: '2026-11-01T00:00:00Z' };
  const attempt = attemptOfProgress({ ...progress, lastAnswers });
  const questions = lastAnswers.map(({ questionId: id }) => ({ id, type: 'text' as const, body: '', choices: [] }));

  expect(attempt?.answers).toHaveLength(3);
  expect(attempt?.grades?.results).toEqual([
    { questionId: 'q1', correct: true },
    { questionId: 'q2', correct: false },
  ]);
  expect(attempt && countWrong({ questions }, attempt)).toBe(1);
});

describe('a server that does not send the answers of a submit', () => {
  const shown = (lastSubmittedAt: string, lastScore: number): QuestionSetProgress => ({
    questionSetId: 's1',
    lastScore,
    maxScore: 3,
    lastSubmittedAt,
  });
  const received = sent({ ...serverAnswer, score: 2, maxScore: 3, results: [] });

  test.each([
    ['at the time of the submit', at(10)],
    ['some seconds after it received the submit', '2026-11-21T01:11:20.000Z'],
  ])('the answers of this device are shown when the server dates the last attempt %s', (_, time) => {
    const { attempt } = newestAttempt(shown(time, 2), [received], explanation);
    expect(attempt).toMatchObject({ answers, isProvisional: false, grades: { score: 2, maxScore: 3 } });
    expect(attempt?.hasAnswers).toBeUndefined();
  });

  test.each([
    ['much later', at(30), 2],
    ['with another score', at(11), 1],
  ])('the answers are unknown when the last attempt was made %s', (_, time, score) => {
    const { attempt } = newestAttempt(shown(time, score), [received], explanation);
    expect(attempt).toMatchObject({ answers: [], hasAnswers: false, grades: { score } });
  });
});
