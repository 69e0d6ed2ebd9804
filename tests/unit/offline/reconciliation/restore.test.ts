/**
 * Restores a server from a backup, and checks that the devices send again what it has forgotten: `npm run test:restore`
 * with 150 calls, `npm test` with a fifth of them.
 */
import { randomUUID } from 'node:crypto';

import { backUp, dateAnswers, RestoredDevice } from '@tests/unit/offline/support/restored-devices';
import { useTestServer } from '@tests/unit/server/support/test-server';
import { beforeEach, expect, test, vi } from 'vitest';

import type { QueuedCall } from '@/offline/queue/queued-calls';

const FACTS = Number(process.env.RESTORE_FACTS ?? 30);
/** The number of calls in the backup: about a fifth of all calls. */
const KEPT = FACTS / 5 - ((FACTS / 5) % 3);
const MINUTE_MS = 60_000;
const server = useTestServer();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  dateAnswers();
});

interface Fact {
  device: number;
  user: string;
  call: QueuedCall;
}

/** Returns the ids of all published lessons and question sets. */
async function readOutline(): Promise<{ lessons: string[]; sets: string[] }> {
  const { body } = await server.call('GET', '/api/v1/progress/detail/' + (await idOf('student')), { as: 'student' });
  const sets = body.courses.flatMap((course: { questionSets: { questionSetId: string }[] }) =>
    course.questionSets.map(({ questionSetId }) => questionSetId),
  );
  const lessons: string[] = [];
  for (const { courseId } of body.courses) {
    const course = await server.call('GET', `/api/v1/courses/${courseId}`, { as: 'student' });
    for (const section of course.body.sections)
      for (const chapter of section.chapters) lessons.push(...chapter.lessons.map(({ id }: { id: string }) => id));
  }
  return { lessons, sets };
}

async function idOf(user: string): Promise<string> {
  return String((await server.call('GET', '/api/v1/me/', { as: user })).body.id);
}

const submitOf = (questionSetId: string, answeredAt: number): QueuedCall => ({
  kind: 'answer-submit',
  submit: {
    clientSubmitId: randomUUID(),
    questionSetId,
    questionSetUpdatedAt: new Date(0).toISOString(),
    answers: [],
    answeredAt: new Date(answeredAt).toISOString(),
  },
});

/** Returns the recorded calls in the database, as `user id call id`. */
async function readRecords(): Promise<{ reads: string[]; submits: string[] }> {
  const [{ lessonReads, submits }] = [await import('@server/db/schema')];
  const reads = await server.database.select().from(lessonReads);
  const rows = await server.database.select().from(submits);
  return {
    reads: reads.map(({ userId, lessonId }) => `${userId} ${lessonId}`),
    submits: rows.map(({ userId, clientSubmitId }) => `${userId} ${clientSubmitId}`),
  };
}

/** Makes the calls of three devices, in the order of the calls: two devices of one learner, one of another. */
async function makeFacts(known: readonly string[]): Promise<Fact[]> {
  const { lessons, sets } = await readOutline();
  const users = ['student', 'student', 'student2'];
  const ids = await Promise.all(users.map(idOf));
  const unread = users.map((_, device) =>
    lessons.filter(
      (lesson, index) => !known.includes(`${ids[device]} ${lesson}`) && (device === 2 || index % 2 === device),
    ),
  );
  const now = Date.now();
  return Array.from({ length: FACTS }, (_, index): Fact => {
    const device = index % 3;
    const user = String(users[device]);
    const lessonId = index % 2 ? unread[device]?.pop() : undefined;
    // The learner's two devices answer the same few sets, one after the other.
    const set = String(sets[Math.floor(index / 3) % 4]);
    const call: QueuedCall = lessonId
      ? { kind: 'lesson-read', lessonId }
      : submitOf(set, now - (FACTS - index) * MINUTE_MS);
    return { device, user, call };
  });
}

const wordOf = ({ call }: Fact, userId: string) =>
  `${userId} ${call.kind === 'lesson-read' ? call.lessonId : call.submit.clientSubmitId}`;

test('after the server was restored, the next start of each device sends all forgotten calls again, once, for their own user', async () => {
  const { sets } = await readOutline();
  // Submits of 40 days ago, sent without a device: no device has a receipt.
  for (const user of ['student', 'student2'])
    for (const set of sets.slice(0, 4)) {
      const call = submitOf(set, Date.now() - 40 * 24 * 60 * MINUTE_MS);
      if (call.kind === 'answer-submit') await server.call('POST', '/api/v1/submit/', { as: user, json: call.submit });
    }
  const before = await readRecords();
  const facts = await makeFacts(before.reads);
  const devices = ['student', 'student', 'student2'].map((user) => new RestoredDevice(server, user));
  const study = async (some: readonly Fact[]) => {
    for (const [index, device] of devices.entries())
      await device.study(some.filter((fact) => fact.device === index).map(({ call }) => call));
  };
  await study(facts.slice(0, KEPT));
  const restore = await backUp(server);
  await study(facts.slice(KEPT));
  const full = await readRecords();
  expect(full.reads.length + full.submits.length - before.reads.length - before.submits.length).toBe(FACTS);

  await restore();
  const left = await readRecords();
  expect(left.reads.length + left.submits.length - before.reads.length - before.submits.length).toBe(KEPT);

  const startedAt = performance.now();
  const healed = [];
  for (const device of devices) healed.push(await device.reconcile());
  expect(performance.now() - startedAt).toBeLessThan(MINUTE_MS);

  const after = await readRecords();
  const words = new Set(await Promise.all(facts.map(async (fact) => wordOf(fact, await idOf(fact.user)))));
  expect(words.size).toBe(FACTS);
  expect([...words].filter((word) => ![...after.reads, ...after.submits].includes(word))).toEqual([]);
  expect(after.reads.toSorted()).toEqual(full.reads.toSorted());
  expect(after.submits.toSorted()).toEqual(full.submits.toSorted());
  expect(healed.map(({ waiting, refused }) => [waiting, refused])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(healed.reduce((sum, { healed: count = 0 }) => sum + count, 0)).toBe(FACTS - KEPT);

  // A second reconciliation changes nothing; the short run checks the first device only.
  for (const device of devices.slice(0, FACTS < 150 ? 1 : 3)) await device.reconcile();
  expect(await readRecords()).toEqual(after);
});
