/** Tests reading courses, sections, chapters and lessons: fields, order, and neighbours. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { chapterSchema } from '@/api/chapters';
import { courseDetailSchema, courseSchema } from '@/api/courses';
import { lessonSchema } from '@/api/lessons';
import { lessonsOf } from '@/api/outline';
import { sectionDetailSchema, sectionSchema } from '@/api/sections';
import { pageSchema } from '@/api/shapes';

import { useCurriculum } from './support/curriculum';

const { get, post, patch, remove, makeCourse } = useCurriculum();

/** Returns lesson titles by section in the outline's order, each with its `order`. */
async function outline(courseId: string) {
  const course = z.parse(courseDetailSchema, await get(`/courses/${courseId}`));
  return (course.sections ?? []).map((section) =>
    lessonsOf([section]).map((lesson) => `${lesson.order}${lesson.title}`),
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
  ])('GET %s matches its schema', async (path, schema) => {
    expect(z.safeParse(schema as z.core.$ZodType, await get(path)).error).toBeUndefined();
  });

  test('a course has counts of sections and lessons, and its outline in reading order', async () => {
    const course = z.parse(courseDetailSchema, await get('/courses/security'));
    const lessons = lessonsOf(course.sections);

    expect(course.sections).toHaveLength(course.sectionCount ?? 0);
    expect(lessons).toHaveLength(course.lessonCount ?? 0);
    expect(course.sections?.map((section) => section.order)).toEqual(course.sections?.map((_, index) => index));
    expect(lessons.some((lesson) => (lesson.questionSetCount ?? 0) > 0)).toBe(true);
  });

  test('the list of lessons is in reading order, each with its neighbours in the course', async () => {
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

  test('a lesson lists its question sets with their number of questions', async () => {
    const lessons = z.parse(pageSchema(lessonSchema), await get('/lessons/?size=200')).items;
    const set = lessons.flatMap((lesson) => lesson.questionSets ?? []).find(({ id }) => id === 'git-q-cli');

    expect(set?.questionCount).toBe((await get('/question-set/git-q-cli')).questions.length);
  });
});

describe('order', () => {
  test('a lesson’s neighbours may be in another chapter or section', async () => {
    const { a, b, c } = await makeCourse();

    expect(await get(`/lessons/${b}`)).toMatchObject({ previousLessonId: a, nextLessonId: c });
    expect(await get(`/lessons/${a}`)).toMatchObject({ previousLessonId: null });
    expect(await get(`/lessons/${c}`)).toMatchObject({ nextLessonId: null });
  });

  test('a new lesson is last, or at its requested `order`', async () => {
    const { courseId, first } = await makeCourse();
    await post('/lessons/', { chapterId: first, title: 'x', order: 1 });
    await post('/lessons/', { chapterId: first, title: 'y' });
    await post('/lessons/', { chapterId: first, title: 'z', order: 99 });

    expect((await outline(courseId))[0]).toEqual(['0a', '1x', '2b', '3y', '4z']);
  });

  test('changing `order` renumbers the siblings, and a deletion leaves no gap', async () => {
    const { courseId, first, a } = await makeCourse();
    await post('/lessons/', { chapterId: first, title: 'x' });
    await patch(`/lessons/${a}`, { order: 2 });
    expect((await outline(courseId))[0]).toEqual(['0b', '1x', '2a']);
    const [{ id }] = (await get(`/sections/${(await get(`/lessons/${a}`)).sectionId}`)).chapters[0].lessons;
    await remove(`/lessons/${id}`);

    expect((await outline(courseId))[0]).toEqual(['0x', '1a']);
  });

  test('moving a lesson to another chapter renumbers both chapters', async () => {
    const { courseId, second, a } = await makeCourse();
    const moved = await patch(`/lessons/${a}`, { chapterId: second, order: 0 });

    expect(moved.body).toMatchObject({ chapterId: second, order: 0 });
    expect(await outline(courseId)).toEqual([['0b'], ['0a', '1c']]);
  });

  test('sections, chapters and courses are reordered like lessons', async () => {
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

  test('twenty concurrent reorderings leave each `order` exactly once', async () => {
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
