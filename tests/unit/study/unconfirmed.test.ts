/** Tests the sum of the server's progress, queued calls and received calls (docs/offline.md, law 1). */
import { describe, expect, test, vi } from 'vitest';

import type { ProgressDetail } from '@/api/progress';
import type { Explanation } from '@/api/question-sets';
import { ENTRY_VERSION, type QueuedEntry, type SentEntry } from '@/offline/queue/entries';
import type { CallState } from '@/offline/queue/queue-counts';
import { ownerKey } from '@/session/session';
import { lessonScores, readLessonIds } from '@/study/course-progress';
import { addUnconfirmed, questionSetProgressOf, ungradedQuestionSets, unshownReceipts } from '@/study/unconfirmed';

const at = (minute: number) => `2026-11-21T01:${String(minute).padStart(2, '0')}:00.000Z`;

const server: ProgressDetail = {
  userId: 'u1',
  courses: [
    {
      courseId: 'git',
      courseTitle: 'Git',
      lessonCount: 3,
      readLessons: [{ lessonId: 'l1', readAt: at(0) }],
      questionSets: [
        {
          questionSetId: 'q1',
          lessonId: 'l1',
          title: '確認問題',
          submitCount: 1,
          lastScore: 2,
          bestScore: 2,
          maxScore: 5,
          lastSubmittedAt: at(5),
          lastAnswers: [],
        },
      ],
    },
  ],
};

const base = { version: ENTRY_VERSION, owner: ownerKey({ apiHost: 'https://h', userId: 'u1' }), attempts: 0 };
const read = (seq: number, lessonId: string): QueuedEntry => ({
  ...base,
  seq,
  id: '00000000-0000-4000-8000-000000000001',
  state: 'queued',
  call: { kind: 'lesson-read', lessonId },
  queuedAt: at(seq),
});
const submitCall = (questionSetId: string, answeredAt: string) => ({
  kind: 'answer-submit' as const,
  submit: {
    clientSubmitId: '00000000-0000-4000-8000-000000000002',
    questionSetId,
    questionSetUpdatedAt: at(0),
    answers: [{ questionId: 'a', text: 'x' }],
    answeredAt,
  },
});
const waitingSubmit = (seq: number, questionSetId: string, answeredAt: string): QueuedEntry => ({
  ...read(seq, 'unused'),
  call: submitCall(questionSetId, answeredAt),
});
const receivedSubmit = (seq: number, questionSetId: string, answeredAt: string, score: number): SentEntry => ({
  ...waitingSubmit(seq, questionSetId, answeredAt),
  state: 'sent',
  receipt: {
    receivedAt: answeredAt,
    byServer: true,
    answer: {
      id: 's1',
      clientSubmitId: '00000000-0000-4000-8000-000000000002',
      questionSetId,
      score,
      maxScore: 5,
      results: [],
      answeredAt,
      receivedAt: answeredAt,
    },
  },
});
const stateOf = (state: CallState['state'], subject: string): CallState => ({ state, kind: 'lesson-read', subject });
const inGit = () => 'git';

describe('a lesson that is read', () => {
  test.each(['queued', 'sent'] as const)('a lesson counts as read while its call is %s', (state) => {
    const progress = addUnconfirmed(server, { states: [stateOf(state, 'l2')], entries: [read(1, 'l2')] }, inGit);
    expect(progress.courses[0]?.readLessons).toContainEqual({ lessonId: 'l2', readAt: at(1) });
    expect([...readLessonIds(progress)].toSorted()).toEqual(['l1', 'l2']);
  });

  test('a lesson does not count as read while its call is refused', () => {
    const progress = addUnconfirmed(server, { states: [stateOf('refused', 'l2')], entries: [] }, inGit);
    expect([...readLessonIds(progress)]).toEqual(['l1']);
  });

  test('a lesson counts once when both the server and a receipt say that it is read', () => {
    const progress = addUnconfirmed(
      server,
      { states: [stateOf('sent', 'l1'), stateOf('queued', 'l1')], entries: [] },
      inGit,
    );
    expect(progress.courses[0]?.readLessons).toHaveLength(1);
  });

  test('a lesson counts in no course while the device does not know its course', () => {
    const progress = addUnconfirmed(server, { states: [stateOf('queued', 'l9')], entries: [] }, () => undefined);
    expect(progress.courses[0]?.readLessons).toHaveLength(1);
    expect(readLessonIds(progress).has('l9')).toBe(true);
  });

  test("a lesson starts a course that is not in the server's progress yet", () => {
    const progress = addUnconfirmed(
      server,
      { states: [stateOf('queued', 's1')], entries: [read(1, 's1')] },
      () => 'statistics',
    );
    expect(progress.courses.map(({ courseId, readLessons }) => [courseId, readLessons?.length])).toEqual([
      ['git', 1],
      ['statistics', 1],
    ]);
  });
});

