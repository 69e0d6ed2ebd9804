/** Tests the current week taken from a year of study days. */
import { expect, test } from 'vitest';

import { studyWeek } from '@/features/home/WeekCard';
import { studyCount } from '@/study/study-days';

const nothing = { userId: 'u1', courses: [], unplacedReads: [], unplacedQuestionSets: [] };

test('the current week runs from Monday to Sunday', () => {
  const saturday = Date.parse('2026-11-21T03:00:00Z');
  expect(studyWeek([], nothing, saturday).map(({ date, weekday }) => `${date} ${weekday}`)).toEqual([
    '2026-11-16 月',
    '2026-11-17 火',
    '2026-11-18 水',
    '2026-11-19 木',
    '2026-11-20 金',
    '2026-11-21 土',
    '2026-11-22 日',
  ]);
});

test('the current week starts at Monday in Japan, while it is still Sunday evening in Europe', () => {
  expect(studyWeek([], nothing, Date.parse('2026-11-22T20:00:00Z'))[0]?.date).toBe('2026-11-23');
});

test('the current week takes its counts from the study days', () => {
  const week = studyWeek([{ date: '2026-11-18', reads: 2, submits: 1 }], nothing, Date.parse('2026-11-21T03:00:00Z'));
  expect(week.map(studyCount)).toEqual([0, 0, 3, 0, 0, 0, 0]);
});

test('the current week counts queued calls once', () => {
  const readLessons = [
    { lessonId: 'l1', readAt: '2026-11-18T01:00:00.000Z' },
    { lessonId: 'l2', readAt: '2026-11-18T02:00:00.000Z' },
    { lessonId: 'l3', readAt: '2026-11-20T15:30:00.000Z' },
  ];
  const course = { courseId: 'git', courseTitle: '', lessonCount: 5, readLessons, questionSets: [] };
  const told = [{ date: '2026-11-18', reads: 1, submits: 2 }];
  const week = studyWeek(told, { ...nothing, courses: [course] }, Date.parse('2026-11-21T03:00:00Z'));
  expect(week.map(({ reads, submits }) => [reads, submits])).toEqual([
    [0, 0],
    [0, 0],
    [2, 2],
    [0, 0],
    [0, 0],
    [1, 0],
    [0, 0],
  ]);
});
