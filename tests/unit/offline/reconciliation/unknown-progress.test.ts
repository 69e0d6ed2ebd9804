/** Tests that reconciliation takes nothing for lost that the server's progress leaves out. */
import { answerSubmit, keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { expect, test } from 'vitest';

import { ENTRY_VERSION, type SentEntry } from '@/offline/queue/entries';
import { type ComparedProgress, findLost, lessonsToLookUp, toServerView } from '@/offline/reconciliation/find-lost';

const NOON = Date.parse('2026-09-04T03:00:00Z');
const receivedAt = '2026-09-03T22:00:00Z';

const sent = (call: SentEntry['call']): SentEntry => ({
  version: ENTRY_VERSION,
  seq: 1,
  id: '8a4f4a3e-0c5e-4d55-9c0a-000000000002',
  owner: keyOf('a'),
  call,
  queuedAt: receivedAt,
  attempts: 0,
  state: 'sent',
  receipt: { receivedAt, byServer: true, isEchoed: true },
});

/** Compares a receipt with progress in one course; every lesson exists. */
function compare(call: SentEntry['call'], course: ComparedProgress['courses'][number], counts = {}) {
  const view = toServerView({ courses: [course] });
  const existing = new Set(lessonsToLookUp([sent(call)], view));
  return findLost([sent(call)], { view, existing, known: { at: 0, counts }, nowMs: NOON });
}

test('a reading is lost when the server lists the read lessons without it', () => {
  expect(compare(lessonRead('l1'), { readLessons: [], questionSets: [] })).toBeDefined();
});

test('a reading is not lost when the server leaves out the read lessons of a course', () => {
  expect(compare(lessonRead('l1'), { questionSets: [] })).toBeUndefined();
});

test('a reading that the server shows without a time is not lost', () => {
  expect(compare(lessonRead('l1'), { readLessons: [{ lessonId: 'l1' }], questionSets: [] })).toBeUndefined();
});

test('a submit is not lost when the server sends neither the number of submits nor the time of the last one', () => {
  const course = { readLessons: [], questionSets: [{ questionSetId: 's1' }] };

  expect(compare(answerSubmit('s1'), course)).toBeUndefined();
  expect(compare(answerSubmit('s1'), course, { s1: 1 })).toBeUndefined();
});

test('a submit is not lost when the server leaves out the question sets of a course', () => {
  expect(compare(answerSubmit('s1'), { readLessons: [] }, { s1: 1 })).toBeUndefined();
});
