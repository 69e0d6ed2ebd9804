/**
 * Tests creates with `Idempotency-Key`: each kind is created once per person, call and key, and a repeat gets the first
 * answer.
 */
import { randomUUID } from 'node:crypto';

import { calls } from '@server/api/contract/calls';
import { isCreate } from '@server/api/contract/openapi';
import { deleteOldAnswers } from '@server/api/shared/run-once';
import { idempotencyKeys } from '@server/db/schema';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }];
const unique = () => randomUUID().slice(0, 8);
/** A new body for each kind of create, as the demo user admin sends it. */
const bodies: Readonly<Record<string, () => object>> = {
  '/users/': () => ({ username: `u-${unique()}`, password: 'long-password-1', name: '新人', role: 'STUDENT' }),
  '/companies/': () => ({ name: `会社${unique()}`, note: '' }),
  '/courses/': () => ({ title: `コース${unique()}` }),
  '/sections/': () => ({ courseId: 'git', title: `部${unique()}` }),
  '/chapters/': () => ({ sectionId: ids.sectionId, title: `章${unique()}` }),
  '/lessons/': () => ({ chapterId: ids.chapterId, title: `レッスン${unique()}` }),
  '/question-set/': () => ({ lessonId: ids.lessonId, title: `問題${unique()}`, questions }),
  '/assignments/': () => ({
    id: randomUUID(),
    courseId: 'git',
    companyId: 'minato',
    dueAt: '2026-12-31T00:00:00.000Z',
  }),
};
const kinds = Object.keys(bodies);
let ids: { sectionId: string; chapterId: string; lessonId: string };
let path: string;
let body: object;
let key: string;
const bodyOf = (kind: string) => bodies[kind]?.() ?? {};

const post = (call: string, json: object, { as = 'admin', header = key } = {}) =>
  server.call('POST', `/api/v1${call}`, { as, json, headers: { 'Idempotency-Key': header } });
/** Returns the number of things of a kind; of sections and below by the creations in the audit log. */
async function countMade(): Promise<number> {
  const { body: log } = await server.call('GET', '/api/v1/audit/?details=1&size=200', { as: 'admin' });
  return log.items.filter(({ action }: { action: string }) => action === 'create').length;
}

beforeAll(async () => {
  const { body: course } = await server.call('GET', '/api/v1/courses/git', { as: 'admin' });
  const [section] = course.sections;
  ids = { sectionId: section.id, chapterId: section.chapters[0].id, lessonId: section.chapters[0].lessons[0].id };
});
beforeEach(() => {
  key = randomUUID();
});

test('the tests know every call that creates something', () => {
  expect(
    calls
      .filter(isCreate)
      .map((call) => call.path)
      .toSorted(),
  ).toEqual(kinds.toSorted());
});

