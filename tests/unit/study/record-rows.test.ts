/** Tests 受講記録簿 (the study record): its rows, whose clock confirms each time, and the contents of a certificate. */
import { describe, expect, test } from 'vitest';

import type { QuestionSetProgress } from '@/api/progress';
import type { CourseHistory } from '@/api/study-history';
import { ENTRY_VERSION, type QueuedEntry, type SentEntry } from '@/offline/queue/entries';
import { ownerKey } from '@/session/session';
import { certificateOf, countReceived } from '@/study/certificate';
import { type CourseRecord, type RecordSources, studyRecord } from '@/study/record-rows';
import type { OwnCourseProgress } from '@/study/unconfirmed';

const at = (day: number, minute = 0) => `2026-11-${day}T01:${String(minute).padStart(2, '0')}:00.000Z`;
const VERSION = at(1);

const set: QuestionSetProgress = {
  questionSetId: 'q1',
  lessonId: 'l1',
  title: '確認問題',
  submitCount: 2,
  lastScore: 3,
  bestScore: 4,
  maxScore: 5,
  lastSubmittedAt: at(11, 5),
  lastAnswers: [],
};
const course: OwnCourseProgress = {
  courseId: 'git',
  courseTitle: 'Git',
  lessonCount: 2,
  readLessons: [{ lessonId: 'l1', readAt: at(10) }],
  questionSets: [set],
};
const past = (answeredAt: string, receivedAt: string, score: number) => {
  return { answeredAt, receivedAt, score, maxScore: 5, questionSetUpdatedAt: VERSION };
};
const history: CourseHistory = {
  ...course,
  readLessons: [{ lessonId: 'l1', readAt: at(10), receivedAt: at(10) }],
  questionSets: [{ ...set, submits: [past(at(11), at(12), 4), past(at(11, 5), at(11, 5), 3)] }],
};

const base = { version: ENTRY_VERSION, owner: ownerKey({ apiHost: 'https://h', userId: 'u1' }), attempts: 0, seq: 1 };
const id = '00000000-0000-4000-8000-000000000001';
const waitingRead = (lessonId: string, queuedAt: string): QueuedEntry => {
  return { ...base, id, state: 'queued', call: { kind: 'lesson-read', lessonId }, queuedAt, title: '待つレッスン' };
};
const receipt = (receivedAt: string) => ({ receivedAt, byServer: true });
const receivedRead = (lessonId: string, queuedAt: string, receivedAt: string): SentEntry => {
  return { ...waitingRead(lessonId, queuedAt), state: 'sent', receipt: receipt(receivedAt) };
};
const waitingSubmit = (answeredAt: string): QueuedEntry => {
  const submit = { clientSubmitId: id, questionSetId: 'q1', questionSetUpdatedAt: VERSION, answers: [], answeredAt };
  return { ...base, id, state: 'queued', call: { kind: 'answer-submit', submit }, queuedAt: answeredAt };
};
const receivedSubmit = (answeredAt: string, receivedAt: string): SentEntry => {
  const answer = { id: 's', clientSubmitId: id, questionSetId: 'q1', score: 5, maxScore: 5, answeredAt, receivedAt };
  return { ...waitingSubmit(answeredAt), state: 'sent', receipt: { ...receipt(receivedAt), answer } };
};

function recordOf(changes: Partial<RecordSources> & { course?: OwnCourseProgress } = {}): CourseRecord {
  const { course: shown = course, ...sources } = changes;
  const [record] = studyRecord({
    progress: { userId: 'u1', courses: [shown], unplacedReads: [], unplacedQuestionSets: [] },
    serverSets: new Map([['q1', set]]),
    known: new Map([['git', { history, lessons: [{ id: 'l1', title: 'ターミナル' }] }]]),
    entries: [],
    isDatedOnArrival: false,
    ...sources,
  });
  if (!record) throw new Error('There is no record');
  return record;
}
const times = ({ rows }: CourseRecord) => rows.map(({ studiedAt, vouching }) => [studiedAt, vouching]);

