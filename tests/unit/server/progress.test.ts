/** Tests progress: read marks, by course and in total, and study days. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { courseProgressSchema, progressDetailSchema, progressSummarySchema } from '@/api/progress';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const get = async (path: string, as = 'student') => (await server.call('GET', `/api/v1/progress/${path}`, { as })).body;
const read = (lessonId: string, as = 'student') => server.call('PUT', `/api/v1/progress/lesson/${lessonId}`, { as });
const post = async (path: string, json: unknown) =>
  (await server.call('POST', `/api/v1${path}`, { as: 'staff', json })).body;

describe('marking a lesson as read', () => {
  test('marking a lesson as read answers the time of the first mark, also for twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => read('statistics-tests')));
    const again = await read('statistics-tests');

    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(new Set(answers.map((answer) => answer.body.readAt)).size).toBe(1);
    expect(again.body).toEqual(answers[0]?.body);
    const { readLessons } = await get('detail/user-student/statistics');
    expect(readLessons).toContainEqual({ ...again.body, title: '仮説検定' });
  });

  test('a read mark counts in the list of users and sets lastStudiedAt', async () => {
    const progressOf = async () => (await server.call('GET', '/api/v1/users/user-sasaki', { as: 'staff' })).body;
    const before = await progressOf();
    const { body } = await read('statistics-spread', 'sasaki');
    const after = await progressOf();

    expect(after.progress.readLessonCount).toBe(before.progress.readLessonCount + 1);
    expect(after.progress.lastStudiedAt).toBe(body.readAt);
    expect(after.lastStudiedAt).toBe(body.readAt);
  });
});

describe('the shapes', () => {
  test.each(['user-student', 'user-watanabe', 'user-matsumoto', 'user-staff'])(
    'the progress of %s matches its schemas',
    async (userId) => {
      const detail = await get(`detail/${userId}`, 'admin');

      expect(z.safeParse(progressDetailSchema, detail).error).toBeUndefined();
      expect(z.safeParse(courseProgressSchema, await get(`detail/${userId}/git`, 'admin')).error).toBeUndefined();
      expect(z.safeParse(progressSummarySchema, await get(`summary/${userId}`, 'admin')).error).toBeUndefined();
      const { courses } = z.parse(progressDetailSchema, detail);
      expect(courses).toContainEqual(z.parse(courseProgressSchema, await get(`detail/${userId}/git`, 'admin')));
    },
  );

  test('detail and summary of progress and the list of users agree', async () => {
    const { items } = (await server.call('GET', '/api/v1/users/?size=200', { as: 'admin' })).body;
    for (const user of items) {
      const { courses } = z.parse(progressDetailSchema, await get(`detail/${user.id}`, 'admin'));
      const summary = z.parse(progressSummarySchema, await get(`summary/${user.id}`, 'admin'));
      const sum = (count: (course: (typeof courses)[number]) => number) =>
        courses.reduce((total, course) => total + count(course), 0);

      expect(summary).toMatchObject({
        courseCount: courses.length,
        completedCourseCount: courses.filter((course) => course.readLessons?.length === course.lessonCount).length,
        lessonCount: sum(({ lessonCount = 0 }) => lessonCount),
        readLessonCount: sum((course) => course.readLessons?.length ?? 0),
        submitCount: sum((course) =>
          (course.questionSets ?? []).reduce((total, { submitCount = 0 }) => total + submitCount, 0),
        ),
      });
      expect(user.progress).toMatchObject({
        lessonCount: summary.lessonCount,
        readLessonCount: summary.readLessonCount,
      });
      expect(user.progress.lastStudiedAt ?? undefined).toBe(summary.lastStudiedAt);
    }
  });

  test('a user without study has no rate, no study days and no last study', async () => {
    const summary = z.parse(progressSummarySchema, await get('summary/user-matsumoto', 'staff'));

    expect(summary).toMatchObject({ readLessonCount: 0, submitCount: 0, studyDays: [] });
    expect([summary.correctRate, summary.lastStudiedAt]).toEqual([undefined, undefined]);
  });

  test('progress includes question sets without answers, with their number of questions', async () => {
    const { questionSets } = await get('detail/user-matsumoto/git', 'staff');
    const set = (await server.call('GET', '/api/v1/question-set/git-q-cli', { as: 'staff' })).body;

    expect(questionSets).toContainEqual(
      expect.objectContaining({
        questionSetId: 'git-q-cli',
        submitCount: 0,
        maxScore: set.questions.length,
        lastAnswers: [],
      }),
    );
  });
});

describe('the demo history', () => {
  test('the demo history is in the last 120 days, with days in Japan, oldest first', async () => {
    const { studyDays } = await get('summary/user-watanabe', 'staff');
    const dates = studyDays.map((day: { date: string }) => day.date);
    const daysAgo = (days: number) =>
      new Date(Date.now() + 9 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

    expect(dates).toEqual(dates.toSorted());
    expect(dates.length).toBeGreaterThan(10);
    expect(dates[0] >= daysAgo(121)).toBe(true);
    expect(dates.at(-1) <= daysAgo(0)).toBe(true);
  });

  test('the demo student has read about 40 % of one course, with some wrong answers', async () => {
    const { courses } = await get('detail/user-student');
    const security = courses.find((course: { courseId: string }) => course.courseId === 'security');
    const share = security.readLessons.length / security.lessonCount;
    const answers = courses.flatMap((course: { questionSets: { lastAnswers: unknown[] }[] }) =>
      course.questionSets.flatMap((set) => set.lastAnswers),
    );

    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.5);
    expect(answers).toContainEqual(expect.objectContaining({ correct: false }));
    expect(answers).toContainEqual(expect.objectContaining({ correct: true }));
  });
});

describe('study days', () => {
  test('study days change at midnight in Japan, and go back 365 days', async () => {
    const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    const startOfToday = Date.parse(`${today}T00:00:00+09:00`);
    const at = (time: number) => new Date(time).toISOString();
    const oldest = startOfToday - 364 * 86_400_000;
    const moments = [startOfToday, startOfToday - 1, oldest, oldest - 1];
    for (const [index, moment] of moments.entries()) {
      await server.database.execute(
        sql`insert into lesson_reads values ('user-matsumoto', ${`x${index}`}, ${at(moment)})`,
      );
    }
    const { studyDays } = await get('summary/user-matsumoto', 'staff');
    const dateOf = (time: number) => at(time + 9 * 3_600_000).slice(0, 10);

    expect(studyDays).toEqual(
      [oldest, startOfToday - 1, startOfToday].map((time) => ({ date: dateOf(time), reads: 1, submits: 0 })),
    );
  });
});

describe('deletions', () => {
  test('reads and submits survive the deletion of a lesson, and no longer count in its course', async () => {
    const course = await post('/courses/', { title: '消える', status: 'published' });
    const section = await post('/sections/', { courseId: course.id, title: '一' });
    const chapter = await post('/chapters/', { sectionId: section.id, title: '一' });
    const lesson = await post('/lessons/', { chapterId: chapter.id, title: '一' });
    const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }];
    const set = await post('/question-set/', { lessonId: lesson.id, title: '問題', questions });
    await read(lesson.id, 'kimura');
    const time = new Date().toISOString();
    const json = {
      clientSubmitId: crypto.randomUUID(),
      questionSetId: set.id,
      questionSetUpdatedAt: time,
      answers: [],
      answeredAt: time,
    };
    await server.call('POST', '/api/v1/submit/', { as: 'kimura', json });
    const before = await get('summary/user-kimura', 'kimura');
    await server.call('DELETE', `/api/v1/lessons/${lesson.id}`, { as: 'staff' });
    const after = await get('summary/user-kimura', 'kimura');

    expect(after).toMatchObject({
      lessonCount: before.lessonCount - 1,
      readLessonCount: before.readLessonCount - 1,
      submitCount: before.submitCount,
      studyDays: before.studyDays,
    });
  });

  test('reads and submits survive the deletion of a user', async () => {
    const count = async () => {
      const result = await server.database.execute(sql`select
        (select count(*) from lesson_reads where user_id = 'user-ishikawa') as reads,
        (select count(*) from submits where user_id = 'user-mori') as submits`);
      return (result as unknown as { rows: unknown[] }).rows[0];
    };
    const before = await count();
    for (const id of ['user-ishikawa', 'user-mori'])
      await server.call('DELETE', `/api/v1/users/${id}`, { as: 'admin' });

    expect(await count()).toEqual(before);
    expect((await server.call('GET', '/api/v1/progress/summary/user-mori', { as: 'admin' })).status).toBe(404);
  });

  test('a withdrawn course disappears from students’ progress, not from that of staff', async () => {
    await server.call('PATCH', '/api/v1/courses/statistics', { as: 'staff', json: { status: 'draft' } });
    const [students, staffs] = [await get('detail/user-student'), await get('detail/user-staff', 'staff')];
    await server.call('PATCH', '/api/v1/courses/statistics', { as: 'staff', json: { status: 'published' } });

    expect(students.courses.map((course: { courseId: string }) => course.courseId)).not.toContain('statistics');
    expect(staffs.courses.map((course: { courseId: string }) => course.courseId)).toContain('statistics');
  });
});

test('the list of 2,000 users needs a constant number of queries', async () => {
  await server.database
    .execute(sql`insert into users (id, username, password_hash, name, role, company_id, active, created_at)
    select 'u' || n, 'many' || n, 'x', '多数', 'STUDENT', 'minato', true, now() from generate_series(1, 2000) n`);
  await server.database.execute(
    sql`insert into lesson_reads select 'u' || n, l.id, now() from generate_series(1, 2000) n, lessons l`,
  );
  const { body } = await server.call('GET', '/api/v1/users/?size=200&page=2', { as: 'staff' });

  expect(body.total).toBeGreaterThan(2000);
  expect(body.items).toHaveLength(200);
  expect(body.items[0].progress.readLessonCount).toBe(40);
});
