/** One attempt at a question set: graded by the server, by this device, or by nobody yet. */
import { describe, expect, test } from 'vitest';

import type { QuestionSetProgress } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { ENTRY_VERSION } from '@/offline/queue/entries';
import { newestAttempt } from '@/queries/submits';
import { ownerKey } from '@/session/session';
import {
  answeredNow,
  attemptOfEntry,
  attemptOfProgress,
  gradeOnDevice,
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

test('the device grades as the server does: one point a question, unanswered ones are wrong', () => {
  expect(gradeOnDevice(explanation, answers)).toEqual({
    score: 2,
    maxScore: 3,
    results: [
      { questionId: 'q1', correct: true },
      { questionId: 'q2', correct: true },
      { questionId: 'q3', correct: false },
    ],
  });
});

describe('a submit', () => {
  test('that waits is graded provisionally where the explanation is on the device', () => {
    expect(attemptOfEntry(queued, explanation)).toMatchObject({ isProvisional: true, grades: { score: 2 } });
  });

  test('that waits is graded by nobody without an explanation', () => {
    expect(attemptOfEntry(queued, undefined)).toMatchObject({ isProvisional: false, grades: undefined });
  });

  test('that was received has the server’s score, whatever the device would say', () => {
    expect(attemptOfEntry(sent(serverAnswer), explanation)).toMatchObject({
      isProvisional: false,
      grades: { score: 1 },
    });
  });

  test('that was only acknowledged stays provisional', () => {
    expect(attemptOfEntry(sent(undefined), explanation)).toMatchObject({ isProvisional: true, grades: { score: 2 } });
  });
});

test('the server’s progress is an attempt: its answers, without those that were never given', () => {
  expect(attemptOfProgress(progressAt(at(5)))).toEqual({
    answers: [{ questionId: 'q1', choiceIds: ['a'], text: undefined }],
    grades: { score: 0, maxScore: 3, results: expect.any(Array) },
    isProvisional: false,
    answeredAt: at(5),
  });
  expect(attemptOfProgress(undefined)).toBeUndefined();
});

describe('progress shows a submit', () => {
  test.each([
    ['not before it was answered', sent(serverAnswer), at(9), false],
    ['once it is as new', sent(serverAnswer), at(10), true],
    ['written differently', sent(serverAnswer), '2026-11-21T01:10:00Z', true],
    ['that waits, when it has arrived and its receipt has not', queued, at(10), true],
    ['that waits never otherwise, however late the server’s is: a slow clock hides nothing', queued, at(30), false],
    ['of a clock that runs ahead, counted from the server’s', sent(serverAnswer, at(4)), at(4), true],
  ])('%s', (_, entry, lastSubmittedAt, expected) => {
    expect(isInProgress(entry, progressAt(lastSubmittedAt))).toBe(expected);
  });

  test('never while it has none of the set', () => {
    expect(isInProgress(queued, undefined)).toBe(false);
  });
});

describe('the newest attempt', () => {
  const refused: SubmitEntry = { ...base, seq: 2, state: 'refused', refusal: { status: 422, reason: '', at: at(12) } };

  test('is what waits, not what was refused', () => {
    expect(newestAttempt(progressAt(at(5)), [queued, refused], explanation)).toMatchObject({ entry: { seq: 1 } });
  });

  test('is the server’s when that is newer than what was received', () => {
    expect(newestAttempt(progressAt(at(30)), [sent(serverAnswer)], explanation)).toMatchObject({
      attempt: { answeredAt: at(30) },
    });
    expect(newestAttempt(progressAt(at(30)), [sent(serverAnswer)], explanation).entry).toBeUndefined();
  });

  test('is what waits, also where another device has answered at a time that this one has not reached yet', () => {
    expect(newestAttempt(progressAt(at(30)), [queued], explanation)).toMatchObject({
      attempt: { answeredAt: at(10) },
      entry: { seq: 1 },
    });
  });
});

describe('an attempt that is made now', () => {
  const nowMs = Date.parse(at(20));

  test('was answered at the server’s time', () => {
    expect(answeredNow(nowMs, progressAt(at(5)), [queued])).toBe(at(20));
    expect(answeredNow(nowMs, undefined, [])).toBe(at(20));
  });

  test('is later than the attempts that its learner has seen, whatever the clocks say', () => {
    expect(answeredNow(nowMs, progressAt(at(30)), [])).toBe('2026-11-21T01:30:00.001Z');
    const early = { ...queued, call: { ...call, submit: { ...call.submit, answeredAt: at(40) } } };
    expect(answeredNow(nowMs, progressAt(at(5)), [early])).toBe('2026-11-21T01:40:00.001Z');
  });

  test('is later than what was received, by the server’s time where the device’s ran ahead', () => {
    expect(answeredNow(nowMs, undefined, [sent(serverAnswer, at(4))])).toBe(at(20));
  });
});