describe('a row of the study record', () => {
  test('a row of the study record is a lesson or a submit, oldest first, with both times, score and version', () => {
    const { rows, hasEverySubmit } = recordOf();
    expect(hasEverySubmit).toBe(true);
    expect(rows).toMatchObject([
      {
        kind: 'lesson',
        subjectId: 'l1',
        title: 'ターミナル',
        studiedAt: at(10),
        receivedAt: at(10),
        vouching: 'server',
      },
      {
        kind: 'question-set',
        title: '確認問題',
        studiedAt: at(11),
        receivedAt: at(12),
        vouching: 'device',
        result: { score: 4, maxScore: 5 },
        questionSetUpdatedAt: VERSION,
      },
      { studiedAt: at(11, 5), receivedAt: at(11, 5), vouching: 'server', result: { score: 3, maxScore: 5 } },
    ]);
  });

  test('a record row’s time is confirmed by the server’s clock if the call arrived within a minute, else only by the device’s clock', () => {
    const late = [past(at(11), at(11, 1), 4), past(at(11, 5), '2026-11-11T01:06:00.001Z', 3)];
    const told = { ...history, questionSets: [{ ...set, submits: late }] };
    const record = recordOf({ known: new Map([['git', { history: told, lessons: [] }]]) });
    expect(times(record).slice(1)).toEqual([
      [at(11), 'server'],
      [at(11, 5), 'device'],
    ]);
  });

  test('the study record shows a queued row before it is sent, and no clock confirms its time', () => {
    const shown = { ...course, readLessons: [...(course.readLessons ?? []), { lessonId: 'l2', readAt: at(13) }] };
    const record = recordOf({ course: shown, entries: [waitingRead('l2', at(13)), waitingSubmit(at(14))] });
    expect(record.rows.slice(3)).toMatchObject([
      { kind: 'lesson', title: '待つレッスン', studiedAt: at(13), vouching: 'waiting' },
      { kind: 'question-set', studiedAt: at(14), vouching: 'waiting', result: undefined },
    ]);
    expect(record.rows.slice(3).map(({ receivedAt }) => receivedAt)).toEqual([undefined, undefined]);
  });

  test('a received record row is dated by its receipt until the server lists it, and is then shown only once', () => {
    const shown = { ...course, readLessons: [...(course.readLessons ?? []), { lessonId: 'l2', readAt: at(13) }] };
    const entries = [receivedRead('l2', at(13), at(15)), receivedSubmit(at(14), at(15))];
    expect(times(recordOf({ course: shown, entries })).slice(3)).toEqual([
      [at(13), 'device'],
      [at(14), 'device'],
    ]);
    const submits = [past(at(11), at(12), 4), past(at(11, 5), at(11, 5), 3), past(at(14), at(15), 5)];
    const told = { ...history, questionSets: [{ ...set, submits }] };
    const serverSets = new Map([['q1', { ...set, submitCount: 3, lastSubmittedAt: at(14) }]]);
    const known = new Map([['git', { history: told, lessons: [] }]]);
    expect(times(recordOf({ course: shown, entries, serverSets, known })).slice(3)).toEqual([
      [at(13), 'device'],
      [at(14), 'device'],
    ]);
  });

  test('a received record row from a clock ahead is not repeated when the server lists it with its own time', () => {
    const submits = [past(at(11), at(12), 4), past(at(15), at(15), 3)];
    const known = new Map([['git', { history: { ...history, questionSets: [{ ...set, submits }] }, lessons: [] }]]);
    expect(recordOf({ known, entries: [receivedSubmit(at(28), at(15))] }).rows).toHaveLength(3);
  });
});

describe('a record for which the server does not list every submit', () => {
  const known = new Map([['git', { lessons: [] }]]);

  test('if the server sends no list of submits, the record shows the last submit with the best score and the count', () => {
    const record = recordOf({ known });
    expect(record.hasEverySubmit).toBe(false);
    expect(record.rows[1]).toMatchObject({
      studiedAt: at(11, 5),
      vouching: 'untold',
      result: { score: 3, maxScore: 5 },
      summary: { bestScore: 4, submitCount: 2 },
    });
  });

  test("without the server's history, a reading has a time of receipt only if the server records just that time", () => {
    expect(recordOf({ known, isDatedOnArrival: true }).rows[0]).toMatchObject({
      receivedAt: at(10),
      vouching: 'server',
    });
    expect(recordOf({ known }).rows[0]).toMatchObject({ receivedAt: undefined, vouching: 'untold' });
  });

  test('the record keeps submits listed in a stored copy, and adds the last submit if that copy lacks it', () => {
    const serverSets = new Map([['q1', { ...set, submitCount: 3, lastScore: 5, lastSubmittedAt: at(20) }]]);
    const record = recordOf({ serverSets });
    expect(record.hasEverySubmit).toBe(false);
    expect(times(record)).toEqual([
      [at(10), 'server'],
      [at(11), 'device'],
      [at(11, 5), 'server'],
      [at(20), 'untold'],
    ]);
  });
});

test('the record groups rows of unknown courses separately, and leaves out courses without rows', () => {
  const nothing = { ...course, courseId: 'empty', readLessons: [], questionSets: [{ ...set, submitCount: 0 }] };
  const records = studyRecord({
    progress: { userId: 'u1', courses: [nothing], unplacedReads: ['l9'], unplacedQuestionSets: [] },
    serverSets: new Map(),
    known: new Map(),
    entries: [waitingRead('l9', at(13))],
    isDatedOnArrival: false,
  });
  expect(records).toMatchObject([
    { courseId: '', rows: [{ subjectId: 'l9', studiedAt: at(13), vouching: 'waiting' }] },
  ]);
});

describe('a certificate of a course', () => {
  const both = { ...course, readLessons: [...(course.readLessons ?? []), { lessonId: 'l2', readAt: at(13) }] };

  test("a certificate has the course's lessons, first and last day and best scores when every lesson is read", () => {
    const record = recordOf({ course: both, entries: [receivedRead('l2', at(13), at(13))] });
    expect(certificateOf(record)).toEqual({
      courseTitle: 'Git',
      lessonCount: 2,
      firstAt: at(10),
      lastAt: at(13),
      receivedAt: undefined,
      lessons: [],
      sets: [{ id: 'q1', title: '確認問題', best: { score: 4, maxScore: 5 } }],
      isRecorded: false,
    });
  });

  test.each([
    ['a lesson is not read', recordOf()],
    ['a reading is queued', recordOf({ course: both, entries: [waitingRead('l2', at(13))] })],
    ['the course has no lessons', recordOf({ course: { ...course, lessonCount: 0 } })],
  ])('a certificate is not issued while %s', (_, record) => {
    expect(certificateOf(record)).toBeUndefined();
  });

  test('a certificate ignores queued submits in its last day and scores', () => {
    const entries = [receivedRead('l2', at(13), at(13)), waitingSubmit(at(20))];
    const record = recordOf({ course: both, entries });
    expect(certificateOf(record)).toMatchObject({ lastAt: at(13), sets: [{ best: { score: 4, maxScore: 5 } }] });
  });

  test('readings that the server has received and those still queued are counted separately', () => {
    const record = recordOf({ course: both, entries: [waitingRead('l2', at(13))] });
    expect(countReceived(record)).toEqual({ read: 1, waiting: 1 });
  });
});
