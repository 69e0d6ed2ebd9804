/** The Japanese words of a report on learners, for paper and CSV. */
import { dayInJapan } from '@/lib/japan-time';
import { percentOf } from '@/lib/percent';
import { type ReportCourse, type ReportRow, reportStateNames } from '@/study/company-report';
import type { Cell } from '@/study/csv';

/** Returns a day in Japan, e.g. 「2026/11/21」, or 「–」 if there is none. */
export function dayWords(timestamp: string | undefined): string {
  return timestamp === undefined ? '–' : dayInJapan(timestamp).replaceAll('-', '/');
}

function dayCell(timestamp: string | undefined): Cell {
  return timestamp === undefined ? '' : { value: dayInJapan(timestamp) };
}

/**
 * Returns the names of unread lessons and unanswered question sets; only the number of lessons for a course that the
 * person has not begun.
 */
export function leftWords({ unread, unsolved, readCount }: ReportRow): string {
  const lessons = readCount === 0 && unread.length > 0 ? [`すべて（${unread.length}レッスン）`] : unread;
  const sets = readCount === 0 ? [] : unsolved;
  return [lessons.length > 0 && `未読：${lessons.join('、')}`, sets.length > 0 && `未解答：${sets.join('、')}`]
    .filter(Boolean)
    .join(' ／ ');
}

const head = [
  '氏名',
  'ユーザー名',
  'コース',
  '受講状況',
  '必修の期限',
  '修了日',
  '進捗',
  '読了レッスン',
  'レッスン',
  '点数',
  '満点',
  '未読のレッスン',
  '未解答の問題集',
];

/** Returns the header and one row for each person and course, for `toCsv`. */
export function reportToRows(courses: readonly ReportCourse[]): Cell[][] {
  const rows = courses.flatMap(({ course, rows: people }) =>
    people.map((row): Cell[] => {
      const { user, state, dueAt, finishedAt, readCount, lessonCount, score, unread, unsolved } = row;
      const percent = percentOf(readCount, lessonCount);
      return [
        user.name ?? '',
        user.username ?? '',
        course.title,
        state ? reportStateNames[state] : '',
        dayCell(dueAt),
        dayCell(finishedAt),
        percent === undefined ? '' : { value: `${percent}%` },
        String(readCount ?? ''),
        String(lessonCount ?? ''),
        String(score?.points ?? ''),
        String(score?.max ?? ''),
        unread.join('、'),
        unsolved.join('、'),
      ];
    }),
  );
  return [head, ...rows];
}
