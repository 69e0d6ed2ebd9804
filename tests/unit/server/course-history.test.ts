/**
 * Tests that completions follow the history of courses (docs/decisions/0080): a course is judged as it was on the day
 * of study, whatever happened to it since. The random histories in completion-histories.test.ts compare all of it with
 * a model.
 */
import type { Actor } from '@server/api/access/permissions';
import { recordCompletions } from '@server/api/completions/record-completions';
import { touch } from '@server/api/curriculum/touch';
import { moveToTrash } from '@server/api/curriculum/trash/move-to-trash';
import { setClock, useOwnClock } from '@tests/support/database-clock';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { DAY_MS, MINUTE_MS } from '@/lib/constants';

import { useTrash } from './support/trash';

const { server, get, post, patch, remove, makeCourse, itemOf, restore } = useTrash();

const startMs = Date.now() - 20 * DAY_MS;
const timeAt = (minute: number) => new Date(startMs + minute * MINUTE_MS).toISOString();
/** Lets the test's time go on to a minute after its start. */
const goTo = (minute: number) => setClock(server, startMs + minute * MINUTE_MS);

beforeAll(async () => {
  await useOwnClock(server);
  await server.database.execute(sql`update users set created_at = ${timeAt(-1000)}`);
});
beforeEach(async () => {
  // PGlite's connection after a restart has another path.
  await server.database.execute(sql`set search_path to public, pg_catalog`);
  await goTo(0);
});

const read = (lessonId: string, minute?: number) => {
  const at = minute === undefined ? '' : `?at=${timeAt(minute)}`;
  return server.call('PUT', `/api/v1/progress/lesson/${lessonId}${at}`, { as: 'student' });
};

/**
 * Returns the lessons of the student's completion of a course, and the minute of its day of study; undefined without
 * one.
 */
async function completionOf(courseId: string) {
  const { body } = await server.call('GET', `/api/v1/progress/detail/user-student/${courseId}`, { as: 'student' });
  if (!body.completion) return undefined;
  const { completedAt, lessons } = body.completion;
  const minute = Math.floor((Date.parse(completedAt) - startMs) / MINUTE_MS);
  return { minute, lessons: lessons.map(({ lessonId }: { lessonId: string }) => lessonId) };
}

const execute = (statement: ReturnType<typeof sql>) => server.database.execute(statement);

/** Makes an empty published course. @returns its chapter. */
async function makeEmptyCourse() {
  const { id: courseId } = await post('/courses/', { title: '空のコース', status: 'published' });
  const { id: sectionId } = await post('/sections/', { courseId, title: '一' });
  const { id: chapterId } = await post('/chapters/', { sectionId, title: '一' });
  return { courseId: courseId as string, chapterId: chapterId as string };
}

type Course = Awaited<ReturnType<typeof makeCourse>>;

/** What older versions of the server stored of a course. */
const ages: Readonly<Record<string, (course: Course) => Promise<void>>> = {
  'of this version': async () => {},
  'from before publications were stored': async ({ courseId }) => {
    await execute(
      sql`update courses set published_at = null, drafts = null, checked_version = null where id = ${courseId}`,
    );
  },
  'from before publications and additions of lessons were stored': async ({ courseId, first, second }) => {
    await execute(
      sql`update courses set published_at = null, drafts = null, checked_version = null where id = ${courseId}`,
    );
    await execute(sql`update lessons set added_at = null where chapter_id in (${first}, ${second})`);
  },
};

describe.each(Object.keys(ages))('a course %s', (age) => {
  async function makeOldCourse() {
    const course = await makeCourse();
    await ages[age]?.(course);
    return course;
  }

  test.each([
    [
      'deleted and restored',
      async ({ courseId }: Course) => {
        await remove(`/courses/${courseId}`);
        await goTo(31);
        await restore(await itemOf(courseId));
      },
    ],
    [
      'deleted, restored as a draft, and published',
      async ({ courseId }: Course) => {
        await remove(`/courses/${courseId}`);
        await restore(await itemOf(courseId), 'draft');
        await goTo(31);
        await patch(`/courses/${courseId}`, { status: 'published' });
      },
    ],
    [
      'made a draft and published',
      async ({ courseId }: Course) => {
        await patch(`/courses/${courseId}`, { status: 'draft' });
        await goTo(31);
        await patch(`/courses/${courseId}`, { status: 'published' });
      },
    ],
  ])('that was %s keeps the day of study of a reading that arrives late', async (_, change) => {
    const course = await makeOldCourse();
    const { courseId, a, b, c } = course;
    await goTo(10);
    await read(a);
    await read(b);
    await goTo(30);
    await change(course);
    await goTo(40);
    await read(c, 20);

    expect(await completionOf(courseId)).toEqual({ minute: 20, lessons: [a, b, c] });
  });

  test.each([
    ['lesson', ({ c }: Course) => ['lessons', c] as const],
    ['chapter', ({ second }: Course) => ['chapters', second] as const],
  ])('is completed without a %s that lay in the trash on the day of study', async (_, thingOf) => {
    for (const isOldDeletion of [false, true]) {
      await goTo(0);
      const course = await makeOldCourse();
      const [kind, id] = thingOf(course);
      await goTo(5);
      await read(course.a);
      await goTo(10);
      await remove(`/${kind}/${id}`);
      if (isOldDeletion) await execute(sql`delete from former_lessons where course_id = ${course.courseId}`);
      await goTo(30);
      await restore(await itemOf(id));
      await goTo(40);
      await read(course.b, 20);

      expect(await completionOf(course.courseId), `${isOldDeletion}`).toEqual({
        minute: 20,
        lessons: [course.a, course.b],
      });
    }
  });

  test('is not completed without a lesson that was restored before the day of study', async () => {
    const { courseId, a, b, c } = await makeOldCourse();
    await read(a);
    await goTo(10);
    await remove(`/lessons/${c}`);
    await goTo(15);
    await restore(await itemOf(c));
    await goTo(40);
    await read(b, 20);
    expect(await completionOf(courseId)).toBeUndefined();
    await read(c, 25);

    expect(await completionOf(courseId)).toEqual({ minute: 25, lessons: [a, b, c] });
  });

  test('is not completed by a lesson that had left it by the day of study', async () => {
    const { courseId, a, b, c } = await makeOldCourse();
    const { chapterId } = await makeEmptyCourse();
    await goTo(10);
    await patch(`/lessons/${c}`, { chapterId });
    await goTo(40);
    await read(a, 20);
    await read(b, 30);
    await read(c, 15);

    expect(await completionOf(courseId)).toEqual({ minute: 30, lessons: [a, b] });
  });
});

