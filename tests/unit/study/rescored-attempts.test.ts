/**
 * Tests scores that a corrected answer key changes: the server's progress wins over the receipt; the result by the
 * present key is shown beside.
 */
import { nextSubmitId, keyOf } from '@tests/unit/offline/support/people';
import { describe, expect, test } from 'vitest';

import { rescore } from '@/api/grading';
import { ENTRY_VERSION } from '@/offline/queue/entries';
import { attemptOfEntry, attemptOfProgress, gradesOfToday, type SubmitEntry } from '@/study/attempts';

const answeredAt = '2026-11-01T00:00:00.000Z';
const answers = [
  { questionId: 'q1', choiceIds: ['a'] },
  { questionId: 'q2', text: '東京' },
];
const results = (q1: boolean, q2 = true) => [
  { questionId: 'q1', correct: q1 },
  { questionId: 'q2', correct: q2 },
];

function receipt(): SubmitEntry {
  const id = nextSubmitId();
  const submit = { clientSubmitId: id, questionSetId: 'set', questionSetUpdatedAt: answeredAt, answers, answeredAt };
  const marked = { id: 's', clientSubmitId: id, questionSetId: 'set', score: 1, maxScore: 2, results: results(false) };
  const receivedAt = '2026-11-01T00:00:01.000Z';
  return {
    version: ENTRY_VERSION,
    seq: 1,
    id,
    owner: keyOf('a'),
    call: { kind: 'answer-submit', submit },
    queuedAt: answeredAt,
    attempts: 1,
    state: 'sent',
    receipt: { receivedAt, byServer: true, answer: { ...marked, answeredAt, receivedAt } },
  };
}
const progress = {
  questionSetId: 'set',
  lessonId: 'l',
  title: '',
  submitCount: 1,
  lastScore: 2,
  bestScore: 2,
  maxScore: 2,
  lastSubmittedAt: answeredAt,
  rescoredAt: '2026-11-02T00:00:00.000Z',
  scoreBefore: 1,
  lastAnswers: results(true).map((result, index) => ({ ...answers[index], ...result })),
};

describe('a submit that was re-marked', () => {
  test('an attempt that was graded again has the score of the server’s progress, not of the receipt', () => {
    expect(attemptOfEntry(receipt(), undefined).grades?.score).toBe(1);
    expect(attemptOfEntry(receipt(), undefined, progress)).toMatchObject({
      grades: { score: 2, results: results(true) },
      rescored: { at: progress.rescoredAt, scoreBefore: 1 },
      questionSetUpdatedAt: answeredAt,
    });
  });

  test('an attempt keeps the receipt’s score where progress shows another submit as the last', () => {
    const later = { ...progress, lastSubmittedAt: '2026-11-03T00:00:00.000Z' };

    expect(attemptOfEntry(receipt(), undefined, later).grades?.score).toBe(1);
  });

  test('progress alone, without a receipt, shows that an attempt was graded again', () => {
    expect(attemptOfProgress(progress)?.rescored?.scoreBefore).toBe(1);
  });
});

describe('the grades by the present key', () => {
  const explanation = (correct: string) => ({
    questionSetId: 'set',
    updatedAt: answeredAt,
    questions: [
      { questionId: 'q1', correctChoiceIds: [correct], explanation: '' },
      { questionId: 'new', correctChoiceIds: ['a'], explanation: '' },
    ],
  });

  const questions = [{ id: 'q1', type: 'single' as const, body: '', choices: [] }];

  test('results by the present answer key differ where the key was corrected; deleted questions keep their result', () => {
    const attempt = attemptOfEntry(receipt(), undefined);

    expect(gradesOfToday(attempt, explanation('a'), questions)).toEqual({
      score: 2,
      maxScore: 2,
      results: results(true),
    });
    expect(gradesOfToday(attempt, explanation('b'), questions)).toBeUndefined();
    expect(gradesOfToday(attempt, undefined, questions)).toBeUndefined();
  });

  test('an answer to a question that was an ordering and is now a single choice keeps its result', () => {
    const answered = { answers: [{ questionId: 'q1', choiceIds: ['b', 'a'] }], isProvisional: false, answeredAt };
    const attempt = { ...answered, grades: { results: [{ questionId: 'q1', correct: true }], score: 1, maxScore: 1 } };

    expect(gradesOfToday(attempt, explanation('a'), questions)).toBeUndefined();
  });

  test('results by the present answer key ignore a question that changed its type, and answers beyond maxScore', () => {
    const keys = new Map([
      ['q1', { acceptedAnswers: ['a'] }],
      ['q2', { acceptedAnswers: ['大阪'] }],
    ]);

    expect(rescore(keys, { answers, results: results(true), score: 1, maxScore: 1 })).toEqual({
      results: results(true),
      score: 1,
      maxScore: 1,
      isChanged: false,
    });
  });
});