describe('received calls that the server does not show', () => {
  const sent = (lessonId: string): SentEntry => ({
    ...read(1, lessonId),
    state: 'sent',
    receipt: { receivedAt: at(1), byServer: true },
  });
  const receipts = [sent('l1'), sent('l2'), receivedSubmit(2, 'q1', at(1), 3), receivedSubmit(3, 'q9', at(1), 3)];

  test("a received call that the server's progress lacks after a while is reported as possibly lost", () => {
    expect(unshownReceipts(server, Date.parse(at(3)), [...receipts, receivedSubmit(4, 'q9', at(1), 3)])).toEqual([
      { kind: 'lesson-read', subject: 'l2' },
      { kind: 'answer-submit', subject: 'q9' },
    ]);
  });

  test('a call received just now, or still queued, is not reported as possibly lost', () => {
    expect(unshownReceipts(server, Date.parse(at(1)), receipts)).toEqual([]);
    expect(unshownReceipts(server, Date.parse(at(9)), [read(1, 'l2'), waitingSubmit(2, 'q9', at(1))])).toEqual([]);
  });
});

describe("a submit added to the server's progress", () => {
  test("a queued submit counts as its question set's last submit, without a score", () => {
    const progress = addUnconfirmed(server, { states: [], entries: [waitingSubmit(1, 'q1', at(9))] }, inGit);
    expect(questionSetProgressOf(progress, 'q1')).toMatchObject({
      submitCount: 2,
      lastScore: undefined,
      bestScore: 2,
      lastSubmittedAt: at(9),
    });
  });

  test("a received submit that the server's progress lacks adds its score", () => {
    const progress = addUnconfirmed(server, { states: [], entries: [receivedSubmit(1, 'q1', at(9), 4)] }, inGit);
    expect(questionSetProgressOf(progress, 'q1')).toMatchObject({ submitCount: 2, lastScore: 4, bestScore: 4 });
  });

  test("a submit that is already in the server's progress is not counted again", () => {
    const progress = addUnconfirmed(server, { states: [], entries: [receivedSubmit(1, 'q1', at(5), 2)] }, inGit);
    expect(questionSetProgressOf(progress, 'q1')?.submitCount).toBe(1);
  });

  test("a submit to a set that is not in the server's progress is that set's only submit", () => {
    const progress = addUnconfirmed(server, { states: [], entries: [waitingSubmit(1, 'q9', at(9))] }, inGit);
    expect(questionSetProgressOf(progress, 'q9')).toMatchObject({ submitCount: 1, lastSubmittedAt: at(9) });
  });

  describe('a submit with an explanation on the device', () => {
    const explanation: Explanation = {
      questionSetId: 'q1',
      updatedAt: at(0),
      questions: [
        { questionId: 'a', acceptedAnswers: ['X'], explanation: '' },
        { questionId: 'b', acceptedAnswers: ['Y'], explanation: '' },
      ],
    };
    const waiting = [waitingSubmit(1, 'q1', at(9))];
    const explained = addUnconfirmed(server, { states: [], entries: waiting }, inGit, () => explanation);

    test('a queued submit is graded provisionally, and its answers are the last ones', () => {
      expect(questionSetProgressOf(explained, 'q1')).toMatchObject({
        pending: 'provisional',
        lastScore: 1,
        maxScore: 2,
        lastAnswers: [
          { questionId: 'a', correct: true, text: 'x' },
          { questionId: 'b', correct: false },
        ],
      });
    });

    test('a provisionally graded submit is marked in the outline', () => {
      expect(lessonScores(explained).get('l1')).toBe('1/2（仮採点）');
    });
  });

  test('a queued submit without an explanation has no score and no last answers, and is marked as not graded', () => {
    const progress = addUnconfirmed(server, { states: [], entries: [waitingSubmit(1, 'q1', at(9))] }, inGit);
    expect(questionSetProgressOf(progress, 'q1')).toMatchObject({ pending: 'unscored', lastAnswers: [], maxScore: 5 });
    expect(lessonScores(progress).get('l1')).toBe('送信待ち');
    expect(ungradedQuestionSets(server, [waitingSubmit(1, 'q1', at(9))])).toEqual(['q1']);
  });

  test('a received submit has the score of the server’s response, without an explanation on the device', () => {
    expect(ungradedQuestionSets(server, [receivedSubmit(1, 'q1', at(9), 4)])).toEqual([]);
  });

  test("thousands of queued submits are scanned once, however many parts of a screen ask, and a set's last one is graded", () => {
    const waiting = Array.from({ length: 10_000 }, (_, seq) => waitingSubmit(10_000 - seq, 'q1', at(9)));
    const parse = vi.spyOn(Date, 'parse');
    const explanationOf = vi.fn<() => undefined>();
    expect(ungradedQuestionSets(server, waiting)).toEqual(['q1']);
    const looks = parse.mock.calls.length;
    const parts = [1, 2, 3].map(() => addUnconfirmed(server, { states: [], entries: waiting }, inGit, explanationOf));
    expect(parts.map((progress) => questionSetProgressOf(progress, 'q1')?.submitCount)).toEqual([
      10_001, 10_001, 10_001,
    ]);
    expect(parts[0]?.fresh?.submits).toHaveLength(10_000);
    expect(parse.mock.calls.length).toBe(looks);
    expect(explanationOf).toHaveBeenCalledTimes(3);
    // A new response of the server makes the app scan the queued submits again.
    expect(ungradedQuestionSets({ ...server, courses: [] }, waiting)).toEqual(['q1']);
  });

  test('a received submit whose score is unknown is not shown as waiting', () => {
    const { receipt, ...entry } = receivedSubmit(1, 'q1', at(9), 3);
    const progress = addUnconfirmed(
      server,
      { states: [], entries: [{ ...entry, receipt: { ...receipt, answer: undefined } }] },
      inGit,
    );
    expect(questionSetProgressOf(progress, 'q1')).toMatchObject({ pending: undefined, lastScore: undefined });
    expect(lessonScores(progress).get('l1')).toBeUndefined();
  });

  test('of several submits to a set the last one is shown as the last, and the server’s best score is still shown as the best', () => {
    const submits = [
      waitingSubmit(3, 'q1', at(11)),
      receivedSubmit(2, 'q1', at(10), 3),
      receivedSubmit(1, 'q1', at(9), 4),
    ];
    expect(questionSetProgressOf(addUnconfirmed(server, { states: [], entries: submits }, inGit), 'q1')).toMatchObject({
      submitCount: 4,
      lastScore: undefined,
      bestScore: 4,
      maxScore: 5,
      lastSubmittedAt: at(11),
      pending: 'unscored',
    });
    expect(ungradedQuestionSets(server, submits)).toEqual(['q1']);
    expect(ungradedQuestionSets(server, submits.slice(1))).toEqual([]);
  });
});

