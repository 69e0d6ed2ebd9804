/** Tests the report on learners: who is listed in a course, with which status, dates, scores and unread lessons. */
import { expect, test } from 'vitest';

import type { Course } from '@/api/courses';
import type { ProgressDetail } from '@/api/progress';
import type { User } from '@/api/users';
import { coursesToName, toReport } from '@/study/company-report';

const NOW = Date.parse('2026-12-10T00:00:00Z');
const course = (id: string) => ({ id, title: id, lessonCount: 2, status: 'published' }) as Course;
const user = (id: string) =>
  ({ id, name: id, companyId: 'c1', role: 'STUDENT', createdAt: '2026-01-01T00:00:00Z' }) as User;
const set = {
  questionSetId: 's1',
  lessonId: 'l1',
  title: '確認',
  submitCount: 1,
  lastScore: 3,
  maxScore: 5,
  lastAnswers: [],
};
const unsolved = { ...set, questionSetId: 's2', title: '応用', submitCount: 0, lastScore: undefined };

function progress(
  courseId: string,
  read: Readonly<Record<string, string>>,
  more: Partial<ProgressDetail> = {},
): ProgressDetail {
  const readLessons = Object.entries(read).map(([lessonId, readAt]) => ({ lessonId, readAt }));
  const questionSets = readLessons.length > 0 ? [set, unsolved] : [];
  return { userId: '', courses: [{ courseId, courseTitle: '', lessonCount: 2, readLessons, questionSets }], ...more };
}

const lessons = new Map([
  [
    'safety',
    [
      { id: 'l1', title: '一' },
      { id: 'l2', title: '二' },
    ],
  ],
]);
const required = { id: 'a1', courseId: 'safety', companyId: 'c1', dueAt: '2026-12-01T00:00:00Z' };
const toSource = (progressOf: Readonly<Record<string, ProgressDetail>>) => ({
  people: Object.entries(progressOf).map(([id, each]) => ({ user: user(id), progress: each })),
  courses: [course('free'), course('safety')],
  lessons: lessons as never,
  assignments: [required],
});

test('the company report lists all learners of a required course, with status, dates, scores and unread lessons', () => {
  const early = { l1: '2026-11-01T00:00:00Z', l2: '2026-11-20T00:00:00Z' };
  const source = toSource({
    finished: progress('safety', early),
    half: progress('safety', { l1: '2026-11-01T00:00:00Z' }),
    none: progress('safety', {}),
  });
  const [report, ...others] = toReport(source, NOW);

  expect(others).toEqual([]);
  expect(report?.course.id).toBe('safety');
  expect(report?.rows).toMatchObject([
    { state: 'finished', dueAt: required.dueAt, finishedAt: early.l2, score: { points: 3, max: 5 }, unread: [] },
    { state: 'late', readCount: 1, finishedAt: undefined, unread: ['二'], unsolved: ['応用'] },
    { state: 'late', readCount: 0, score: undefined, unread: ['一', '二'] },
  ]);
});

test('the company report lists for an optional course only those who have begun it, after the required courses', () => {
  const source = toSource({ some: progress('free', { f1: '2026-12-01T00:00:00Z' }), none: progress('free', {}) });
  const report = toReport({ ...source, assignments: [{ ...required, dueAt: '2026-12-31T00:00:00Z' }] }, NOW);

  expect(report.map((each) => [each.course.id, each.rows.map(({ state }) => state)])).toEqual([
    ['safety', ['unstarted', 'unstarted']],
    ['free', ['begun']],
  ]);
  expect(coursesToName(source)).toEqual(['free', 'safety']);
  expect(coursesToName({ ...source, assignments: [] })).toEqual(['free']);
});

test('the company report keeps the day of a recorded completion although a lesson was added', () => {
  const completions = [{ courseId: 'free', courseTitle: '', completedAt: '2026-10-01T00:00:00Z' }];
  const source = toSource({ some: progress('free', { f1: '2026-10-01T00:00:00Z' }, { completions } as never) });

  const report = toReport({ ...source, assignments: [] }, NOW);

  expect(report[0]?.rows[0]).toMatchObject({ state: 'finished', finishedAt: '2026-10-01T00:00:00Z', readCount: 1 });
});

test('a person whose read lessons the server leaves out is in the report without a status, a count and unread lessons', () => {
  const known = progress('safety', {});
  const untold = { ...known, courses: known.courses.map((each) => ({ ...each, readLessons: undefined })) };
  const [report] = toReport(
    { ...toSource({ one: untold }), assignments: [{ ...required, dueAt: '2027-01-01T00:00:00Z' }] },
    NOW,
  );

  expect(report?.rows).toMatchObject([{ state: undefined, readCount: undefined, unread: [], unsolved: [] }]);
});
