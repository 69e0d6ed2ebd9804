/** Tests the study record as CSV for spreadsheets, and its texts; times are times in Japan. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { timestampSchema } from '@/api/shapes';
import {
  asOfWords,
  missingWords,
  minuteWords,
  receivedWords,
  resultWords,
  titleWords,
} from '@/features/record/record-words';
import { recordToRows } from '@/features/record/RecordScreen';
import { toCsv } from '@/study/csv';
import type { CourseRecord, RecordRow } from '@/study/record-rows';

const lesson: RecordRow = {
  kind: 'lesson',
  subjectId: 'l1',
  title: '=HYPERLINK("https://evil.example")',
  studiedAt: '2026-11-10T01:02:03.000Z',
  receivedAt: '2026-11-12T01:02:03.000Z',
  vouching: 'device',
};
const submit: RecordRow = {
  kind: 'question-set',
  subjectId: 'q1',
  title: '確認問題, "まとめ"',
  studiedAt: '2026-11-11T01:02:03.000Z',
  vouching: 'waiting',
  questionSetUpdatedAt: '2026-10-01T00:00:00.000Z',
};
const last: RecordRow = {
  ...submit,
  vouching: 'untold',
  result: { score: 3, maxScore: 5 },
  summary: { bestScore: 4, submitCount: 2 },
  questionSetUpdatedAt: undefined,
};
const course: CourseRecord = {
  courseId: 'git',
  courseTitle: '+Git',
  lessonCount: 2,
  rows: [lesson, submit, last],
  hasEverySubmit: false,
  sets: [],
};

test('every CSV row has the person, the course, both times and whose clock they come from', () => {
  const [header, ...rows] = recordToRows({ name: '佐藤', username: 'sato' }, [course]);
  expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 3 }, () => header?.length));
  expect(rows[0]?.slice(3)).toEqual([
    'レッスン',
    lesson.title,
    { value: '2026-11-10 10:02:03' },
    { value: '2026-11-12 10:02:03' },
    '端末の時計',
    '',
    '',
    '',
    '',
    '',
  ]);
  expect(rows[1]?.slice(6)).toEqual(['', '送信待ち', '', '', '', '1', { value: '2026-10-01 09:00:00' }]);
  expect(rows[2]?.slice(6)).toEqual(['', '受信日時の記録なし', '3', '5', '4', '2', '']);
});

test("the record's CSV has a BOM and CRLF, and a spreadsheet runs no cell as a formula", () => {
  const text = toCsv(recordToRows({ name: '@SUM(A1)', username: 'sato' }, [course]));
  expect(text.startsWith('\uFEFF"氏名",')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(5);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text).toContain(`"'@SUM(A1)","sato","'+Git","レッスン","'=HYPERLINK(""https://evil.example"")"`);
  expect(text).toContain('"確認問題, ""まとめ"""');
});

test('the rows of the study record are described in words', () => {
  expect([lesson, submit, last].map(resultWords)).toEqual(['読了', '採点待ち', '最後 3 / 5 ・ 最高 4 / 5（2回）']);
  expect([submit, last].map(receivedWords)).toEqual(['送信待ち', '–']);
  expect(minuteWords('2026-03-31T15:30:00Z')).toBe('2026/04/01 00:30');
  expect(titleWords({ title: undefined, kind: 'lesson' })).toBe('タイトルのわからないレッスン');
  expect(asOfWords(Date.parse('2026-11-03T09:05:00+09:00'))).toBe('2026年11月3日 9時05分 時点');
});

test('missing parts of the record are explained', () => {
  expect(missingWords(true, true)).toBeUndefined();
  expect(missingWords(false, false)).toMatch(/^問題は、最後と最高の結果です。このサーバーは/);
  expect(missingWords(false, true)).toMatch(/まだこの端末に届いていない/);
});

test('a time that the server sends without a zone is the same time in the record and in its CSV, in any zone of the device', () => {
  const [studiedAt, receivedAt] = ['2026-11-27T00:51:00', '2026-11-27T00:52:00'].map((time) =>
    z.parse(timestampSchema, time),
  );
  const rows = [{ ...lesson, studiedAt: studiedAt ?? '', receivedAt }];
  const [, row] = recordToRows({ name: '佐藤', username: 'sato' }, [{ ...course, rows }]);
  expect(row?.slice(5, 7)).toEqual([{ value: '2026-11-27 09:51:00' }, { value: '2026-11-27 09:52:00' }]);
  expect([minuteWords(studiedAt), minuteWords(receivedAt)]).toEqual(['2026/11/27 09:51', '2026/11/27 09:52']);
});