describe('a list that the server leaves out', () => {
  const without = (list: 'readLessons' | 'questionSets'): ProgressDetail => ({
    ...server,
    courses: server.courses.map((course) => ({ ...course, [list]: undefined })),
  });

  test('a queued reading is added to no unknown list, but its lesson is read', () => {
    const progress = addUnconfirmed(
      without('readLessons'),
      { states: [stateOf('queued', 'l2')], entries: [read(1, 'l2')] },
      inGit,
    );
    expect(progress.courses[0]?.readLessons).toBeUndefined();
    expect([...readLessonIds(progress)]).toEqual(['l2']);
  });

  test('a queued submit of a set that no list has is shown, and its number of submits stays unknown', () => {
    const entries = [waitingSubmit(1, 'q1', at(9))];
    const progress = addUnconfirmed(without('questionSets'), { states: [], entries }, inGit);
    expect(progress.courses[0]?.questionSets).toBeUndefined();
    expect(questionSetProgressOf(progress, 'q1')).toMatchObject({ submitCount: undefined, lastSubmittedAt: at(9) });
    expect(questionSetProgressOf(addUnconfirmed(server, { states: [], entries }, inGit), 'q1')).toMatchObject({
      submitCount: 2,
    });
  });

  test('a received call that an unknown list may have is not missing in the progress', () => {
    const told = Date.parse(at(30));
    const entries = [receivedSubmit(1, 'q9', at(6), 2)];
    expect(unshownReceipts(server, told, entries)).toEqual([{ kind: 'answer-submit', subject: 'q9' }]);
    expect(unshownReceipts(without('questionSets'), told, entries)).toEqual([]);
    expect(unshownReceipts(without('readLessons'), told, entries)).toHaveLength(1);
  });
});
