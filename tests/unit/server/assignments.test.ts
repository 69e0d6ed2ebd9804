/** Tests required courses (必修): permissions, repeated calls, and the status of a learner computed by the database. */
import { assignments, completions, courses, lessonReads, users } from '@server/db/schema';
import { LESSON_COUNT, requiredCases } from '@tests/support/required-cases';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();
afterEach(() => server.database.delete(assignments));

const dueAt = '2026-12-31T14:59:59.000Z';
const forCompany = { id: 'a1', courseId: 'security', companyId: 'minato', dueAt, note: '年末まで' };
const forPeople = { id: 'a2', courseId: 'git', userIds: ['user-student', 'user-student2'], dueAt };
const create = (json: object, as = 'teacher') => server.call('POST', '/api/v1/assignments/', { as, json });
const list = async (as: string) => (await server.call('GET', '/api/v1/assignments/', { as })).body.items;

describe('creating', () => {
  test('an assignment that is created twice is answered with the same record', async () => {
    const first = await create(forCompany);
    const second = await create(forCompany);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await list('admin')).toHaveLength(1);
  });

  test('a second assignment with the same id and another body is refused', async () => {
    await create(forCompany);

    expect((await create({ ...forCompany, note: '' })).status).toBe(409);
  });

  test.each([
    ['both a company and people', { ...forCompany, userIds: ['user-student'] }],
    ['neither a company nor people', { id: 'a', courseId: 'git', dueAt }],
    ['no people', { ...forPeople, userIds: [] }],
    ['201 people', { ...forPeople, userIds: Array.from({ length: 201 }, (_, index) => `u${index}`) }],
    ['an unknown course', { ...forCompany, courseId: 'nothing' }],
    ['an unknown company', { ...forCompany, companyId: 'nothing' }],
    ['an unknown person', { ...forPeople, userIds: ['nobody'] }],
    ['no date', { ...forCompany, dueAt: undefined }],
  ])('an assignment of %s is refused', async (_, json) => {
    expect((await create(json)).status).toBe(422);
  });
});

describe('changing', () => {
  test('a change of an assignment is refused if the version that it sends is not the current one', async () => {
    const { body } = await create(forPeople);
    const patch = (json: object) => server.call('PATCH', '/api/v1/assignments/a2', { as: 'admin', json });
    const changed = await patch({ userIds: ['user-student'], updatedAt: body.updatedAt });
    expect(changed.body).toMatchObject({ userIds: ['user-student'], dueAt });

    expect((await patch({ note: '二', updatedAt: body.updatedAt })).status).toBe(409);
    expect((await patch({ note: '二' })).status).toBe(200);
  });

  test('an assignment can be changed after one of its people was deleted, with and without naming that person', async () => {
    const account = { username: 'leaver', password: 'made-password', name: '退会 者', role: 'STUDENT' };
    const { id } = (await server.call('POST', '/api/v1/users/', { as: 'admin', json: account })).body;
    const { updatedAt } = (await create({ ...forPeople, userIds: ['user-student', 'user-student2', id] })).body;
    await server.call('DELETE', `/api/v1/users/${id}`, { as: 'admin' });
    const patch = (json: object) => server.call('PATCH', '/api/v1/assignments/a2', { as: 'teacher', json });

    expect((await list('teacher'))[0].userIds).toEqual(['user-student', 'user-student2']);
    expect(await patch({ userIds: ['user-student', id], updatedAt })).toMatchObject({
      status: 200,
      body: { userIds: ['user-student'] },
    });
    expect((await patch({ note: 'メモ' })).status).toBe(200);
    expect((await patch({ userIds: ['user-student'] })).status).toBe(200);
    expect((await patch({ userIds: ['user-student', id] })).status).toBe(422);
  });

  test('a required course assigned to a company cannot also name single people', async () => {
    await create(forCompany);
    const { status } = await server.call('PATCH', '/api/v1/assignments/a1', {
      as: 'admin',
      json: { userIds: ['user-student'] },
    });

    expect(status).toBe(422);
  });

  test('a deleted assignment is no longer listed', async () => {
    await create(forCompany);
    const remove = () => server.call('DELETE', '/api/v1/assignments/a1', { as: 'teacher' });

    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
  });
});

