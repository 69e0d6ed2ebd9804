/** Tests recorded completions (修了): when the server writes one, and that nothing deletes it. */
import { completions, courses, lessonReads, lessons } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const add = async (path: string, json: object): Promise<string> =>
  (await server.call('POST', `/api/v1/${path}/`, { as: 'teacher', json: { title: '修了', ...json } })).body.id;
const change = (path: string, json: object) => server.call('PATCH', `/api/v1/${path}`, { as: 'teacher', json });
const remove = (path: string) => server.call('DELETE', `/api/v1/${path}`, { as: 'teacher' });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Creates a course with lessons, published an hour ago unless it stays a draft. */
async function addCourse({ lessonCount = 2, isPublished = true } = {}) {
  const courseId = await add('courses', { title: '消火の基本', description: '' });
  const sectionId = await add('sections', { courseId });
  const chapterId = await add('chapters', { sectionId });
  const lessonIds: string[] = [];
  while (lessonIds.length < lessonCount)
    lessonIds.push(await add('lessons', { chapterId, title: `第${lessonIds.length + 1}課` }));
  if (isPublished) await publishAnHourAgo(courseId, chapterId);
  return { courseId, sectionId, chapterId, lessonIds };
}

async function publishAnHourAgo(courseId: string, chapterId: string) {
  await change(`courses/${courseId}`, { status: 'published' });
  await server.database
    .update(courses)
    .set({ publishedAt: minutesAgo(60) })
    .where(eq(courses.id, courseId));
  await server.database
    .update(lessons)
    .set({ addedAt: minutesAgo(90) })
    .where(eq(lessons.chapterId, chapterId));
}

const read = (lessonId: string | undefined, at?: string, as = 'student') =>
  server.call('PUT', `/api/v1/progress/lesson/${lessonId}${at ? `?at=${at}` : ''}`, { as });

async function completionsOf(courseId: string, as = 'student') {
  const { body: me } = await server.call('GET', '/api/v1/me/', { as });
  const { body } = await server.call('GET', `/api/v1/progress/detail/${me.id}`, { as });
  return body.completions.filter((one: { courseId: string }) => one.courseId === courseId);
}

async function certificateOf(courseId: string, as = 'student') {
  const { body: me } = await server.call('GET', '/api/v1/me/', { as });
  return (await server.call('GET', `/api/v1/progress/detail/${me.id}/${courseId}`, { as })).body.completion;
}

test('reading the last lesson of a published course records its completion, with the day of study and what was learned', async () => {
  const { courseId, lessonIds } = await addCourse();
  const [first, last] = [minutesAgo(30), minutesAgo(20)];
  await read(lessonIds[0], first);
  expect(await completionsOf(courseId)).toEqual([]);
  await read(lessonIds[1], last);

  expect(await completionsOf(courseId)).toEqual([
    { courseId, courseTitle: '消火の基本', lessonCount: 2, completedAt: last, receivedAt: expect.any(String) },
  ]);
  expect(await certificateOf(courseId)).toMatchObject({
    lessons: [
      { lessonId: lessonIds[0], title: '第1課', readAt: first },
      { lessonId: lessonIds[1], title: '第2課', readAt: last },
    ],
    questionSets: [],
  });
});

test('a completion that an older build wrote after a rollback is dated by the time of its recording', async () => {
  const { courseId } = await addCourse();
  const row = { userId: 'user-student', courseId, courseTitle: '消火', lessons: [], questionSets: [] };
  const [completedAt, recordedAt] = [minutesAgo(40), minutesAgo(30)];
  await server.database.insert(completions).values({ ...row, completedAt, recordedAt });

  expect(await completionsOf(courseId)).toMatchObject([{ completedAt, receivedAt: recordedAt }]);
});

test.each([
  ['adds a lesson', ({ chapterId }: Course) => add('lessons', { chapterId })],
  [
    'renames the course and a lesson',
    ({ courseId, lessonIds }: Course) =>
      change(`courses/${courseId}`, { title: '別の題' }).then(() => change(`lessons/${lessonIds[0]}`, { title: '別' })),
  ],
  ['deletes a lesson', ({ lessonIds }: Course) => remove(`lessons/${lessonIds[0]}`)],
  ['deletes the chapter', ({ chapterId }: Course) => remove(`chapters/${chapterId}`)],
  ['deletes the section', ({ sectionId }: Course) => remove(`sections/${sectionId}`)],
  ['unpublishes the course', ({ courseId }: Course) => change(`courses/${courseId}`, { status: 'draft' })],
  ['deletes the course', ({ courseId }: Course) => remove(`courses/${courseId}`)],
])('a completion stays the same when a teacher %s', async (_, edit) => {
  const course = await addCourse();
  for (const lessonId of course.lessonIds) await read(lessonId);
  const before = await certificateOf(course.courseId);
  expect(before.courseTitle).toBe('消火の基本');

  await edit(course);

  expect(await certificateOf(course.courseId)).toEqual(before);
  expect(await completionsOf(course.courseId)).toHaveLength(1);
});
type Course = Awaited<ReturnType<typeof addCourse>>;

test('a late reading, made before a lesson was added, completes the course as it was on the day of study', async () => {
  const { courseId, chapterId, lessonIds } = await addCourse();
  await read(lessonIds[0], minutesAgo(30));
  const added = await add('lessons', { chapterId });
  await read(added, undefined, 'student2');
  const atSea = minutesAgo(20);
  await read(lessonIds[1], atSea);

  expect(await completionsOf(courseId)).toEqual([expect.objectContaining({ lessonCount: 2, completedAt: atSea })]);
  expect(await completionsOf(courseId, 'student2')).toEqual([]);
});

