/** The certificate of a finished course (修了証). */
import { isCompleted } from './completed';
import type { CourseRecord } from './record-rows';

/** The contents of a 修了証. */
export interface Certificate {
  courseTitle: string;
  lessonCount: number;
  /** ISO 8601: times of the first and the last study. */
  firstAt: string;
  lastAt: string;
  sets: CourseRecord['sets'];
}

/** Counts a course's lesson reads that the server has received, and those still waiting; only received ones count for a certificate. */
export function countReceived({ rows }: CourseRecord): { read: number; waiting: number } {
  const reads = rows.filter(({ kind }) => kind === 'lesson');
  const waiting = reads.filter(({ vouching }) => vouching === 'waiting').length;
  return { read: reads.length - waiting, waiting };
}

/** Returns the certificate of a course; undefined until the server has received a read of every lesson. */
export function certificateOf(record: CourseRecord): Certificate | undefined {
  const { courseTitle, lessonCount, rows, sets } = record;
  if (!isCompleted(lessonCount, countReceived(record).read)) return undefined;
  const times = rows
    .filter(({ vouching, studiedAt }) => vouching !== 'waiting' && studiedAt)
    .map((row) => row.studiedAt);
  return { courseTitle, lessonCount, firstAt: times[0] ?? '', lastAt: times.at(-1) ?? '', sets };
}
