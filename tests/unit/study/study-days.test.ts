/** Tests a year of study days, including calls that the server has not received yet. */
import { describe, expect, test, vi } from 'vitest';

import { studyCount, studyDaysOf, studyDayWords, studyMonths, studyYear } from '@/study/study-days';

const nothing = { userId: 'u1', courses: [], unplacedReads: [], unplacedQuestionSets: [] };
const noon = Date.parse('2026-11-21T03:00:00Z');

describe('the year of study days', () => {
  test('the year of study days has 365 days and ends today in Japan', () => {
    const days = studyYear([], nothing, noon);
    expect(days).toHaveLength(365);
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2025-11-22', '2026-11-21']);
  });

  test('the year of study days has the next day in Japan while it is evening in Europe', () => {
    expect(studyYear([], nothing, Date.parse('2026-11-21T20:00:00Z')).at(-1)?.date).toBe('2026-11-22');
  });

  test('the year of study days includes a leap day', () => {
    const days = studyYear([], nothing, Date.parse('2028-06-01T03:00:00Z'));
    expect(days.map(({ date }) => date)).toContain('2028-02-29');
    expect(days).toHaveLength(365);
  });

  test('the year of study days leaves out older days', () => {
    const days = studyYear([{ date: '2024-01-01', reads: 3, submits: 0 }], nothing, noon);
    expect(days.every(({ reads }) => reads === 0)).toBe(true);
  });
});

test('a queued submit counts on its day, also when its course is unknown', () => {
  const set = { questionSetId: 'q', lessonId: '', title: '', submitCount: 1, maxScore: 3, lastAnswers: [] };
  const waiting = { ...nothing, unplacedQuestionSets: [{ ...set, lastSubmittedAt: '2026-11-20T16:00:00Z' }] };
  expect(studyDaysOf(['2026-11-20', '2026-11-21'], [], waiting).map(({ submits }) => submits)).toEqual([0, 1]);
});

test("unconfirmed calls are added to the server's counts of the day, and are not counted twice", () => {
  const dates = ['2026-11-20', '2026-11-21'];
  const told = [{ date: '2026-11-20', reads: 1, submits: 2 }];
  const fresh = { reads: ['2026-11-21T01:00:00Z', ''], submits: ['2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z'] };
  expect(studyDaysOf(dates, told, { ...nothing, fresh })).toEqual([
    { date: '2026-11-20', reads: 1, submits: 4 },
    { date: '2026-11-21', reads: 1, submits: 0 },
  ]);
  const received = [
    { date: '2026-11-20', reads: 1, submits: 4 },
    { date: '2026-11-21', reads: 1, submits: 0 },
  ];
  expect(studyDaysOf(dates, received, { ...nothing, fresh: { reads: [], submits: [] } })).toEqual(received);
});

test('readings without a valid time are left out of the study days', () => {
  const course = { courseId: 'c', courseTitle: '', lessonCount: 1, readLessons: [{ lessonId: 'l', readAt: '' }] };
  const days = studyYear([], { ...nothing, courses: [{ ...course, questionSets: [] }] }, noon);
  expect(days.every(({ reads }) => reads === 0)).toBe(true);
});

test('study days are summed up by month, the newest month first', () => {
  const days = [
    { date: '2026-10-31', reads: 1, submits: 0 },
    { date: '2026-11-01', reads: 0, submits: 0 },
    { date: '2026-11-02', reads: 2, submits: 1 },
  ];
  expect(studyMonths(days)).toEqual([
    { month: '2026-11', activeDays: 1, reads: 2, submits: 1 },
    { month: '2026-10', activeDays: 1, reads: 1, submits: 0 },
  ]);
});

test('ten thousand queued submits count on their days with one calendar lookup per hour', () => {
  const submits = Array.from({ length: 10_000 }, (_, index) =>
    new Date(Date.parse('2026-11-20T14:00:00Z') + index * 600).toISOString(),
  );
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
  const days = studyDaysOf(['2026-11-20', '2026-11-21'], [], { ...nothing, fresh: { reads: [], submits } });
  expect(days.map((day) => day.submits)).toEqual([6000, 4000]);
  expect(asked.mock.calls.length).toBeLessThan(5);
});

test('a day has its numbers in words; without the server’s study days no number of submits, and nothing that is 0', () => {
  const day = { date: '2026-11-20', reads: 2, submits: 0 };
  expect(studyDayWords(day, true)).toBe('読了2、解答0');
  expect(studyDayWords(day, false)).toBe('読了2');
  expect(studyDayWords({ ...day, submits: 2 }, false)).toBe('読了2、解答あり');
  expect(studyDayWords({ ...day, reads: 0 }, false)).toBe('');
});

test.each([
  ['both numbers', { reads: 2, submits: 1 }, [2, 1], 3, '読了2、解答1', [2, 1]],
  ['no number', {}, [undefined, undefined], 1, '学習あり', [undefined, undefined]],
  ['only the reads', { reads: 2 }, [2, undefined], 2, '読了2', [2, undefined]],
  ['only the submits', { submits: 3 }, [undefined, 3], 3, '解答3', [undefined, 3]],
  ['only the reads, of which there is none', { reads: 0 }, [0, undefined], 1, '学習あり', [0, undefined]],
])('a day of study that the server sends with %s counts as a day, and nothing unknown as 0', (...row) => {
  const [, told, [reads, submits], count, words, [monthReads, monthSubmits]] = row;
  const date = '2026-11-20';
  const [day] = studyDaysOf([date], [{ date, reads: undefined, submits: undefined, ...told }], nothing);

  expect(day).toEqual({ date, reads, submits });
  expect(day && studyCount(day)).toBe(count);
  expect(day && studyDayWords(day, true)).toBe(words);
  expect(day && studyMonths([day])).toEqual([
    { month: '2026-11', activeDays: 1, reads: monthReads, submits: monthSubmits },
  ]);
});
