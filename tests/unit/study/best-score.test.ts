/** The best score of a question set whose number of questions a teacher has changed meanwhile. */
import { expect, test } from 'vitest';

import type { ProgressDetail } from '@/api/progress';
import { ENTRY_VERSION, type QueuedEntry, type SentEntry } from '@/offline/queue/entries';
import { ownerKey } from '@/session/session';
import { addUnconfirmed, questionSetProgressOf } from '@/study/unconfirmed';

const submit = {
  clientSubmitId: '00000000-0000-4000-8000-000000000002',
  questionSetId: 'q1',
  questionSetUpdatedAt: '2026-11-21T01:00:00.000Z',
  answers: [{ questionId: 'a', text: 'x' }],
  answeredAt: '2026-11-21T02:00:00.000Z',
};
const waiting: QueuedEntry = {
  version: ENTRY_VERSION,
  owner: ownerKey({ apiHost: 'https://h', userId: 'u1' }),
  attempts: 0,
  seq: 1,
  id: '00000000-0000-4000-8000-000000000001',
  state: 'queued',
  call: { kind: 'answer-submit', submit },
  queuedAt: submit.answeredAt,
};

function received(score: number, maxScore: number): SentEntry {
  const { answeredAt, clientSubmitId, questionSetId } = submit;
  const answer = { id: 's1', clientSubmitId, questionSetId, score, maxScore, answeredAt, receivedAt: answeredAt };
  return { ...waiting, state: 'sent', receipt: { receivedAt: answeredAt, byServer: true, answer } };
}

/** The server's best and last score. */
function serverSaid(score: number, maxScore: number): ProgressDetail {
  const set = { questionSetId: 'q1', lessonId: 'l1', title: '確認問題', submitCount: 1, lastAnswers: [], maxScore };
  const questionSets = [{ ...set, lastScore: score, bestScore: score, lastSubmittedAt: '2026-11-20T01:00:00.000Z' }];
  const course = { courseId: 'git', courseTitle: 'Git', lessonCount: 3, readLessons: [], questionSets };
  return { userId: 'u1', courses: [course] };
}

/** A key with so many questions, the first of which was answered right. */
const keyOf = (count: number) => () => ({
  questionSetId: 'q1',
  updatedAt: submit.questionSetUpdatedAt,
  questions: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, count).map((questionId) => ({
    questionId,
    acceptedAnswers: ['x'],
    explanation: '',
  })),
});

const add = (server: ProgressDetail, entry: QueuedEntry | SentEntry, count: number) =>
  questionSetProgressOf(
    addUnconfirmed(server, [], [entry], () => undefined, keyOf(count)),
    'q1',
  );

test('of as many questions the best score stays before the server has said otherwise, and what is received can be better', () => {
  expect(add(serverSaid(3, 5), waiting, 5)).toMatchObject({ lastScore: 1, maxScore: 5, bestScore: 3 });
  expect(add(serverSaid(3, 5), received(4, 5), 5)).toMatchObject({ lastScore: 4, maxScore: 5, bestScore: 4 });
});

test('of fewer questions it is never more than there are', () => {
  expect(add(serverSaid(8, 8), waiting, 5)).toMatchObject({ lastScore: 1, maxScore: 5, bestScore: undefined });
  expect(add(serverSaid(8, 8), received(4, 5), 5)).toMatchObject({ lastScore: 4, maxScore: 5, bestScore: 4 });
});

test('of more questions it is none of the old ones', () => {
  expect(add(serverSaid(5, 5), received(3, 8), 8)).toMatchObject({ lastScore: 3, maxScore: 8, bestScore: 3 });
});
