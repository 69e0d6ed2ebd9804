/** Courses, sections, chapters and lessons: order, neighbours, versions, and who saved first. */
import { multipartFile } from '@tests/support/multipart';
import { startTestServer, type TestServer } from '@tests/support/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { chapterSchema } from '@/api/chapters';
import { courseDetailSchema, courseSchema } from '@/api/courses';
import { lessonSchema } from '@/api/lessons';
import { sectionDetailSchema, sectionSchema } from '@/api/sections';
import { pageSchema } from '@/api/shapes';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.stop());

const as = 'staff';
const get = async (path: string) => (await server.call('GET', `/api/v1${path}`, { as })).body;
const post = async (path: string, json: unknown) => (await server.call('POST', `/api/v1${path}`, { as, json })).body;
const patch = (path: string, json: unknown) => server.call('PATCH', `/api/v1${path}`, { as, json });
const remove = (path: string) => server.call('DELETE', `/api/v1${path}`, { as });

/** A published course with two sections of one chapter each, and lessons a b in the first, c in the second. */
async function makeCourse() {
  const course = await post('/courses/', { title: '試験のコース', status: 'published' });
  const chapters: string[] = [];
  for (const title of ['一', '二']) {
    const section = await post('/sections/', { courseId: course.id, title });
    chapters.push((await post('/chapters/', { sectionId: section.id, title })).id);
  }
  const [first = '', second = ''] = chapters;
  const lesson = async (chapterId: string, title: string): Promise<string> =>
    (await post('/lessons/', { chapterId, title })).id;
  const [a, b] = [await lesson(first, 'a'), await lesson(first, 'b')];
  return { courseId: course.id as string, first, second, a, b, c: await lesson(second, 'c') };
}

/** Titles by section, in the outline's order, with their numbers. */
async function outline(courseId: string) {
  const course = z.parse(courseDetailSchema, await get(`/courses/${courseId}`));
  return course.sections.map((section) =>
    section.chapters.flatMap((chapter) => chapter.lessons.map((lesson) => `${lesson.order}${lesson.title}`)),
  );
}

describe('the shapes on the wire', () => {
  test.each([
    ['/courses/', pageSchema(courseSchema)],
    ['/courses/security', courseDetailSchema],
    ['/sections/', pageSchema(sectionSchema)],
    ['/sections/security-s1', sectionDetailSchema],
    ['/chapters/', pageSchema(chapterSchema)],
    ['/chapters/security-s1-c1', chapterSchema],
    ['/lessons/', pageSchema(lessonSchema)],
    ['/lessons/security-phishing', lessonSchema],
  ])('%s is read by its schema', async (path, schema) => {
    expect(z.safeParse(schema as z.core.$ZodType, await get(path)).error).toBeUndefined();
  });

  test('a course counts its sections and lessons, and carries its outline in reading order', async () => {
    const course = z.parse(courseDetailSchema, await get('/courses/security'));
    const lessons = course.sections.flatMap((section) => section.chapters.flatMap((chapter) => chapter.lessons));

    expect(course.sections).toHaveLength(course.sectionCount);
    expect(lessons).toHaveLength(course.lessonCount);
    expect(course.sections.map((section) => section.order)).toEqual(course.sections.map((_, index) => index));
    expect(lessons.some((lesson) => lesson.questionSetCount > 0)).toBe(true);
  });

  test('the lessons of the list are in reading order, each with its neighbours in the course', async () => {
    const { items } = z.parse(pageSchema(lessonSchema), await get('/lessons/?size=200'));
    const ofCourse = items.filter((lesson) => lesson.courseId === 'security');

    expect(ofCourse.map((lesson) => lesson.previousLessonId)).toEqual([
      undefined,
      ...ofCourse.map((lesson) => lesson.id).slice(0, -1),
    ]);
    expect(ofCourse.map((lesson) => lesson.nextLessonId)).toEqual([
      ...ofCourse.map((lesson) => lesson.id).slice(1),
      undefined,
    ]);
  });

  test('a lesson names its question sets with their number of questions', async () => {
    const lessons = z.parse(pageSchema(lessonSchema), await get('/lessons/?size=200')).items;
    const set = lessons.flatMap((lesson) => lesson.questionSets).find(({ id }) => id === 'git-q-cli');

    expect(set?.questionCount).toBe((await get('/question-set/git-q-cli')).questions.length);
  });
});

