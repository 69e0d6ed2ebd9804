/** Tests times of study and times of receipt: readings by the learner's clock, and every submit in the history. */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { courseHistorySchema, historySchema } from '@/api/study-history';
import { DAY_MS } from '@/lib/constants';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const read = async (lessonId: string, at?: string, as = 'matsumoto') => {
  const query = at === undefined ? '' : `?${new URLSearchParams({ at })}`;
  return server.call('PUT', `/api/v1/progress/lesson/${lessonId}${query}`, { as });
};
const history = async (courseId: string, as = 'matsumoto') =>
  z.parse(
    courseHistorySchema,
    (await server.call('GET', `/api/v1/progress/detail/user-${as}/${courseId}`, { as })).body,
  );

test('GET /info/ lists the capabilities of the study history', async () => {
  const { abilities } = (await server.call('GET', '/api/v1/info/', { as: 'student' })).body;
  expect(abilities).toEqual(expect.arrayContaining(['read-at', 'submit-history']));
});

describe('a reading', () => {
  test('a reading has the time of reading and of receipt, also in progress', async () => {
    const at = ago(3);
    const { status, body } = await read('git-terminal', at);

    expect([status, body.readAt]).toEqual([200, at]);
    expect(Date.now() - Date.parse(body.receivedAt)).toBeLessThan(60_000);
    expect((await history('git')).readLessons).toEqual([{ ...body, title: 'ターミナルとコマンドの形' }]);
    const summary = (await server.call('GET', '/api/v1/progress/summary/user-matsumoto', { as: 'matsumoto' })).body;
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(Date.parse(at));
    expect(summary.studyDays).toEqual([{ date: day, reads: 1, submits: 0 }]);
    expect(summary.lastStudiedAt).toBe(at);
  });

  test('a repeated reading keeps its times; an earlier one received later moves readAt back and keeps receivedAt', async () => {
    const first = (await read('git-files', ago(2))).body;
    expect((await read('git-files', ago(1))).body).toEqual(first);
    expect((await read('git-files')).body).toEqual(first);

    const earlier = ago(5);
    expect((await read('git-files', earlier)).body).toEqual({ ...first, readAt: earlier });
    expect((await read('git-files', ago(2))).body).toEqual({ ...first, readAt: earlier });
  });

  test('a reading without `at` has the current time as readAt and receivedAt', async () => {
    const { body } = await read('git-pipes', undefined, 'sasaki');
    expect(body).toEqual({ lessonId: 'git-pipes', readAt: body.receivedAt, receivedAt: expect.any(String) });
  });

  test.each([
    ['an hour ahead', new Date(Date.now() + 3_600_000).toISOString()],
    ['in another year', '2099-01-01T00:00:00.000Z'],
    ['of a clock that was never set', '1970-01-01T00:00:00.000Z'],
  ])('readAt is never later than receivedAt: %s', async (_, at) => {
    const { body } = await read('git-pipes', at, 'kobayashi');
    expect(body).toEqual({ lessonId: 'git-pipes', readAt: body.receivedAt, receivedAt: expect.any(String) });
    await server.database.execute(sql`delete from lesson_reads where user_id = 'user-kobayashi'`);
  });

  test("a reading's time readAt is never earlier than the creation of the account", async () => {
    const { createdAt } = (await server.call('GET', '/api/v1/me/', { as: 'matsumoto' })).body;
    expect((await read('git-pipes', '2001-01-01T00:00:00.000Z')).body).toMatchObject({ readAt: createdAt });
  });

  test('a reading with an invalid `at` is stored with the time of its arrival', async () => {
    expect(await read('git-terminal', 'gestern')).toMatchObject({ status: 200 });
  });

  test('a reading that an older version stored has receivedAt equal to readAt', async () => {
    const at = ago(9);
    await server.database.execute(
      sql`insert into lesson_reads (user_id, lesson_id, read_at) values ('user-abe', 'git-terminal', ${at})`,
    );
    expect((await history('git', 'abe')).readLessons).toContainEqual({
      lessonId: 'git-terminal',
      title: 'ターミナルとコマンドの形',
      readAt: at,
      receivedAt: at,
    });
  });
});

describe('submits', () => {
  let questionSetUpdatedAt = '';
  const submit = (answeredAt: string) => {
    const json = {
      clientSubmitId: crypto.randomUUID(),
      questionSetId: 'git-q-cli',
      questionSetUpdatedAt,
      answers: [],
      answeredAt,
    };
    return server.call('POST', '/api/v1/submit/', { as: 'matsumoto', json });
  };
  beforeAll(async () => {
    questionSetUpdatedAt = (await server.call('GET', '/api/v1/question-set/git-q-cli', { as: 'staff' })).body.updatedAt;
  });

  test('a course’s history has every submit, by time of study, with the answered version', async () => {
    const [late, early] = [ago(1), ago(4)];
    const received = [await submit(late), await submit(early)].map(({ body }) => body);
    const set = (await history('git')).questionSets?.find(({ questionSetId }) => questionSetId === 'git-q-cli');

    const { score, maxScore } = received[0];
    expect(set?.submits).toEqual([
      { answeredAt: early, receivedAt: received[1].receivedAt, score, maxScore, questionSetUpdatedAt },
      { answeredAt: late, receivedAt: received[0].receivedAt, score, maxScore, questionSetUpdatedAt },
    ]);
    expect((await history('git', 'abe')).questionSets?.map(({ submits }) => submits?.length)).toContain(0);
  });
});

test('progress with history=all has the history of all courses, and without it none', async () => {
  const all = async (query: string) =>
    (await server.call('GET', `/api/v1/progress/detail/user-matsumoto${query}`, { as: 'matsumoto' })).body;
  const whole = z.parse(historySchema, await all('?history=all'));

  expect(whole.courses.map(({ courseId }) => courseId)).toContain('git');
  for (const course of whole.courses) expect(course).toEqual(await history(course.courseId));
  const read = (await all('')).courses.flatMap(({ readLessons }: { readLessons: object[] }) => readLessons);
  expect(read).not.toEqual([]);
  for (const one of read) expect(Object.keys(one)).toEqual(['lessonId', 'readAt', 'receivedAt']);
});
