/**
 * Tests that a fact which the server does not send is an empty cell in the CSV files of people, report and study
 * record.
 */
import { expect, test } from 'vitest';

import type { CourseProgress } from '@/api/progress';
import type { User } from '@/api/users';
import { peopleToRows } from '@/features/companies/people-csv';
import { reportToRows } from '@/features/companies/report/CompanyReport';
import { recordToRows } from '@/features/record/RecordScreen';
import { toReport } from '@/study/company-report';
import { toCsv } from '@/study/csv';
import { studyRecord } from '@/study/record-rows';

const course = { id: 'git', title: 'Git' };
const user: User = { id: 'u1' };
/** Progress with results of which the server sends only what the specification names. */
const bare: CourseProgress = {
  courseId: 'git',
  readLessons: [{ lessonId: 'l1' }],
  questionSets: [{ questionSetId: 'q1', lastScore: 2 }],
};

/** Returns the cells of the CSV's second line by their headers, without the empty ones. */
function filled(rows: Parameters<typeof toCsv>[0]): Record<string, string> {
  const [head = [], cells = []] = toCsv(rows)
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  return Object.fromEntries(head.flatMap((name, index) => (cells[index] ? [[name, cells[index]]] : [])));
}

test('the CSV of people has only empty cells for a person of whom nothing but the id is known', () => {
  const shares = new Map([['u1', [{ courseId: 'git' }]]]);
  const rows = peopleToRows({ people: [user], companies: [], courses: [course], shares, hasNameKana: true });

  expect(filled(rows)).toEqual({});
});

test('the CSV of a report has only empty cells for a course whose lists the server leaves out', () => {
  const progress = { courses: [{ courseId: 'git' }] };
  const assignments = [{ id: 'a1', courseId: 'git', userIds: ['u1'], dueAt: '2026-12-31T00:00:00Z' }];
  const source = { people: [{ user, progress }], courses: [course], lessons: new Map(), assignments };

  expect(filled(reportToRows(toReport(source, 0)))).toEqual({ コース: 'Git', 必修の期限: '2026-12-31' });
});

test('the CSV of a report has no share of read lessons and no points without the numbers of lessons and questions', () => {
  const source = {
    people: [{ user, progress: { courses: [bare] } }],
    courses: [course],
    lessons: new Map(),
    assignments: [],
  };

  expect(filled(reportToRows(toReport(source, 0)))).toEqual({ コース: 'Git', 受講状況: '学習中', 読了レッスン: '1' });
});

test('the CSV of a study record has no time, score, count or version that the server does not send', () => {
  const progress = { courses: [bare], unplacedReads: [], unplacedQuestionSets: [] };
  const serverSets = new Map((bare.questionSets ?? []).map((set) => [set.questionSetId, set]));
  const [head = [], read = [], submit = []] = recordToRows(
    { name: '佐藤' },
    studyRecord({ progress, serverSets, known: new Map(), entries: [], isDatedOnArrival: true }),
  );
  const shared = { 氏名: '佐藤', 時刻の出どころ: '受信日時の記録なし' };

  expect(filled([head, read])).toEqual({ ...shared, 種類: 'レッスン', タイトル: 'タイトルのわからないレッスン' });
  expect(filled([head, submit])).toEqual({ ...shared, 種類: '問題', タイトル: 'タイトルのわからない問題' });
});