test("a completion's day of receipt is the day when the server received it, whatever day a device sends", async () => {
  const { courseId, chapterId, lessonIds } = await addCourse({ lessonCount: 1 });
  await add('lessons', { chapterId });
  const before = Date.now();
  await read(lessonIds[0], minutesAgo(30));
  const [completion] = await completionsOf(courseId);

  expect(completion.lessonCount).toBe(1);
  expect(Date.parse(completion.receivedAt)).toBeGreaterThanOrEqual(before - 1000);
});

test('a reading dated before the course was published does not complete it alone', async () => {
  const { courseId, lessonIds } = await addCourse();
  await read(lessonIds[0], minutesAgo(75));

  expect(await completionsOf(courseId)).toEqual([]);
});

test('a reading made after a lesson was added does not complete the course without that lesson', async () => {
  const { courseId, chapterId, lessonIds } = await addCourse();
  await read(lessonIds[0], minutesAgo(30));
  const added = await add('lessons', { chapterId });
  await read(lessonIds[1]);
  expect(await completionsOf(courseId)).toEqual([]);
  await read(added);

  expect(await completionsOf(courseId)).toEqual([expect.objectContaining({ lessonCount: 3 })]);
});

test('the deletion of the only unread lesson completes the course for its readers', async () => {
  const { courseId, lessonIds } = await addCourse();
  const at = minutesAgo(30);
  await read(lessonIds[0], at);
  await remove(`lessons/${lessonIds[1]}`);

  expect(await completionsOf(courseId)).toEqual([expect.objectContaining({ lessonCount: 1, completedAt: at })]);
});

test('publishing a draft course records the completions of learners who have read all its lessons', async () => {
  const { courseId, lessonIds } = await addCourse({ isPublished: false });
  for (const lessonId of lessonIds) await read(lessonId, undefined, 'staff');
  expect(await completionsOf(courseId, 'staff')).toEqual([]);
  await change(`courses/${courseId}`, { status: 'published' });

  expect(await completionsOf(courseId, 'staff')).toHaveLength(1);
});

test('a lesson that moves to another course removes no completion of either', async () => {
  const from = await addCourse();
  const to = await addCourse({ lessonCount: 1 });
  for (const lessonId of [...from.lessonIds, ...to.lessonIds]) await read(lessonId, undefined, 'student2');
  await server.database.delete(completions);
  await change(`lessons/${from.lessonIds[0]}`, { chapterId: to.chapterId });

  expect(await completionsOf(from.courseId, 'student2')).toEqual([expect.objectContaining({ lessonCount: 2 })]);
  expect(await completionsOf(to.courseId, 'student2')).toEqual([expect.objectContaining({ lessonCount: 1 })]);
});

test('an edit of a course records completions that an older version of the server did not record', async () => {
  const { courseId, chapterId, lessonIds } = await addCourse();
  const { body: me } = await server.call('GET', '/api/v1/me/', { as: 'student' });
  const readAt = minutesAgo(10);
  await server.database.insert(lessonReads).values(lessonIds.map((lessonId) => ({ userId: me.id, lessonId, readAt })));
  await add('lessons', { chapterId });

  expect(await completionsOf(courseId)).toEqual([expect.objectContaining({ lessonCount: 2, completedAt: readAt })]);
});

test('a completion keeps the best result of each question set answered by then', async () => {
  const { courseId, lessonIds } = await addCourse({ lessonCount: 1 });
  const question = {
    id: 'q1',
    type: 'single',
    body: '?',
    choices: [
      { id: 'a', body: 'A' },
      { id: 'b', body: 'B' },
    ],
    correctChoiceIds: ['a'],
  };
  const set = await server.call('POST', '/api/v1/question-set/', {
    as: 'teacher',
    json: { lessonId: lessonIds[0], title: '確認', questions: [question] },
  });
  const submit = (choice: string) =>
    server.call('POST', '/api/v1/submit/', {
      as: 'student',
      json: {
        clientSubmitId: crypto.randomUUID(),
        questionSetId: set.body.id,
        answeredAt: new Date().toISOString(),
        questionSetUpdatedAt: set.body.updatedAt,
        answers: [{ questionId: 'q1', choiceIds: [choice] }],
      },
    });
  await submit('a');
  await submit('b');
  await read(lessonIds[0]);
  await submit('a');

  expect((await certificateOf(courseId)).questionSets).toEqual([
    { questionSetId: set.body.id, title: '確認', bestScore: 1, maxScore: 1 },
  ]);
});

test('a learner with a completed course to which a lesson was added counts as finished in lists and the summary', async () => {
  const { courseId, chapterId, lessonIds } = await addCourse();
  for (const lessonId of lessonIds) await read(lessonId);
  await add('lessons', { chapterId });
  const { body: me } = await server.call('GET', '/api/v1/me/', { as: 'student' });
  const { body: list } = await server.call('GET', '/api/v1/users/?size=200', { as: 'admin' });
  const person = list.items.find((one: { id: string }) => one.id === me.id);
  const share = person.courses.find((one: { courseId: string }) => one.courseId === courseId);
  const { body: summary } = await server.call('GET', `/api/v1/progress/summary/${me.id}`, { as: 'student' });

  expect(share).toMatchObject({ read: 2, total: 3, completedAt: expect.any(String) });
  expect(person.progress.completedCourseCount).toBe(summary.completedCourseCount);
});
