/** Tests saving courses, sections, chapters and lessons: versions, conflicts, and refusals. */
import { multipartFile } from '@tests/support/multipart';
import { describe, expect, test } from 'vitest';

import { useCurriculum } from './support/curriculum';

const { server, as, get, post, patch, remove, makeCourse } = useCurriculum();

describe('versions', () => {
  const versions = async ({ courseId, a }: { courseId: string; a: string }) => {
    const [course, lesson] = [await get(`/courses/${courseId}`), await get(`/lessons/${a}`)];
    return { course: Date.parse(course.updatedAt), lesson: Date.parse(lesson.updatedAt) };
  };

  test('a change of a question set updates the versions of its lesson and course', async () => {
    const made = await makeCourse();
    const steps = [await versions(made)];
    const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }];
    const set = await post('/question-set/', { lessonId: made.a, title: '問題', questions });
    steps.push(await versions(made));
    await server.call('PUT', `/api/v1/question-set/${set.id}`, {
      as,
      json: { lessonId: made.a, title: '改', questions },
    });
    steps.push(await versions(made));
    await remove(`/question-set/${set.id}`);
    steps.push(await versions(made));

    for (const [index, step] of steps.slice(1).entries()) {
      expect(step.course).toBeGreaterThan(steps[index]?.course ?? 0);
      expect(step.lesson).toBeGreaterThan(steps[index]?.lesson ?? 0);
    }
  });

  test('a change of a section or chapter updates the course’s version, not the lessons’', async () => {
    const made = await makeCourse();
    const before = await versions(made);
    await patch(`/chapters/${made.second}`, { title: '改' });
    const after = await versions(made);

    expect(after.course).toBeGreaterThan(before.course);
    expect(after.lesson).toBe(before.lesson);
  });

  test('each change gives a strictly later version, however quick', async () => {
    const { a } = await makeCourse();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => patch(`/lessons/${a}`, { title: `題 ${index}` })),
    );
    const final = Date.parse((await get(`/lessons/${a}`)).updatedAt);
    const first = Date.parse((await patch(`/lessons/${a}`, {})).body.updatedAt);

    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(first).toBeGreaterThan(final);
  });

  test('saving a lesson from its current version succeeds; from an older one it answers 409 with the newer lesson', async () => {
    const { a } = await makeCourse();
    const { updatedAt } = await get(`/lessons/${a}`);
    const first = await patch(`/lessons/${a}`, { title: '先', updatedAt });
    const second = await patch(`/lessons/${a}`, { title: '後', updatedAt });

    expect(first.status).toBe(200);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      status: 409,
      current: { id: a, title: '先', updatedAt: first.body.updatedAt },
    });
    expect((await get(`/lessons/${a}`)).title).toBe('先');
  });

  test('a save accepts the current version (`updatedAt`) written in another time zone', async () => {
    const { a } = await makeCourse();
    const { updatedAt } = await get(`/lessons/${a}`);
    const inJapan = `${new Date(Date.parse(updatedAt) + 9 * 3_600_000).toISOString().slice(0, -1)}+09:00`;

    expect((await patch(`/lessons/${a}`, { title: '題', updatedAt: inJapan })).status).toBe(200);
  });
});

describe('writing', () => {
  test('a new course is a draft; publishing shows it to students, its lessons too', async () => {
    const course = await post('/courses/', { title: '新しい' });
    expect(course.status).toBe('draft');
    const seen = async () => (await server.call('GET', `/api/v1/courses/${course.id}`, { as: 'student' })).status;
    expect(await seen()).toBe(404);
    await patch(`/courses/${course.id}`, { status: 'published' });

    expect(await seen()).toBe(200);
  });

  test('a PATCH keeps left-out fields and empties fields set to null', async () => {
    const { a } = await makeCourse();
    await patch(`/lessons/${a}`, { minutes: 7, contentId: 'security-why-md' });
    expect((await patch(`/lessons/${a}`, { title: '題' })).body).toMatchObject({
      minutes: 7,
      contentId: 'security-why-md',
    });
    expect((await patch(`/lessons/${a}`, { minutes: null, contentId: null })).body).toMatchObject({
      minutes: null,
      contentId: null,
    });
  });

  test('deleting a course deletes everything below it', async () => {
    const { courseId, a, first } = await makeCourse();
    expect((await remove(`/courses/${courseId}`)).status).toBe(204);

    for (const path of [`/lessons/${a}`, `/chapters/${first}`, `/courses/${courseId}`]) {
      expect((await server.call('GET', `/api/v1${path}`, { as })).status).toBe(404);
    }
  });

  test('text with markup, quotes and SQL is stored unchanged', async () => {
    const title = `'; drop table users; -- "<img src=x onerror=alert(1)>" \\ % _ 😀 \u202e`;
    const course = await post('/courses/', { title, description: title.repeat(3) });

    expect(course).toMatchObject({ title: title.trim(), description: title.repeat(3) });
    expect((await get(`/courses/${course.id}`)).title).toBe(title.trim());
  });

  test.each([
    ['/lessons/', { chapterId: 'nothing', title: '題' }, 'chapterId'],
    ['/lessons/', { title: '題' }, 'chapterId'],
    ['/lessons/', { chapterId: 'security-s1-c1', title: '  ' }, 'title'],
    ['/lessons/', { chapterId: 'security-s1-c1', title: '題'.repeat(201) }, 'title'],
    ['/lessons/', { chapterId: 'security-s1-c1', title: '題', minutes: 0 }, 'minutes'],
    ['/lessons/', { chapterId: 'security-s1-c1', title: '題', order: -1 }, 'order'],
    ['/lessons/', { chapterId: 'security-s1-c1', title: '題', contentId: 'nothing' }, 'contentId'],
    ['/lessons/', { chapterId: 'security-s1-c1', title: '題', contentId: 'security-img-cover' }, 'contentId'],
    ['/lessons/', { chapterId: '../x', title: '題' }, 'chapterId'],
    ['/chapters/', { sectionId: 'nothing', title: '題' }, 'sectionId'],
    ['/sections/', { courseId: 'nothing', title: '題' }, 'courseId'],
    ['/courses/', { title: '題', status: 'secret' }, 'status'],
    ['/courses/', { title: '題', thumbnailContentId: 'security-why-md' }, 'thumbnailContentId'],
    ['/courses/', { title: 5 }, 'title'],
  ])('POST %s %j is refused with its field', async (path, json, field) => {
    const { status, body } = await server.call('POST', `/api/v1${path}`, { as, json });

    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path: field, message: expect.stringMatching(/[ぁ-ん].*。$/) }]);
  });

  test("a lesson is saved with a newly uploaded markdown file and the lesson's version, as the form does", async () => {
    const { a } = await makeCourse();
    const { updatedAt } = await get(`/lessons/${a}`);
    const upload = multipartFile(new Uint8Array(Buffer.from('## 本文')));
    const content = await server.call('PUT', `/api/v1/content/pub-container/${a}-1.md`, { as, ...upload });
    const saved = await patch(`/lessons/${a}`, { contentId: content.body.id, updatedAt });

    expect(saved).toMatchObject({ status: 200, body: { contentId: content.body.id } });
  });
});