test('an empty course is completed by a read lesson that moves into it', async () => {
  const { a } = await makeCourse();
  const { courseId, chapterId } = await makeEmptyCourse();
  await goTo(10);
  await read(a);
  await goTo(20);
  await patch(`/lessons/${a}`, { chapterId });

  expect(await completionOf(courseId)).toEqual({ minute: 10, lessons: [a] });
});

test.each([
  ['that was never published', undefined],
  ['that was published after the lesson had left it', 5],
])('a reading dated when its lesson was in a deleted course %s counts from its receipt', async (_, publishedAt) => {
  const { id: draftId } = await post('/courses/', { title: '下書き', status: 'draft' });
  const { id: sectionId } = await post('/sections/', { courseId: draftId, title: '一' });
  const { id: draftChapter } = await post('/chapters/', { sectionId, title: '一' });
  const { id: lessonId } = await post('/lessons/', { chapterId: draftChapter, title: '課' });
  const { courseId, chapterId } = await makeEmptyCourse();
  await goTo(3);
  await patch(`/lessons/${lessonId}`, { chapterId });
  if (publishedAt !== undefined) {
    await goTo(publishedAt);
    await patch(`/courses/${draftId}`, { status: 'published' });
  }
  await goTo(8);
  await remove(`/courses/${draftId}`);
  await goTo(10);
  await read(lessonId, 1);

  expect(await completionOf(courseId)).toEqual({ minute: 10, lessons: [lessonId] });
});

test('a completion lists no lesson that moved into the course after the day of study', async () => {
  const { a } = await makeCourse();
  const { courseId, chapterId } = await makeEmptyCourse();
  const { id: own } = await post('/lessons/', { chapterId, title: '自' });
  await goTo(10);
  await read(a);
  await goTo(20);
  await patch(`/lessons/${a}`, { chapterId });
  await goTo(30);
  await read(own, 15);

  expect(await completionOf(courseId)).toEqual({ minute: 15, lessons: [own] });
});

test('readings complete a course as it was on the day of study in whatever order they arrive', async () => {
  const { courseId, a, b, c, first } = await makeCourse();
  await goTo(30);
  await post('/lessons/', { chapterId: first, title: '新' });
  await goTo(40);
  await read(c, 22);
  await read(a, 20);
  await read(b, 21);

  expect(await completionOf(courseId)).toEqual({ minute: 22, lessons: [a, b, c] });
});

test('a completed course whose lessons were all deleted counts alike in course figures, summary and lists', async () => {
  const { courseId, a, b, c } = await makeCourse();
  const empty = await makeEmptyCourse();
  for (const lesson of [a, b, c]) await read(lesson);
  for (const lesson of [a, b, c]) await remove(`/lessons/${lesson}`);
  const { body } = await server.call('GET', '/api/v1/courses/?figures=1&size=200', { as: 'admin' });
  const figuresOf = (id: string) => body.items.find((course: { id: string }) => course.id === id).figures;
  const user = (await server.call('GET', '/api/v1/users/user-student', { as: 'admin' })).body;
  const summary = await get('/progress/summary/user-student');

  expect(figuresOf(courseId)).toMatchObject({ learnerCount: 1, finishedCount: 1 });
  expect(figuresOf(empty.courseId)).toMatchObject({ learnerCount: 0, finishedCount: 0 });
  expect(summary).toMatchObject({
    courseCount: user.progress.courseCount,
    completedCourseCount: user.progress.completedCourseCount,
  });
});

test('a reading that arrives while the last unread lesson is being deleted completes the course', async () => {
  const { courseId, a, b, c } = await makeCourse();
  await read(a);
  let reading: ReturnType<typeof read> | undefined;
  await server.database.transaction(async (transaction) => {
    const actor: Pick<Actor, 'id'> = { id: 'user-teacher' };
    await touch(transaction, { courseId });
    await moveToTrash(transaction, actor, { kind: 'lesson', id: c });
    await recordCompletions(transaction, courseId);
    reading = read(b);
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
  });
  expect((await reading)?.status).toBe(200);

  expect(await completionOf(courseId)).toMatchObject({ lessons: [a, b] });
});