describe('order', () => {
  test('neighbours run across chapters and sections', async () => {
    const { a, b, c } = await makeCourse();

    expect(await get(`/lessons/${b}`)).toMatchObject({ previousLessonId: a, nextLessonId: c });
    expect(await get(`/lessons/${a}`)).toMatchObject({ previousLessonId: null });
    expect(await get(`/lessons/${c}`)).toMatchObject({ nextLessonId: null });
  });

  test('what is new comes last, or where it is told to', async () => {
    const { courseId, first } = await makeCourse();
    await post('/lessons/', { chapterId: first, title: 'x', order: 1 });
    await post('/lessons/', { chapterId: first, title: 'y' });
    await post('/lessons/', { chapterId: first, title: 'z', order: 99 });

    expect((await outline(courseId))[0]).toEqual(['0a', '1x', '2b', '3y', '4z']);
  });

  test('a changed order renumbers the siblings; a deletion leaves no gap', async () => {
    const { courseId, first, a } = await makeCourse();
    await post('/lessons/', { chapterId: first, title: 'x' });
    await patch(`/lessons/${a}`, { order: 2 });
    expect((await outline(courseId))[0]).toEqual(['0b', '1x', '2a']);
    const [{ id }] = (await get(`/sections/${(await get(`/lessons/${a}`)).sectionId}`)).chapters[0].lessons;
    await remove(`/lessons/${id}`);

    expect((await outline(courseId))[0]).toEqual(['0x', '1a']);
  });

  test('a lesson moves to another chapter, and both are renumbered', async () => {
    const { courseId, second, a } = await makeCourse();
    const moved = await patch(`/lessons/${a}`, { chapterId: second, order: 0 });

    expect(moved.body).toMatchObject({ chapterId: second, order: 0 });
    expect(await outline(courseId)).toEqual([['0b'], ['0a', '1c']]);
  });

  test('sections, chapters and courses are ordered the same way', async () => {
    const { courseId, first } = await makeCourse();
    const { sections } = await get(`/courses/${courseId}`);
    await patch(`/sections/${sections[1].id}`, { order: 0 });
    const { sectionId } = await get(`/chapters/${first}`);
    const chapter = await post('/chapters/', { sectionId, title: '前', order: 0 });
    await patch(`/courses/${courseId}`, { order: 0 });

    const course = await get(`/courses/${courseId}`);
    expect(course.sections.map((section: { title: string; order: number }) => [section.title, section.order])).toEqual([
      ['二', 0],
      ['一', 1],
    ]);
    expect(course.sections[1].chapters.map(({ id }: { id: string }) => id)).toEqual([chapter.id, first]);
    const { items } = await get('/courses/');
    expect(items[0].id).toBe(courseId);
    expect(items.map((item: { order: number }) => item.order)).toEqual(items.map((_: unknown, index: number) => index));
    await remove(`/courses/${courseId}`);
    const rest = (await get('/courses/')).items;
    expect(rest.map((item: { order: number }) => item.order)).toEqual(rest.map((_: unknown, index: number) => index));
  });

  test('twenty reorderings at once leave every place taken once', async () => {
    const { courseId, first, a, b } = await makeCourse();
    for (const title of ['x', 'y', 'z']) await post('/lessons/', { chapterId: first, title });
    const changes = Array.from({ length: 20 }, (_, index) =>
      patch(`/lessons/${index % 2 ? a : b}`, { order: index % 5 }),
    );
    const statuses = (await Promise.all(changes)).map((answer) => answer.status);

    expect(new Set(statuses)).toEqual(new Set([200]));
    const [titles = []] = await outline(courseId);
    expect(titles.map((title) => title[0])).toEqual(['0', '1', '2', '3', '4']);
    expect(titles.map((title) => title.slice(1)).toSorted()).toEqual(['a', 'b', 'x', 'y', 'z']);
  });
});

describe('versions', () => {
  const versions = async ({ courseId, a }: { courseId: string; a: string }) => {
    const [course, lesson] = [await get(`/courses/${courseId}`), await get(`/lessons/${a}`)];
    return { course: Date.parse(course.updatedAt), lesson: Date.parse(lesson.updatedAt) };
  };

  test('move with anything below: question sets move lesson and course', async () => {
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

  test('sections and chapters move the course, not the lessons beside them', async () => {
    const made = await makeCourse();
    const before = await versions(made);
    await patch(`/chapters/${made.second}`, { title: '改' });
    const after = await versions(made);

    expect(after.course).toBeGreaterThan(before.course);
    expect(after.lesson).toBe(before.lesson);
  });

  test('are strictly later with every change, however quick', async () => {
    const { a } = await makeCourse();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => patch(`/lessons/${a}`, { title: `題 ${index}` })),
    );
    const final = Date.parse((await get(`/lessons/${a}`)).updatedAt);
    const first = Date.parse((await patch(`/lessons/${a}`, {})).body.updatedAt);

    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(first).toBeGreaterThan(final);
  });

  test('of a lesson round-trip: who started from the current one may save, who did not gets the newer one', async () => {
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

  test('of two who save at once from the same version, one wins', async () => {
    const { a } = await makeCourse();
    const { updatedAt } = await get(`/lessons/${a}`);
    const saves = await Promise.all(['甲', '乙'].map((title) => patch(`/lessons/${a}`, { title, updatedAt })));

    expect(saves.map((answer) => String(answer.status)).toSorted()).toEqual(['200', '409']);
  });

  test('the same version written in another zone is the same', async () => {
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

  test('left-out fields stay, null empties', async () => {
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

  test('deleting a course takes everything below it along', async () => {
    const { courseId, a, first } = await makeCourse();
    expect((await remove(`/courses/${courseId}`)).status).toBe(204);

    for (const path of [`/lessons/${a}`, `/chapters/${first}`, `/courses/${courseId}`]) {
      expect((await server.call('GET', `/api/v1${path}`, { as })).status).toBe(404);
    }
  });

  test('text with markup, quotes and SQL comes back as it went in', async () => {
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
  ])('POST %s %j is refused on its field', async (path, json, field) => {
    const { status, body } = await server.call('POST', `/api/v1${path}`, { as, json });

    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path: field, message: expect.stringMatching(/[ぁ-ん].*。$/) }]);
  });

  test('a new markdown file saved with the version it started from: the way the form does it', async () => {
    const { a } = await makeCourse();
    const { updatedAt } = await get(`/lessons/${a}`);
    const upload = multipartFile(new Uint8Array(Buffer.from('## 本文')));
    const content = await server.call('PUT', `/api/v1/content/pub-container/${a}-1.md`, { as, ...upload });
    const saved = await patch(`/lessons/${a}`, { contentId: content.body.id, updatedAt });

    expect(saved).toMatchObject({ status: 200, body: { contentId: content.body.id } });
  });
});
