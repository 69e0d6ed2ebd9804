/** 修了証: when a course is finished, and what is said of it then. */
import { isCompleted } from './completed';
import type { CourseRecord } from './record-rows';

/** What a 修了証 says of a course, and nothing more. */
export interface Certificate {
  courseTitle: string;
  lessonCount: number;
  /** ISO 8601: the first and the last thing that was studied. */
  firstAt: string;
  lastAt: string;
  sets: CourseRecord['sets'];
}

/** How far a course is by what the server has received: a certificate is of that alone. */
export function countReceived({ rows }: CourseRecord): { read: number; waiting: number } {
  const reads = rows.filter(({ kind }) => kind === 'lesson');
  const waiting = reads.filter(({ vouching }) => vouching === 'waiting').length;
  return { read: reads.length - waiting, waiting };
}

/** The certificate of a course; undefined until the server has received that every lesson is read. */
export function certificateOf(record: CourseRecord): Certificate | undefined {
  const { courseTitle, lessonCount, rows, sets } = record;
  if (!isCompleted(lessonCount, countReceived(record).read)) return undefined;
  const times = rows
    .filter(({ vouching, studiedAt }) => vouching !== 'waiting' && studiedAt)
    .map((row) => row.studiedAt);
  return { courseTitle, lessonCount, firstAt: times[0] ?? '', lastAt: times.at(-1) ?? '', sets };
}
