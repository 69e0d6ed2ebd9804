/** Tests the effects of the trash on learners, files, and other builds of the server. */
import { lessons, trash } from '@server/db/schema';
import { multipartFile } from '@tests/support/multipart';
import { eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { versionFileName } from '@/api/files/version-names';

import { bytes } from './support/content-files';
import { questions, useTrash } from './support/trash';

const { server, get, post, patch, remove, makeCourse, itemOf, restore } = useTrash();

describe('learners', () => {
  const asStudent = (method: string, path: string, json?: object) =>
    server.call(method, `/api/v1${path}`, { as: 'student', ...(json && { json }) });

  test('readings and submits of a deleted lesson are refused, and accepted after it is restored', async () => {
    const { a } = await makeCourse();
    const set = await post('/question-set/', { lessonId: a, title: '確認', questions });
    const submit = {
      clientSubmitId: '0b8f7a52-3c7e-4f0e-9d53-7d1c8f0f4a77',
      questionSetId: set.id,
      questionSetUpdatedAt: set.updatedAt,
      answers: [{ questionId: 'q1', choiceIds: [], text: '答' }],
      answeredAt: '2026-04-02T08:15:00.000Z',
    };
    await remove(`/lessons/${a}`);
    expect((await asStudent('PUT', `/progress/lesson/${a}`)).status).toBe(404);
    expect((await asStudent('POST', '/submit/', submit)).status).toBe(404);

    await restore(await itemOf(a));
    expect((await asStudent('PUT', `/progress/lesson/${a}`)).status).toBe(200);
    expect(await asStudent('POST', '/submit/', submit)).toMatchObject({ status: 201, body: { score: 1 } });
  });

  test('readings, results and completions of a lesson remain after its deletion and restoration', async () => {
    const { a, b, c, courseId } = await makeCourse();
    for (const id of [a, b]) await asStudent('PUT', `/progress/lesson/${id}`);
    const history = async () => (await asStudent('GET', `/progress/detail/user-student/${courseId}`)).body;
    const before = await history();
    await remove(`/courses/${courseId}`);
    await restore(await itemOf(courseId));
    expect(await history()).toEqual(before);

    // Deleting the only lesson that is not read completes the course.
    await remove(`/lessons/${c}`);
    const completed = (await history()).completion;
    expect(completed).toBeDefined();
    await restore(await itemOf(c));
    expect((await history()).completion).toEqual(completed);
  });

  test('a required course in the trash makes no learner overdue', async () => {
    const { courseId } = await makeCourse();
    const assignment = { id: 'trash-required', courseId, companyId: 'minato', dueAt: '2026-01-01T00:00:00Z' };
    await server.call('POST', '/api/v1/assignments/', { as: 'teacher', json: assignment });
    await server.database.execute(sql`update users set created_at = '2025-01-01' where id = 'user-student'`);
    const state = async () => (await server.call('GET', '/api/v1/users/user-student', { as: 'admin' })).body.state;

    expect(await state()).toBe('behind');
    await remove(`/courses/${courseId}`);
    expect(await state()).not.toBe('behind');
    await restore(await itemOf(courseId));
    expect(await state()).toBe('behind');
    await server.call('DELETE', '/api/v1/assignments/trash-required', { as: 'teacher' });
  });

  test('students and people without a session may neither list nor restore the trash; all editors may', async () => {
    const { a } = await makeCourse();
    await remove(`/lessons/${a}`);
    const item = await itemOf(a);
    const statuses: number[] = [];
    for (const as of ['student', 'staff', 'teacher', 'admin']) {
      statuses.push((await server.call('GET', '/api/v1/trash/', { as })).status);
      statuses.push((await restore(item, 'published', as)).status);
      if (as !== 'student') await remove(`/lessons/${a}`);
      item.id = (await itemOf(a)).id;
    }

    expect(statuses).toEqual([403, 403, 200, 204, 200, 204, 200, 204]);
    expect((await server.call('GET', '/api/v1/trash/')).status).toBe(401);
  });
});

describe('files', () => {
  const upload = async (name: string, text: string): Promise<string> => {
    const { body } = await server.call('PUT', `/api/v1/content/pub-container/${name}`, {
      as: 'staff',
      ...multipartFile(bytes(text)),
    });
    return body.id;
  };

  test('files that a deleted lesson, course or set uses are in use until its deletion expires', async () => {
    const { a, courseId } = await makeCourse();
    const text = await upload('trashed.md', '本文');
    const ofVersion = await upload('shown-in-a-version.md', '図');
    await upload(versionFileName(a, Date.UTC(2026, 10, 1)), `![図](content:${ofVersion})`);
    await patch(`/lessons/${a}`, { contentId: text });
    const picture = await upload('trashed-picture.md', '図');
    await post('/question-set/', {
      lessonId: a,
      title: '確認',
      questions: [{ ...questions[0], body: `![図](content:${picture})` }],
    });
    const use = async (id: string) => (await remove(`/content/${id}`)).body.detail;
    await remove(`/lessons/${a}`);

    for (const id of [text, picture, ofVersion]) expect(await use(id)).toBe('ごみ箱の「a」で使われています。');
    await restore(await itemOf(a));
    expect(await use(text)).toBe('レッスン「a」の本文として使われています。');
    await remove(`/courses/${courseId}`);
    expect(await use(text)).toBe('ごみ箱の「試験のコース」で使われています。');
    await server.database.update(trash).set({ deletedAt: sql`now() - interval '31 days'` });
    expect((await remove(`/content/${text}`)).status).toBe(204);
  });
});

describe('rows of another build', () => {
  test('a lesson whose files an older build deleted after a rollback is restored without them', async () => {
    const { a } = await makeCourse();
    const { id } = (
      await server.call('PUT', '/api/v1/content/pub-container/lost.md', {
        as: 'staff',
        ...multipartFile(bytes('本文')),
      })
    ).body;
    await patch(`/lessons/${a}`, { contentId: id });
    await remove(`/lessons/${a}`);
    await server.database.execute(sql`delete from contents where id = ${id}`);

    expect((await restore(await itemOf(a))).status).toBe(204);
    expect((await get(`/lessons/${a}`)).contentId ?? null).toBeNull();
  });

  test('trash rows that a newer build wrote are listed, and remain in the trash when a restoration is refused', async () => {
    const { a } = await makeCourse();
    await remove(`/lessons/${a}`);
    await server.database.update(trash).set({ rowsVersion: 99 }).where(eq(trash.subjectId, a));
    const item = await itemOf(a);

    expect(await restore(item)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('新しい版') } });
    expect((await itemOf(a)).id).toBe(item.id);
  });

  test('trash rows of an older build, which lack newer columns, are restored with null in those columns', async () => {
    const { courseId, a } = await makeCourse();
    await remove(`/courses/${courseId}`);
    await server.database
      .update(trash)
      .set({ rows: sql`${trash.rows} #- '{lessons,0,added_at}'` })
      .where(eq(trash.subjectId, courseId));
    await restore(await itemOf(courseId), 'draft');

    const restored = await server.database.select().from(lessons).where(isNull(lessons.addedAt));
    expect(restored.map(({ id }) => id)).toContain(a);
  });
});
