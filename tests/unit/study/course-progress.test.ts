/** Tests the values computed from a course's outline and the learner's progress together, such as the next lesson. */
import { describe, expect, test } from 'vitest';

import type { CourseDetail } from '@/api/courses';
import { lessonsOf } from '@/api/outline';
import { countAllRead, countRead, countSubmits, lessonScores, nextUnreadLesson } from '@/study/course-progress';
import { coursesUnderWay, courseStudyOf, isBegun } from '@/study/next-course';
import { neighbourOf } from '@/study/outline/lesson-order';
import type { OwnProgress } from '@/study/unconfirmed';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`;

function course(id: string, lessonIds: string[]): CourseDetail {
  const lessons = lessonIds.map((lessonId, order) => ({
    id: lessonId,
    title: lessonId,
    order,
    minutes: undefined,
    questionSetCount: 0,
    updatedAt: at(1),
  }));
  const half = Math.ceil(lessons.length / 2);
  const chapter = (order: number, part: typeof lessons) => ({ id: `c${order}`, title: '', order, lessons: part });
  return {
    id,
    title: id,
    description: '',
    status: 'published',
    order: 0,
    thumbnailContentId: undefined,
    sectionCount: 2,
    lessonCount: lessons.length,
    updatedAt: at(1),
    sections: [
      { id: 's1', title: '', order: 0, chapters: [chapter(0, lessons.slice(0, half))] },
      { id: 's2', title: '', order: 1, chapters: [chapter(1, lessons.slice(half))] },
    ],
  };
}

function progress(reads: Record<string, [lessonId: string, day: number][]>): OwnProgress {
  return {
    userId: 'u1',
    unplacedReads: [],
    unplacedQuestionSets: [],
    courses: Object.entries(reads).map(([courseId, lessons]) => ({
      courseId,
      courseTitle: courseId,
      lessonCount: 4,
      readLessons: lessons.map(([lessonId, day]) => ({ lessonId, readAt: at(day) })),
      questionSets: [],
    })),
  };
}

describe('the next lesson to read', () => {
  const abcd = course('x', ['a', 'b', 'c', 'd']);

  test('before any lesson is read, the next lesson is the first one', () => {
    expect(nextUnreadLesson(abcd, progress({}))?.id).toBe('a');
  });

  test('the next lesson is the one after the lesson read last', () => {
    expect(nextUnreadLesson(abcd, progress({ x: [['b', 2]] }))?.id).toBe('c');
  });

  test('the next lesson skips lessons that are read', () => {
    expect(
      nextUnreadLesson(
        abcd,
        progress({
          x: [
            ['b', 3],
            ['c', 2],
          ],
        }),
      )?.id,
    ).toBe('d');
  });

  test('the next lesson is the first skipped one when the end is reached', () => {
    expect(
      nextUnreadLesson(
        abcd,
        progress({
          x: [
            ['d', 5],
            ['b', 2],
          ],
        }),
      )?.id,
    ).toBe('a');
  });

  test('there is no next lesson when all are read', () => {
    expect(
      nextUnreadLesson(
        abcd,
        progress({
          x: [
            ['a', 1],
            ['b', 1],
            ['c', 1],
            ['d', 1],
          ],
        }),
      ),
    ).toBeUndefined();
  });

  test('if only some lessons can be opened (offline), the next lesson is the first unread one of them, in the same order', () => {
    const studied = progress({ x: [['b', 2]] });
    expect(nextUnreadLesson(abcd, studied, new Set(['a', 'b', 'd']))?.id).toBe('d');
    expect(nextUnreadLesson(abcd, studied, new Set(['a', 'b']))?.id).toBe('a');
    expect(nextUnreadLesson(abcd, studied, new Set(['b']))?.id).toBe('c');
  });

  test('an empty course has no next lesson', () => {
    expect(nextUnreadLesson(course('x', []), progress({}))).toBeUndefined();
  });
});

test('the neighbour of a lesson is the nearest one that can be opened; if no lesson can be opened, the nearest lesson', () => {
  const lessons = lessonsOf(course('x', ['a', 'b', 'c', 'd']).sections);
  expect(neighbourOf(lessons, 'b', 1, undefined)?.id).toBe('c');
  expect(neighbourOf(lessons, 'b', 1, new Set(['a', 'd']))?.id).toBe('d');
  expect(neighbourOf(lessons, 'd', -1, new Set(['a', 'd']))?.id).toBe('a');
  expect(neighbourOf(lessons, 'c', -1, new Set())?.id).toBe('b');
  expect(neighbourOf(lessons, 'a', -1, new Set(['b']))).toBeUndefined();
  expect(neighbourOf(lessons, 'd', 1, undefined)).toBeUndefined();
});

test('read lessons are counted across the sections of a course, whose lessons are in reading order', () => {
  const { sections } = course('x', ['a', 'b', 'c']);
  expect(lessonsOf(sections).map((lesson) => lesson.id)).toEqual(['a', 'b', 'c']);
  expect(countRead(sections, progress({ x: [['a', 1]], y: [['c', 1]] }), 'x')).toEqual({ done: 2, all: 3 });
});

describe('a list that the server leaves out', () => {
  const { sections } = course('x', ['a', 'b', 'c']);
  const untold = (list: 'readLessons' | 'questionSets') => {
    const known = progress({ x: [['a', 1]] });
    return { ...known, courses: known.courses.map((each) => ({ ...each, [list]: undefined })) };
  };

  test('without the read lessons of a course, nothing is counted as read or unread, in the course and in all', () => {
    const own = { ...untold('readLessons'), unplacedReads: ['b'] };
    expect(countRead(sections, own, 'x')).toEqual({ done: undefined, all: 3 });
    expect(countAllRead(own)).toBeUndefined();
    expect(courseStudyOf(own, course('x', ['a'])).readCount).toBeUndefined();
  });

  test('without an outline, neither the read lessons nor all lessons are counted', () => {
    expect(countRead(undefined, progress({}), 'x')).toEqual({ done: undefined, all: undefined });
    expect(countRead([{ chapters: undefined }], progress({}), 'x')).toEqual({ done: undefined, all: undefined });
  });

  test('without the question sets of a course, the submits are not counted', () => {
    expect(countSubmits(progress({ x: [] }))).toBe(0);
    expect(countSubmits(untold('questionSets'))).toBeUndefined();
  });

  test('a course is begun, not begun, or unknown', () => {
    const lists = { courseId: 'x', readLessons: [], questionSets: [] };
    expect(isBegun(lists)).toBe(false);
    expect(isBegun({ ...lists, readLessons: undefined })).toBeUndefined();
    expect(isBegun({ ...lists, questionSets: undefined })).toBeUndefined();
    expect(isBegun({ ...lists, readLessons: undefined, questionSets: [{ questionSetId: 'q', submitCount: 1 }] })).toBe(
      true,
    );
  });
});

test('courses in progress are started and unfinished, the most recently studied first', () => {
  const courses = ['new', 'older', 'newer', 'done'].map((id) => course(id, ['a', 'b']));
  const studied = progress({
    older: [['a', 1]],
    newer: [['a', 9]],
    done: [
      ['a', 2],
      ['b', 3],
    ],
  });
  expect(coursesUnderWay(courses, studied).map(({ course: { id }, study }) => [id, study.readCount])).toEqual([
    ['newer', 1],
    ['older', 1],
  ]);
});

test('the last scores of all question sets of a lesson are listed together', () => {
  const studied = progress({ x: [] });
  const set = (questionSetId: string, lastScore?: number) => ({
    questionSetId,
    lessonId: 'a',
    title: '',
    submitCount: 1,
    lastScore,
    bestScore: lastScore,
    maxScore: 5,
    lastSubmittedAt: undefined,
    lastAnswers: [],
  });
  studied.courses[0]?.questionSets?.push(set('q1', 4), set('q2', 0), set('q3'));
  expect(lessonScores(studied).get('a')).toBe('4/5・0/5');
});
