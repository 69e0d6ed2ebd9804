/**
 * Tests the score that counts in TypeScript; tests/unit/server/counting-score.test.ts has the same cases for the SQL.
 */
import { type ScoreStep, scoreCases } from '@tests/support/score-cases';
import { expect, test } from 'vitest';

import type { ProgressDetail } from '@/api/progress';
import { ENTRY_VERSION, type QueuedEntry, type SentEntry } from '@/offline/queue/entries';
import { ownerKey } from '@/session/session';
import { addUnconfirmed, questionSetProgressOf } from '@/study/unconfirmed';

/** Returns ISO 8601 times, one minute apart for each submit. */
const timeOf = (index: number) => new Date(Date.parse('2026-11-21T02:00:00Z') + index * 60_000).toISOString();

const waiting = (index: number): QueuedEntry => ({
  version: ENTRY_VERSION,
  owner: ownerKey({ apiHost: 'https://h', userId: 'u1' }),
  attempts: 0,
  seq: index + 1,
  id: `00000000-0000-4000-8000-00000000000${index}`,
  state: 'queued',
  call: {
    kind: 'answer-submit',
    submit: {
      clientSubmitId: `00000000-0000-4000-8000-00000000001${index}`,
      questionSetId: 'q1',
      questionSetUpdatedAt: timeOf(0),
      answers: [{ questionId: 'a', text: 'x' }],
      answeredAt: timeOf(index),
    },
  },
  queuedAt: timeOf(index),
});

function received({ score, maxScore }: ScoreStep, index: number): SentEntry {
  const at = timeOf(index);
  const clientSubmitId = `00000000-0000-4000-8000-00000000001${index}`;
  const answer = { id: 's1', clientSubmitId, questionSetId: 'q1', score, maxScore, answeredAt: at, receivedAt: at };
  return { ...waiting(index), state: 'sent', receipt: { receivedAt: at, byServer: true, answer } };
}

/** Returns the server's progress after the first `count` steps of a case. */
function progressAfter(steps: readonly ScoreStep[], count: number): ProgressDetail {
  const last = steps[count - 1];
  const set = { questionSetId: 'q1', lessonId: 'l1', title: '確認問題', submitCount: count, lastAnswers: [] };
  const scores = last && {
    lastScore: last.score,
    bestScore: last.best,
    maxScore: last.maxScore,
    lastSubmittedAt: timeOf(count - 1),
  };
  const questionSets = [{ maxScore: steps[0]?.maxScore ?? 0, ...set, ...scores }];
  const course = { courseId: 'git', courseTitle: 'Git', lessonCount: 3, readLessons: [], questionSets };
  return { userId: 'u1', courses: [course] };
}

/** Returns an explanation of `count` questions; only the first was answered correctly. */
const explanationOf = (count: number) => () => ({
  questionSetId: 'q1',
  updatedAt: timeOf(0),
  questions: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, count).map((questionId) => ({
    questionId,
    acceptedAnswers: ['x'],
    explanation: '',
  })),
});

const add = (server: ProgressDetail, entries: readonly (QueuedEntry | SentEntry)[], count: number) =>
  questionSetProgressOf(
    addUnconfirmed(server, { states: [], entries }, () => undefined, explanationOf(count)),
    'q1',
  );

test.each(scoreCases)('the best score is right from receipts alone: $title', ({ steps }) => {
  for (const [index, { score, maxScore, best }] of steps.entries()) {
    const entries = steps.slice(0, index + 1).map(received);

    expect(add(progressAfter(steps, 0), entries, maxScore), `submit ${index + 1}`).toMatchObject({
      submitCount: index + 1,
      lastScore: score,
      maxScore,
      bestScore: best,
      lastSubmittedAt: timeOf(index),
    });
  }
});

const cases = scoreCases.filter(({ needsEveryReceipt }) => !needsEveryReceipt);
test.each(cases)("the best score is right from the server's progress and one new receipt: $title", ({ steps }) => {
  for (const [index, step] of steps.entries()) {
    const { score, maxScore, best } = step;

    expect(add(progressAfter(steps, index), [received(step, index)], maxScore), `submit ${index + 1}`).toMatchObject({
      submitCount: index + 1,
      lastScore: score,
      maxScore,
      bestScore: best,
    });
  }
});

const three = [{ score: 3, maxScore: 5, best: 3 }];
test('a provisional grade is the last score and never the best one', () => {
  expect(add(progressAfter(three, 1), [waiting(1)], 5)).toMatchObject({ lastScore: 1, maxScore: 5, bestScore: 3 });
});

test('with a provisional grade whose maximum score differs from the server’s, no best score is given', () => {
  const server = progressAfter([{ score: 8, maxScore: 8, best: 8 }], 1);

  expect(add(server, [waiting(1)], 5)).toMatchObject({ lastScore: 1, maxScore: 5, bestScore: undefined });
});
