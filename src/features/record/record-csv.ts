/** Turns a study record into CSV rows: one for each lesson read and each submit or question set. */
import { timeInJapan } from '@/lib/japan-time';
import type { Cell } from '@/study/csv';
import type { CourseRecord, RecordRow } from '@/study/record-rows';

import { isTime, kindNames, titleWords, vouchingNames } from './record-words';

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

/** Returns the time in Japan, e.g. 「2026-11-21 10:05:33」; '' without a time. */
function timeCell(timestamp: string | undefined): Cell {
  return isTime(timestamp) ? { value: timeInJapan(timestamp) } : '';
}

function rowCells(row: RecordRow): Cell[] {
  const { kind, studiedAt, receivedAt, vouching, result, summary, questionSetUpdatedAt } = row;
  const count = kind === 'lesson' ? '' : summary ? summary.submitCount : 1;
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
  { name, username }: { name: string; username?: string },
  courses: readonly CourseRecord[],
): Cell[][] {
  const rows = courses.flatMap(({ courseTitle, rows: studied }) =>
    studied.map((row) => [name, username ?? '', courseTitle, ...rowCells(row)]),
  );
  return [header, ...rows];
}
