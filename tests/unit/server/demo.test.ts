/** Tests the files of the demo courses: complete, and valid for the editor. */
import { fileKindOf } from '@server/api/content/accepted-files';
import { checkQuestions } from '@server/api/curriculum/write-question-sets';
import { readDemoCourses } from '@server/demo/course-files';
import { describe, expect, test } from 'vitest';

const courses = readDemoCourses();
const lessonsOf = (course: (typeof courses)[number]) =>
  course.sections.flatMap((section) => section.chapters.flatMap((chapter) => chapter.lessons));

test('the demo has three courses, 40 lessons and 12 question sets of all four types', () => {
  const types = courses.flatMap((course) =>
    [...course.questionSets.values()].flatMap((set) => set.questions.map((question) => question.type)),
  );

  expect(courses.map((course) => course.id)).toEqual(['security', 'git', 'statistics']);
  expect(courses.flatMap(lessonsOf).length).toBeGreaterThanOrEqual(40);
  expect(courses.flatMap((course) => [...course.questionSets]).length).toBe(12);
  expect(new Set(types)).toEqual(new Set(['single', 'multiple', 'text', 'order']));
});

describe.each(courses)('$id', (course) => {
  const contentIds = new Set([...course.images, ...course.markdown].map((file) => file.id));

  test('the demo course has the text of each lesson, and its cover', () => {
    for (const lesson of lessonsOf(course)) expect(contentIds).toContain(`${lesson.id}-md`);
    expect(contentIds).toContain(course.thumbnail);
  });

  test('the demo course has every picture that a text or question shows, in a valid format', () => {
    const questionTexts = [...course.questionSets.values()].map((set) => JSON.stringify(set));
    const texts = [...course.markdown.map((file) => Buffer.from(file.bytes).toString()), ...questionTexts];
    const shown = texts.flatMap((text) => [...text.matchAll(/\(content:([A-Za-z0-9_-]+)/g)].map((match) => match[1]));

    for (const id of shown) expect(contentIds).toContain(id);
    for (const file of [...course.images, ...course.markdown])
      expect(fileKindOf(file.bytes, file.fileName)).toBeDefined();
  });

  test('the demo course has valid question sets, each in one lesson', () => {
    for (const set of course.questionSets.values()) expect(() => checkQuestions(set.questions)).not.toThrow();
    const used = lessonsOf(course).flatMap((lesson) => lesson.questionSets);
    expect(used.toSorted()).toEqual([...course.questionSets.keys()].toSorted());
  });
});
