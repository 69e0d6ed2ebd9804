/** Tests the trash: what a deletion keeps, and what a restoration brings back, and to which position. */
import { trash } from '@server/db/schema';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { courseDetailSchema } from '@/api/courses';

import { questions, useTrash } from './support/trash';

const { server, get, post, patch, remove, makeCourse, list, itemOf, restore } = useTrash();

/** Returns the course's outline as text: one line per lesson, with the ids. */
async function outline(courseId: string): Promise<string[]> {
  const course = z.parse(courseDetailSchema, await get(`/courses/${courseId}`));
  return (course.sections ?? []).flatMap((section) =>
    (section.chapters ?? []).flatMap((chapter) =>
      (chapter.lessons ?? []).map((lesson) => [section.id, chapter.id, lesson.order, lesson.id].join(' ')),
    ),
  );
}

/** Returns a question set as its editors see it: its questions and its right answers. */
const wholeSet = async (id: string) => [await get(`/question-set/${id}`), await get(`/question-set/${id}/explanation`)];

describe('a deleted thing', () => {
  test.each(['courses', 'sections', 'chapters', 'lessons', 'question-set'] as const)(
    'a deletion of %s is restored with everything below it, with the same ids, texts and versions',
    async (path) => {
      const made = await makeCourse();
      const set = await post('/question-set/', { lessonId: made.a, title: '確認', questions });
      const ids = {
        courses: made.courseId,
        sections: (await get(`/chapters/${made.first}`)).sectionId as string,
        chapters: made.first,
        lessons: made.a,
        'question-set': set.id as string,
      };
      const before = [await outline(made.courseId), await wholeSet(set.id)];
      const { title, updatedAt } = await get(`/lessons/${made.b}`);

      expect((await remove(`/${path}/${ids[path]}`)).status).toBe(204);
      expect((await server.call('GET', `/api/v1/question-set/${set.id}`, { as: 'staff' })).status).toBe(404);
      expect((await restore(await itemOf(ids[path]))).status).toBe(204);

      expect([await outline(made.courseId), await wholeSet(set.id)]).toEqual(before);
      expect(await get(`/lessons/${made.b}`)).toMatchObject({ title, updatedAt });
      expect((await list()).filter(({ subjectId }) => subjectId === ids[path])).toEqual([]);
    },
  );

  test('a deletion is listed with its place, its contents, who deleted it, and when it expires', async () => {
    const { courseId, first, a } = await makeCourse();
    await post('/question-set/', { lessonId: a, title: '確認', questions });
    const { sectionId } = await get(`/chapters/${first}`);
    await remove(`/chapters/${first}`);

    const item = await itemOf(first);
    expect(item).toMatchObject({
      kind: 'chapter',
      title: '一',
      parents: [
        { kind: 'course', id: courseId, title: '試験のコース' },
        { kind: 'section', id: sectionId, title: '一' },
      ],
      isParentDeleted: false,
      status: 'published',
      lessonCount: 2,
      questionSetCount: 1,
      deletedByName: (await get('/me/')).name,
    });
    expect(Date.parse(item.expiresAt) - Date.parse(item.deletedAt)).toBe(30 * 24 * 3_600_000);
  });

  test.each([
    ['staff', 'staff', true],
    ['staff', 'teacher', false],
    ['teacher', 'staff', true],
    ['admin', 'staff', true],
  ])('%s see a deletion by %s with the name of that person: %s', async (reader, deleter, isNamed) => {
    const { a } = await makeCourse();
    await server.call('DELETE', `/api/v1/lessons/${a}`, { as: deleter });
    const { name } = (await server.call('GET', '/api/v1/me/', { as: deleter })).body;
    const { items } = (await server.call('GET', '/api/v1/trash/?size=200', { as: reader })).body;

    const item = items.find(({ subjectId }: { subjectId: string }) => subjectId === a);
    expect('deletedByName' in item).toBe(isNamed);
    if (isNamed) expect(item.deletedByName).toBe(name);
    expect(JSON.stringify(item).includes(name)).toBe(isNamed);
  });

  test('a deletion by a person whose account was deleted is listed with null for the name', async () => {
    const account = { username: 'trash-leaver', password: 'made-password', name: '退会 者', role: 'STAFF' };
    const { id } = (await server.call('POST', '/api/v1/users/', { as: 'admin', json: account })).body;
    const { a } = await makeCourse();
    await server.call('DELETE', `/api/v1/lessons/${a}`, {
      token: (await server.signIn(account.username, account.password)).body.access_token,
    });
    await server.call('DELETE', `/api/v1/users/${id}`, { as: 'admin' });

    expect(await itemOf(a)).toMatchObject({ deletedByName: null });
  });

  test('a question set whose lesson was moved is listed with the place and status of the present course, and restored there', async () => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    await patch(`/courses/${to.courseId}`, { title: '移動先', status: 'draft' });
    const set = await post('/question-set/', { lessonId: from.a, title: '確認', questions });
    await remove(`/question-set/${set.id}`);
    expect(await itemOf(set.id)).toMatchObject({ status: 'published' });

    await patch(`/lessons/${from.a}`, { chapterId: to.first });
    const item = await itemOf(set.id);
    expect(item).toMatchObject({ status: 'draft', isParentDeleted: false });
    expect(item.parents.map(({ kind, id, title }) => [kind, id, title])).toEqual([
      ['course', to.courseId, '移動先'],
      ['section', (await get(`/chapters/${to.first}`)).sectionId, '一'],
      ['chapter', to.first, '一'],
      ['lesson', from.a, 'a'],
    ]);
    await patch(`/courses/${to.courseId}`, { status: 'published' });
    expect((await itemOf(set.id)).status).toBe('published');
    expect((await restore(await itemOf(set.id), 'published')).status).toBe(204);
    expect((await get(`/lessons/${from.a}`)).courseId).toBe(to.courseId);
  });

  test('a restored thing returns to its position among siblings that were deleted, restored and added meanwhile', async () => {
    const { courseId, first, a, b } = await makeCourse();
    const last = (await post('/lessons/', { chapterId: first, title: '末' })).id as string;
    const order = async () => (await outline(courseId)).map((line) => line.split(' ')[3]).slice(0, -1);
    await remove(`/lessons/${a}`);
    await remove(`/lessons/${b}`);
    const added = (await post('/lessons/', { chapterId: first, title: '新' })).id as string;

    await restore(await itemOf(a));
    expect(await order()).toEqual([a, last, added]);
    await restore(await itemOf(b));
    expect(await order()).toEqual([a, b, last, added]);
  });

  test("restoring a thing whose parent is deleted too is refused with the parent's name, until the parent is restored", async () => {
    const { first, a, courseId } = await makeCourse();
    await remove(`/lessons/${a}`);
    await remove(`/chapters/${first}`);
    const item = await itemOf(a);

    expect(item).toMatchObject({ isParentDeleted: true });
    expect(await restore(item)).toMatchObject({
      status: 409,
      body: { detail: 'チャプター「一」が削除されています。先に元に戻してください。' },
    });
    await restore(await itemOf(first));
    expect((await restore(item)).status).toBe(204);
    expect(await outline(courseId)).toHaveLength(3);
  });

  test('a thing is not restored into a published course unless the caller states that learners will see it', async () => {
    const { a, courseId } = await makeCourse();
    await remove(`/lessons/${a}`);
    const item = await itemOf(a);

    const { status, body } = await restore(item, 'draft');
    expect([status, body.detail]).toEqual([
      409,
      'コース「試験のコース」は公開中です。元に戻すと、受講者にすぐ表示されます。',
    ]);
    await patch(`/courses/${courseId}`, { status: 'draft' });
    expect((await restore(item, 'draft')).status).toBe(204);
  });

  test('a restored course gets the status that the caller sends, and the trash lists the status that it had', async () => {
    const { courseId } = await makeCourse();
    await remove(`/courses/${courseId}`);
    const item = await itemOf(courseId);
    await restore(item, 'draft');

    expect(item).toMatchObject({ status: 'published', parents: [] });
    expect(await get(`/courses/${courseId}`)).toMatchObject({ status: 'draft' });
    await remove(`/courses/${courseId}`);
    expect(await itemOf(courseId)).toMatchObject({ status: 'draft' });
    await restore(await itemOf(courseId), 'published');
    expect((await server.call('GET', `/api/v1/courses/${courseId}`, { as: 'student' })).status).toBe(200);
  });

  test('a deleted thing is restored once when two people restore it at the same time, and the other gets 404', async () => {
    const { a, courseId } = await makeCourse();
    await remove(`/lessons/${a}`);
    const item = await itemOf(a);
    const statuses = (await Promise.all([restore(item), restore(item, 'published', 'admin')])).map(
      ({ status }) => status,
    );

    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect(await outline(courseId)).toHaveLength(3);
  });

  test('a thing is in the trash once when two people delete it at the same time', async () => {
    const { a } = await makeCourse();
    await Promise.all([remove(`/lessons/${a}`), remove(`/lessons/${a}`)]);

    expect((await list()).filter(({ subjectId }) => subjectId === a)).toHaveLength(1);
  });

  test('a deletion expires after 30 days: it is neither listed nor restored, and the next start deletes its data', async () => {
    const { a } = await makeCourse();
    await remove(`/lessons/${a}`);
    const item = await itemOf(a);
    const age = (days: number) =>
      server.database
        .update(trash)
        .set({ deletedAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(trash.subjectId, a));
    await age(29);
    await server.pause();
    await server.resume();
    expect((await list()).map(({ subjectId }) => subjectId)).toContain(a);

    await age(30);
    expect((await list()).map(({ subjectId }) => subjectId)).not.toContain(a);
    expect((await restore(item)).status).toBe(404);
    await server.pause();
    await server.resume();
    await vi.waitFor(async () => expect(await server.database.$count(trash, eq(trash.subjectId, a))).toBe(0));
  });
});

test('the audit log has the deletion and restoration of a course, and with details=1 of things below it', async () => {
  const { a, courseId } = await makeCourse();
  for (const [path, id] of [
    ['lessons', a],
    ['courses', courseId],
  ] as const) {
    await remove(`/${path}/${id}`);
    await restore(await itemOf(id));
  }
  const entries = async (query: string) =>
    (await server.call('GET', `/api/v1/audit/?size=4${query}`, { as: 'admin' })).body.items;

  const ofCourse = [
    { action: 'create', kind: 'course', subjectId: courseId, subjectName: '試験のコース' },
    { action: 'delete', kind: 'course', subjectId: courseId, subjectName: '試験のコース' },
  ];
  const ofLesson = ['create', 'delete'].map((action) => ({ action, kind: 'lesson', subjectId: a, subjectName: 'a' }));
  expect((await entries('')).slice(0, 2)).toMatchObject(ofCourse);
  expect(await entries('&details=1')).toMatchObject([...ofCourse, ...ofLesson]);
});
