/** Tests that study days, calendar, week, counts and record are the same before and after queued calls are received. */
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { markLessonRead } from '@/api/learner-calls';
import { type ProgressDetail, progressDetailSchema, progressSummarySchema } from '@/api/progress';
import { courseHistorySchema } from '@/api/study-history';
import { DAY_MS } from '@/lib/constants';
import { ENTRY_VERSION, type QueuedEntry, type SentEntry } from '@/offline/queue/entries';
import { type QueuedCall, subjectOf } from '@/offline/queue/queued-calls';
import { ownerKey } from '@/session/session';
import { countSubmits, readLessonIds } from '@/study/course-progress';
import { studyRecord } from '@/study/record-rows';
import { studyCount, studyMonths, studyYear } from '@/study/study-days';
import { addUnconfirmed } from '@/study/unconfirmed';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const as = 'ishikawa';
const base = { version: ENTRY_VERSION, owner: ownerKey({ apiHost: 'https://h', userId: `user-${as}` }), attempts: 0 };
const noonMs = Date.now();
const ago = (days: number, ms = 0) => new Date(noonMs - days * DAY_MS + ms).toISOString();

let made = 0;
function waits(call: QueuedCall, queuedAt: string): QueuedEntry {
  made += 1;
  return { ...base, seq: made, id: crypto.randomUUID(), state: 'queued', call, queuedAt };
}
const read = (lessonId: string, at: string) => waits({ kind: 'lesson-read', lessonId }, at);
const answered = (questionSetId: string, answeredAt: string) => {
  const set = { questionSetId, questionSetUpdatedAt: ago(30), answers: [] };
  return waits(
    { kind: 'answer-submit', submit: { ...set, clientSubmitId: crypto.randomUUID(), answeredAt } },
    answeredAt,
  );
};

async function send({ call, queuedAt }: QueuedEntry): Promise<SentEntry['receipt']> {
  const { status, body } =
    call.kind === 'lesson-read'
      ? await server.call('PUT', `/api/v1${markLessonRead(call.lessonId, queuedAt, { abilities: ['read-at'] }).path}`, {
          as,
        })
      : await server.call('POST', '/api/v1/submit/', { as, json: call.submit });
  expect(status).toBe(call.kind === 'lesson-read' ? 200 : 201);
  return { receivedAt: body.receivedAt, byServer: true, answer: body };
}

const get = async (path: string) => (await server.call('GET', `/api/v1/progress/${path}`, { as })).body;

/** The server's current responses, as a device caches them. */
async function ask() {
  const progress: ProgressDetail = z.parse(progressDetailSchema, await get(`detail/user-${as}`));
  const { studyDays } = z.parse(progressSummarySchema, await get(`summary/user-${as}`));
  const known = new Map(
    await Promise.all(
      progress.courses.map(async ({ courseId }) => {
        const history = z.parse(courseHistorySchema, await get(`detail/user-${as}/${courseId}`));
        return [courseId, { history, lessons: [] }] as const;
      }),
    ),
  );
  return { progress, studyDays, known };
}

/** The values that screens show, computed from the server's responses and the device's queue. */
function report({ progress, studyDays, known }: Awaited<ReturnType<typeof ask>>, entries: (QueuedEntry | SentEntry)[]) {
  const states = entries.map(({ state, call }) => ({ state, kind: call.kind, subject: subjectOf(call) }));
  // The device knows the course of only one of the lessons.
  const own = addUnconfirmed(progress, { states, entries }, (id) => (id === 'git-files' ? 'git' : undefined));
  const serverSets = new Map(
    progress.courses.flatMap(({ questionSets = [] }) => questionSets).map((set) => [set.questionSetId, set]),
  );
  const days = studyYear(studyDays, own, noonMs);
  const rows = studyRecord({ progress: own, serverSets, known, entries, isDatedOnArrival: false }).flatMap(
    (course) => course.rows,
  );
  return {
    days: days.filter((day) => studyCount(day) > 0),
    months: studyMonths(days),
    reads: readLessonIds(own).size,
    submits: countSubmits(own),
    record: rows.map(({ subjectId, studiedAt }) => `${studiedAt} ${subjectId}`).toSorted(),
  };
}

const entries: QueuedEntry[] = [];
beforeAll(async () => {
  // On one of the days the server has already received a call.
  await send(answered('git-q-merge', ago(5)));
  entries.push(
    // One question set is answered twice on one day, and again on another; progress has only its last submit.
    answered('git-q-cli', ago(5, 1)),
    answered('git-q-cli', ago(5, 2)),
    answered('git-q-merge', ago(5, 3)),
    answered('git-q-cli', ago(2)),
    read('git-terminal', ago(5)),
    read('git-files', ago(4)),
    read('security-why', ago(1)),
    read('security-risk', ago(0)),
    answered('security-q-phishing', ago(0)),
  );
});

test('study days, months, counts and rows of the record are the same before and after queued calls are received', async () => {
  const toldBefore = await ask();
  const before = report(toldBefore, entries);
  expect(before.days.map(({ reads, submits }) => [reads, submits])).toEqual([
    [1, 0],
    [1, 4],
    [1, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]);

  const sent: SentEntry[] = [];
  for (const entry of entries) {
    sent.push({ ...entry, state: 'sent', receipt: await send(entry) });
    // The values are equal at every moment: a received call counts by its receipt until the progress is read again.
    expect(report(toldBefore, [...sent, ...entries.slice(sent.length)])).toEqual(before);
  }

  const toldAfter = await ask();
  expect(report(toldAfter, sent), 'with receipts').toEqual(before);
  expect(report(toldAfter, []), 'by the server alone').toEqual(before);
});
