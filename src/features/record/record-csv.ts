/** Turns a study record into CSV rows: one for each lesson read and each submit or question set. */
import type { CourseRecord, RecordRow } from '@/study/record-rows';

import { kindNames, titleWords, vouchingNames } from './record-words';

const header = [
  '氏名',
  'ユーザー名',
  'コース',
  '種類',
  'タイトル',
  '学習した日時',
  '受信日時',
  '時刻の出どころ',
  '点数',
  '満点',
  '最高点',
  '解答の回数',
  '問題の版',
];

/** Returns e.g. 「2026-11-21 10:05:33」 in the device's time zone, which spreadsheets recognise as a time; '' without a time. */
function timeCell(timestamp: string | undefined): string {
  if (Number.isNaN(Date.parse(timestamp ?? ''))) return '';
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(timestamp ?? ''),
  );
}

function rowCells(row: RecordRow): string[] {
  const { kind, studiedAt, receivedAt, vouching, result, summary, questionSetUpdatedAt } = row;
  const count = kind === 'lesson' ? '' : (summary?.submitCount ?? 1);
  return [
    kindNames[kind],
    titleWords(row),
    timeCell(studiedAt),
    timeCell(receivedAt),
    vouchingNames[vouching],
    ...[result?.score, result?.maxScore, summary?.bestScore, count].map((cell) => String(cell ?? '')),
    timeCell(questionSetUpdatedAt),
  ];
}

/** Returns the header and the rows of a study record, for `toCsv`. */
export function recordToRows(
  { name, username }: { name: string; username: string },
  courses: readonly CourseRecord[],
): string[][] {
  const rows = courses.flatMap(({ courseTitle, rows: studied }) =>
    studied.map((row) => [name, username, courseTitle, ...rowCells(row)]),
  );
  return [header, ...rows];
}
