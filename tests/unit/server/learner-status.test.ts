/**
 * Tests the rule of a learner's status in SQL; tests/unit/study/learner-status.test.ts has the same cases for the
 * TypeScript.
 */
import { completions, courses, lessonReads, users } from '@server/db/schema';
import { LESSON_COUNT, learnerStatusCases } from '@tests/support/learner-status-cases';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

/** The statuses that the server's lists can be filtered by. */
const statuses = ['behind', 'unstarted', 'steady', 'finished'] as const;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const idOf = (index: number) => `case-${index}`;

beforeAll(async () => {
  const { database } = server;
  await database.update(courses).set({ status: 'draft' });
  const { body: course } = await server.call('POST', '/api/v1/courses/', { as: 'admin', json: { title: '状態' } });
  const add = async (path: string, json: object) =>
    (await server.call('POST', `/api/v1/${path}/`, { as: 'admin', json: { title: '状態', ...json } })).body.id;
  const sectionId = await add('sections', { courseId: course.id });
  const chapterId = await add('chapters', { sectionId });
  const lessonIds: string[] = [];
  while (lessonIds.length < LESSON_COUNT) lessonIds.push(await add('lessons', { chapterId }));
  for (const [index, each] of learnerStatusCases.entries()) {
    const { role, readCount, hasCompleted, registeredDaysAgo, studiedDaysAgo } = each;
    await database.insert(users).values({
      id: idOf(index),
      username: idOf(index),
      passwordHash: '-',
      name: idOf(index),
      role,
      active: true,
      createdAt: daysAgo(registeredDaysAgo),
      lastStudiedAt: studiedDaysAgo === undefined ? null : daysAgo(studiedDaysAgo),
    });
    const read = lessonIds
      .slice(0, readCount)
      .map((lessonId) => ({ userId: idOf(index), lessonId, readAt: daysAgo(90) }));
    if (read.length > 0) await database.insert(lessonReads).values(read);
    if (hasCompleted)
      await database.insert(completions).values({
        userId: idOf(index),
        courseId: course.id,
        completedAt: daysAgo(90),
        recordedAt: daysAgo(90),
        courseTitle: '状態',
        lessons: [],
        questionSets: [],
      });
  }
});

/** Reads the status of every case from the server's own filter; undefined where no filter lists the user. */
async function readStatuses(isPublished: boolean): Promise<Map<string, string>> {
  const status = isPublished ? 'published' : 'draft';
  await server.database.update(courses).set({ status }).where(eq(courses.title, '状態'));
  const found = new Map<string, string>();
  for (const state of statuses) {
    const { body } = await server.call('GET', `/api/v1/users/?size=200&state=${state}`, { as: 'admin' });
    for (const { username } of body.items) found.set(username, state);
  }
  return found;
}

test.each([true, false])(
  'the database gives each learner the status of its case, published: %s',
  async (isPublished) => {
    const found = await readStatuses(isPublished);
    const cases = learnerStatusCases.map((each, index) => ({ ...each, found: found.get(idOf(index)) }));

    for (const each of cases.filter((one) => one.isPublished === isPublished)) {
      expect(each.found, each.title).toBe(each.status);
    }
  },
);