describe('who sees what', () => {
  test('a learner sees the assignments that concern them, without the people and company assigned', async () => {
    await create(forCompany);
    await create(forPeople);

    expect(await list('student')).toEqual([
      { id: 'a1', courseId: 'security', dueAt, note: '年末まで' },
      { id: 'a2', courseId: 'git', dueAt },
    ]);
    expect(await list('student2')).toEqual([{ id: 'a2', courseId: 'git', dueAt }]);
  });

  test('staff see the assignments that concern their own company, and only its people', async () => {
    await create(forCompany);
    await create(forPeople);
    await create({ ...forPeople, id: 'a3', userIds: ['user-student2'] });

    expect((await list('staff')).map(({ id, userIds }: { id: string; userIds?: string[] }) => [id, userIds])).toEqual([
      ['a1', undefined],
      ['a2', ['user-student']],
    ]);
  });

  test('staff without a company see an assignment that concerns them without its other people', async () => {
    const account = { username: 'staff-of-none', password: 'made-password', name: '職員', role: 'STAFF' };
    const { id } = (await server.call('POST', '/api/v1/users/', { as: 'admin', json: account })).body;
    await create({ ...forPeople, userIds: ['user-student', id] });
    const token = (await server.signIn(account.username, account.password)).body.access_token;

    expect((await server.call('GET', '/api/v1/assignments/', { token })).body.items).toMatchObject([{ userIds: [id] }]);
  });

  test('an assignment of a draft course is visible to editors only, and makes no learner overdue', async () => {
    await create({ ...forCompany, courseId: 'onboarding', dueAt: '2026-01-01T00:00:00.000Z' });
    const { body } = await server.call('GET', '/api/v1/users/user-student', { as: 'staff' });

    expect(await list('student')).toEqual([]);
    expect(await list('staff')).toHaveLength(1);
    expect(body.state).toBe('steady');
  });

  test.each(['student', 'staff'])('%s may neither create, change nor delete an assignment', async (as) => {
    await create(forCompany);
    const statuses = [
      await create(forPeople, as),
      await server.call('PATCH', '/api/v1/assignments/a1', { as, json: { note: '' } }),
      await server.call('DELETE', '/api/v1/assignments/a1', { as }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([403, 403, 403]);
  });
});

describe('the state of a learner', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const courseIds: string[] = [];
  const lessonsOf = new Map<string, string[]>();

  beforeAll(async () => {
    const add = async (path: string, json: object): Promise<string> =>
      (await server.call('POST', `/api/v1/${path}/`, { as: 'admin', json: { title: '必修', ...json } })).body.id;
    while (courseIds.length < 2) {
      const courseId = await add('courses', {});
      const chapterId = await add('chapters', { sectionId: await add('sections', { courseId }) });
      const lessonIds: string[] = [];
      while (lessonIds.length < LESSON_COUNT) lessonIds.push(await add('lessons', { chapterId }));
      lessonsOf.set(courseId, lessonIds);
      courseIds.push(courseId);
    }
    courseIds.push(await add('courses', {}));
    await server.database.update(courses).set({ status: 'published' }).where(eq(courses.title, '必修'));
  });

  test.each(requiredCases)(
    'a learner who $title is $status',
    async ({ title, required, registeredDaysAgo = 100, studiedDaysAgo = 2, status }) => {
      const { database } = server;
      const userId = `required-${requiredCases.findIndex((one) => one.title === title)}`;
      const person = {
        id: userId,
        username: userId,
        name: userId,
        passwordHash: '-',
        role: 'STUDENT',
        active: true,
      } as const;
      const lastStudiedAt = studiedDaysAgo === null ? null : inDays(-studiedDaysAgo);
      await database.insert(users).values({ ...person, createdAt: inDays(-registeredDaysAgo), lastStudiedAt });
      for (const [index, { dueInDays, readCount, completedInDays, isEmpty }] of required.entries()) {
        const courseId = courseIds[isEmpty ? 2 : index] ?? '';
        await create({ id: `${userId}-${index}`, courseId, userIds: [userId], dueAt: inDays(dueInDays) });
        const readIds = lessonsOf.get(courseId)?.slice(0, readCount) ?? [];
        for (const lessonId of readIds)
          await database.insert(lessonReads).values({ userId, lessonId, readAt: inDays(-2) });
        const days = completedInDays === undefined ? undefined : inDays(completedInDays);
        if (days)
          await database.insert(completions).values({
            userId,
            courseId,
            completedAt: days,
            recordedAt: days,
            courseTitle: '',
            lessons: [],
            questionSets: [],
          });
      }
      const { body: one } = await server.call('GET', `/api/v1/users/${userId}`, { as: 'admin' });
      const { body: some } = await server.call('GET', `/api/v1/users/?q=${userId}&state=${status}`, { as: 'admin' });

      expect(one.state).toBe(status);
      expect(some.items).toMatchObject([{ id: userId, state: status }]);
    },
  );
});