describe.each(kinds)('POST %s', (kind) => {
  beforeEach(() => {
    path = kind;
    body = bodyOf(kind);
  });

  test(`a repeated POST ${kind} with the same key creates one thing, and gets the first answer`, async () => {
    const before = await countMade();
    const first = await post(path, body);
    const second = await post(path, Object.fromEntries(Object.entries(body).toReversed()));

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await countMade()) - before).toBe(1);
  });

  test(`POST ${kind} with the key of another body is refused with 422, and creates nothing`, async () => {
    await post(path, body);
    const before = await countMade();
    const other = await post(path, bodyOf(kind));

    expect(other).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Idempotency-Key') } });
    expect(await countMade()).toBe(before);
  });

  test(`fault: POST ${kind} arrives five times at once with one key → one thing is created, and all five get the same answer`, async () => {
    const before = await countMade();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(path, body)));

    expect(new Set(answers.map(({ status, body: made }) => `${status} ${JSON.stringify(made)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await countMade()) - before).toBe(1);
  });

  test(`fault: the server restarts between two POST ${kind} with one key → the second gets the first answer`, async () => {
    const first = await post(path, body);
    await server.pause();
    await server.resume();

    expect((await post(path, body)).body).toEqual(first.body);
  });

  test(`a key whose POST ${kind} was refused can be sent again with a corrected body`, async () => {
    expect((await post(path, {})).status).toBe(422);
    expect((await post(path, body)).status).toBe(201);
  });

  test(`POST ${kind} without a key creates something each time`, async () => {
    const call = () => server.call('POST', `/api/v1${path}`, { as: 'admin', json: bodyOf(kind) });
    const [one, two] = [await call(), await call()];

    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.id).not.toBe(one.body.id);
  });
});

describe('a key', () => {
  const title = '新しい部';
  const section = { courseId: 'git', title };

  test('belongs to one person and one call', async () => {
    const { body: one } = await post('/sections/', section);
    const other = await post('/sections/', section, { as: 'teacher' });
    const course = await post('/courses/', { title });

    expect([other.status, course.status]).toEqual([201, 201]);
    expect(other.body.id).not.toBe(one.id);
  });

  test('is the same with and without the quotes of the IETF draft, and with and without the slash of the path', async () => {
    const { body: one } = await post('/sections/', section);

    expect((await post('/sections', section, { header: `"${key}"` })).body.id).toBe(one.id);
  });

  test.each(['', '""', 'あ', 'a"b', 'a'.repeat(256), `"${'a'.repeat(256)}"`, 'a, b'])(
    'that is malformed (%j) is refused with 400',
    async (header) => {
      // fetch sends header values as Latin-1.
      const { status } = await post('/sections/', section, { header: Buffer.from(header).toString('latin1') });

      expect(status).toBe(400);
    },
  );

  test('is answered with the first answer although the thing was changed and deleted meanwhile', async () => {
    const first = await post('/courses/', { title });
    await server.call('PATCH', `/api/v1/courses/${first.body.id}`, { as: 'admin', json: { title: '別の題' } });
    expect((await post('/courses/', { title })).body).toEqual(first.body);
    await server.call('DELETE', `/api/v1/courses/${first.body.id}`, { as: 'admin' });

    expect((await post('/courses/', { title })).body).toEqual(first.body);
  });

  test('is not answered to a person who may no longer create', async () => {
    const json = { username: `t-${unique()}`, password: 'long-password-1', name: '講師', role: 'TEACHER' };
    const { body: teacher } = await post('/users/', json);
    const { body: signedIn } = await server.signIn(json.username, json.password);
    const call = () =>
      server.call('POST', '/api/v1/courses/', {
        token: signedIn.access_token,
        json: { title },
        headers: { 'Idempotency-Key': key },
      });
    expect((await call()).status).toBe(201);
    await server.call('PATCH', `/api/v1/users/${teacher.id}`, { as: 'admin', json: { role: 'STUDENT' } });

    expect((await call()).status).toBe(403);
  });

  test('of a new user is refused with another password, and the table holds the password only as a scrypt hash', async () => {
    const json = { username: `p-${unique()}`, password: 'long-password-1', name: '新人', role: 'STUDENT' };
    await post('/users/', json);

    expect((await post('/users/', { ...json, password: 'long-password-2' })).status).toBe(422);
    expect((await post('/users/', json)).status).toBe(201);
    const rows = await server.database.select().from(idempotencyKeys);
    expect(JSON.stringify(rows)).not.toContain(json.password);
    expect(rows.find((row) => row.key === key)?.passwordHash).toMatch(/^scrypt\$/);
  });

  test('is kept for a day; after that it is new', async () => {
    const { body: one } = await post('/sections/', section);
    const age = (hours: number) =>
      server.database.update(idempotencyKeys).set({ createdAt: sql`now() - make_interval(hours => ${hours})` });
    await age(23);
    await deleteOldAnswers(server.database);
    expect((await post('/sections/', section)).body.id).toBe(one.id);
    await age(25);
    await deleteOldAnswers(server.database);

    expect(await server.database.$count(idempotencyKeys)).toBe(0);
    expect((await post('/sections/', section)).body.id).not.toBe(one.id);
  });

  test('does not outlive its person', async () => {
    const json = { username: `d-${unique()}`, password: 'long-password-1', name: '講師', role: 'TEACHER' };
    const { body: teacher } = await post('/users/', json);
    const { body: signedIn } = await server.signIn(json.username, json.password);
    const headers = { 'Idempotency-Key': key };
    await server.call('POST', '/api/v1/courses/', { token: signedIn.access_token, json: { title }, headers });
    await server.call('DELETE', `/api/v1/users/${teacher.id}`, { as: 'admin' });

    const rows = await server.database.select().from(idempotencyKeys);
    expect(rows.filter((row) => row.userId === teacher.id)).toEqual([]);
  });
});
