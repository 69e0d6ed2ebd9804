/**
 * Tests that days on papers, in CSV files and in the audit log are days in Japan (tests/projects.ts runs this file in
 * three time zones).
 */
import { expect, test } from 'vitest';

import type { AuditEntry } from '@/api/audit';
import type { User } from '@/api/users';
import { queryOf, readAuditSearch } from '@/features/audit/audit-search';
import { toCsvRow } from '@/features/audit/audit-words';
import { peopleToRows } from '@/features/companies/people-csv';
import { dayWords, reportToRows } from '@/features/companies/report/CompanyReport';
import { inJapan } from '@/lib/japan-time';
import type { ReportCourse, ReportRow } from '@/study/company-report';
import { formatDay, formatDayInJapan } from '@/ui/formats';
import { formatRecentTime } from '@/ui/notices/recent-time';

/** Half past midnight on 1 April in Japan; still 31 March in UTC and in Los Angeles. */
const night = '2026-03-31T15:30:00.000Z';
const user = { id: 'u', username: '00417', name: '花', role: 'STUDENT', active: true } as User;

test('the company report and its CSV have days in Japan, and its percentages are values', () => {
  const row = {
    user,
    state: 'finished',
    dueAt: night,
    finishedAt: night,
    readCount: 1,
    lessonCount: 2,
    unread: [],
    unsolved: [],
  };
  const courses = [{ course: { title: '1/2' }, rows: [row as unknown as ReportRow] } as unknown as ReportCourse];

  expect(dayWords(night)).toBe('2026/04/01');
  expect(reportToRows(courses)[1]?.slice(1, 7)).toEqual([
    '00417',
    '1/2',
    '修了',
    { value: '2026-04-01' },
    { value: '2026-04-01' },
    { value: '50%' },
  ]);
});

test('the CSV of people has the last day of study in Japan', () => {
  const progress = { lessonCount: 2, readLessonCount: 1, lastStudiedAt: night };
  const rows = peopleToRows({ people: [{ ...user, progress }], companies: [], courses: [], hasNameKana: false });

  expect(rows[1]?.slice(6, 8)).toEqual([{ value: '50%' }, { value: '2026-04-01' }]);
});

test('the audit log shows, exports and filters by the time in Japan', () => {
  const entry = { at: night, kind: 'user', action: 'change', subjectName: '花' } as AuditEntry;

  expect(toCsvRow(entry)[0]).toEqual({ value: '2026-04-01 00:30' });
  expect(formatRecentTime(night, Date.parse(night), inJapan)).toBe('今日 00:30');
  expect(queryOf(readAuditSearch({ from: '2026-04-01', to: '2026-04-01' }))).toMatchObject({
    from: '2026-03-31T15:00:00.000Z',
    to: '2026-04-01T15:00:00.000Z',
  });
  expect(readAuditSearch({ from: '2026-02-30', to: 'x' })).toMatchObject({ from: undefined, to: undefined });
});

test("a certificate's day is the day in Japan, and other days are days of the device", () => {
  const device = new Date(night);
  expect(formatDayInJapan(night)).toBe('2026年4月1日(水)');
  expect(formatDay(night)).toContain(`${device.getMonth() + 1}月${device.getDate()}日`);
});
